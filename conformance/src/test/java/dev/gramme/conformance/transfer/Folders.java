package dev.gramme.conformance.transfer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Copies and lists folders. */
final class Folders {
  private Folders() {}

  /** Copies a folder with everything in it. */
  static void copy(Path from, Path to) {
    try (var all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Path copy = to.resolve(from.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of a folder, as sorted relative paths. */
  static List<String> files(Path folder) {
    try (var all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
