package dev.gramme.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds JDK 17, on which Cassandra 6.0 runs; Gramme itself runs on a newer version. */
final class Jdk17 {
  private static final List<Path> USUAL_FOLDERS =
      List.of(Path.of("/usr/lib/jvm"), Path.of("/Library/Java/JavaVirtualMachines"));

  private Jdk17() {}

  /**
   * Returns the path of its {@code java} command.
   *
   * @param environment environment variables; {@code JAVA17_HOME} takes precedence
   * @throws ClusterException if JDK 17 is not installed
   */
  static Path java(Map<String, String> environment) {
    return homes(environment).stream()
        .filter(Jdk17::isJdk17)
        .map(home -> home.resolve("bin/java"))
        .findFirst()
        .orElseThrow(() ->
            new ClusterException(
                "JDK 17 is needed to run Cassandra and was not found in JAVA17_HOME or"
                    + " /usr/lib/jvm; install it (such as openjdk-17-jdk-headless) or set"
                    + " JAVA17_HOME"));
  }

  private static List<Path> homes(Map<String, String> environment) {
    var homes = new ArrayList<Path>();
    Optional.ofNullable(environment.get("JAVA17_HOME")).map(Path::of).ifPresent(homes::add);
    for (Path folder : USUAL_FOLDERS) {
      if (Files.isDirectory(folder)) {
        try (var found = Files.list(folder)) {
          found
              .sorted()
              .forEach(home -> {
                homes.add(home);
                homes.add(home.resolve("Contents/Home"));
              });
        } catch (IOException e) {
          throw new ClusterException("The folder " + folder + " cannot be read.", e);
        }
      }
    }
    return homes;
  }

  private static boolean isJdk17(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return false;
    }
    try {
      return Files.readString(release).contains("JAVA_VERSION=\"17.");
    } catch (IOException e) {
      throw new ClusterException("The file " + release + " cannot be read.", e);
    }
  }
}
