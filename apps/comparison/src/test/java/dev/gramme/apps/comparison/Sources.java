package dev.gramme.apps.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of the three versions. */
final class Sources {
  /** The folder of this module, in which Maven runs the tests. */
  static final Path MODULE = Path.of("").toAbsolutePath();

  private static final Path JAVA = MODULE.resolve("src/main/java/dev/gramme/apps/comparison");
  private static final Path TESTS = MODULE.resolve("src/test/java/dev/gramme/apps/comparison");

  private Sources() {}

  /** The sources of the version with the toolkit, without those of its calls. */
  static List<Path> toolkit() throws IOException {
    return in(JAVA.resolve("toolkit"), ".java");
  }

  /** The sources of the version with the enhanced client, without those of its calls. */
  static List<Path> enhanced() throws IOException {
    return in(JAVA.resolve("enhanced"), ".java");
  }

  /** The sources of the version with ElectroDB. */
  static List<Path> electroDb() throws IOException {
    return in(electroDbFolder(), ".ts");
  }

  static Path electroDbFolder() {
    return MODULE.resolve("src/main/electrodb");
  }

  /** The source of the calls of a version in Java. */
  static Path calls(Class<? extends Version> version) {
    return TESTS.resolve(version.getSimpleName() + ".java");
  }

  private static List<Path> in(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .filter(file -> !file.endsWith("package-info.java"))
          .sorted()
          .toList();
    }
  }
}
