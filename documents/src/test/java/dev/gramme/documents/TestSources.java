package dev.gramme.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The sources of all tests of the project. */
final class TestSources {
  private TestSources() {}

  /** The sources of all tests by the names of their classes. */
  static Map<String, List<String>> in(Path root) {
    var sources = new HashMap<String, List<String>>();
    try (var modules = Files.list(root)) {
      var folders =
          modules.map(module -> module.resolve("src/test/java")).filter(Files::exists).toList();
      for (Path folder : folders) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .forEach(file ->
                  sources
                      .computeIfAbsent(
                          file.getFileName().toString().replace(".java", ""),
                          name -> new ArrayList<>())
                      .add(read(file)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sources;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
