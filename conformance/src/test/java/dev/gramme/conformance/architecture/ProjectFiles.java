package dev.gramme.conformance.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The files of the project, without those that builds and package managers write. */
final class ProjectFiles {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Other modules are built at the same time, so their target folders must not be walked. */
  private static final Set<String> NOT_SOURCES =
      Set.of("target", "node_modules", ".git", ".idea", ".venv", "__pycache__");

  private static final List<Path> ALL = walk();

  private ProjectFiles() {}

  /** The paths of all files, relative to the project's folder, in alphabetical order. */
  static List<Path> all() {
    return ALL;
  }

  private static List<Path> walk() {
    var files = new TreeSet<Path>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_SOURCES.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              files.add(ROOT.relativize(file));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(files);
  }

  static String text(Path file) {
    try {
      return new String(Files.readAllBytes(ROOT.resolve(file)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
