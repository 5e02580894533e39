package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that {@code dist/build.sh} writes.
 *
 * @param folder where the files are
 */
record Release(Path folder) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Map<String, Release> BUILT = new HashMap<>();

  /** A release with these parts, which is built once for all tests of this process. */
  static synchronized Release with(String parts) throws Exception {
    @Nullable Release built = BUILT.get(parts);
    if (built == null) {
      Path folder = ROOT.resolve("dist/target/release-" + parts.replace(',', '-'));
      built = build(folder, "--only", parts);
      BUILT.put(parts, built);
    }
    return built;
  }

  /** Builds a release in a folder. */
  static Release build(Path folder, String... options) throws Exception {
    var command = new ArrayList<>(List.of(ROOT.resolve("dist/build.sh").toString()));
    command.addAll(List.of("--output", folder.toString()));
    command.addAll(List.of(options));
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    assertThat(builder.start().waitFor()).isZero();
    return new Release(folder);
  }

  /** The file whose name has this end. */
  Path file(String end) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).findFirst().orElseThrow();
    }
  }

  /** The version in the root {@code pom.xml}. */
  static String version() throws IOException {
    return Files.readString(ROOT.resolve("pom.xml"))
        .replaceFirst("(?s).*?<version>([^<]+)</version>.*", "$1");
  }

  /** The host and path of the repository of the sources in the root {@code pom.xml}. */
  static String repository() throws IOException {
    return Files.readString(ROOT.resolve("pom.xml"))
        .replaceFirst("(?s).*?<gramme.repository>([^<]+)</.*", "$1");
  }
}
