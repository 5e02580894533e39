package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Builds archives of other platforms with everything but a runtime: in the place of {@code jlink}
 * is a script that keeps its arguments, because there is no JDK of these platforms here.
 */
@Tag("long")
class OtherPlatformTest {
  private static final String VERSION = Runtime.version().toString().replaceFirst("[+-].*", "");

  @TempDir Path folder;

  /** A JDK that builds, with the {@code jlink} of the test. */
  private Path builder() throws Exception {
    Path jdk = folder.resolve("builder");
    Path own = Path.of(System.getProperty("java.home"));
    Files.createDirectories(jdk.resolve("bin"));
    Files.copy(own.resolve("release"), jdk.resolve("release"));
    for (String program : List.of("jar", "jdeps")) {
      Files.createSymbolicLink(
          jdk.resolve("bin").resolve(program), own.resolve("bin").resolve(program));
    }
    Path jlink = jdk.resolve("bin/jlink");
    Files.writeString(
        jlink,
        """
        #!/bin/sh
        for last; do :; done
        mkdir -p "$last/bin"
        echo "$*" >"$last/arguments"
        """);
    assertThat(jlink.toFile().setExecutable(true)).isTrue();
    return jdk;
  }

  private Path target(String system, String processor) throws Exception {
    Path jdk = Files.createDirectories(folder.resolve("target"));
    Files.writeString(
        jdk.resolve("release"),
        "JAVA_VERSION=\"%s\"\nOS_ARCH=\"%s\"\nOS_NAME=\"%s\"\n"
            .formatted(VERSION, processor, system));
    Files.createDirectories(jdk.resolve("jmods"));
    Files.writeString(jdk.resolve("jmods/java.base.jmod"), "");
    return jdk;
  }

  @ParameterizedTest
  @CsvSource({
    "windows-x64, Windows, x86_64, win32, x64, bin/gramme.cmd, librocksdbjni-win64.dll,"
        + " win/amd64/",
    "macos-arm64, Darwin, aarch64, darwin, arm64, bin/gramme, librocksdbjni-osx-arm64.jnilib,"
        + " darwin/aarch64/"
  })
  void an_archive_has_the_files_of_its_platform_only(
      String platform,
      String system,
      String processor,
      String nodeSystem,
      String nodeProcessor,
      String program,
      String rocksdb,
      String zstd)
      throws Exception {
    Path built = folder.resolve("built");
    Path target = target(system, processor);
    var build =
        new ProcessBuilder(
            Release.ROOT.resolve("dist/build.sh").toString(),
            "--output",
            built.toString(),
            "--platform",
            platform,
            "--jdk",
            target.toString());
    build.environment().put("JAVA_HOME", builder().toString());
    var outcome = Programs.run(build);
    assertThat(outcome.status()).as(outcome.output()).isZero();

    String version = Release.version();
    try (Stream<Path> files = Files.list(built)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "gramme-%s-%s.tar.gz".formatted(version, platform),
              "gramme-%s-%s.cdx.json".formatted(version, platform),
              "gramme-%s-%s.tgz".formatted(platform, version),
              "SHA256SUMS");
    }
    Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
    Programs.output(
        "tar",
        "xzf",
        built.resolve("gramme-%s-%s.tar.gz".formatted(version, platform)),
        "-C",
        unpacked);
    Path home = unpacked.resolve("gramme-" + version);
    assertThat(home.resolve(program)).exists();
    assertThat(Objects.requireNonNull(home.resolve("bin").toFile().list())).hasSize(1);
    assertThat(home.resolve("lib/make-aot")).exists();
    assertThat(home.resolve("lib/gramme.aot")).doesNotExist();
    assertThat(home.resolve("lib/native")).doesNotExist();
    assertThat(home.resolve("README.md")).content().contains("It is for\n" + platform);
    assertThat(home.resolve("runtime/arguments"))
        .content()
        .contains("--module-path " + target.resolve("jmods"))
        .contains("java.base");
    assertThat(natives(home, "rocksdbjni-")).containsExactly(rocksdb);
    assertThat(natives(home, "zstd-jni-")).singleElement().asString().startsWith(zstd);
    assertThat(
            Programs.output(
                "tar",
                "xzOf",
                built.resolve("gramme-%s-%s.tgz".formatted(platform, version)),
                "package/package.json"))
        .contains("\"name\": \"gramme-" + platform + "\"")
        .contains("\"os\": [\"" + nodeSystem + "\"]", "\"cpu\": [\"" + nodeProcessor + "\"]")
        .doesNotContain("libc");
  }

  /** The names of the native libraries in a jar. */
  private static List<String> natives(Path home, String jarName) throws Exception {
    try (Stream<Path> jars = Files.list(home.resolve("lib"))) {
      Path jar =
          jars.filter(file -> file.getFileName().toString().startsWith(jarName))
              .findFirst()
              .orElseThrow();
      try (var zip = new ZipFile(jar.toFile())) {
        return zip.stream()
            .map(entry -> entry.getName())
            .filter(name -> name.matches(".*\\.(so|dll|jnilib|dylib)"))
            .toList();
      }
    }
  }
}
