package dev.gramme.server.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Operations on folders. */
final class Folders {
  private Folders() {}

  /** Deletes a folder with all its content; no effect if it does not exist. */
  static void delete(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path path, @Nullable IOException fault)
              throws IOException {
            if (fault != null) {
              throw fault;
            }
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Whether a folder does not exist or has no content. */
  static boolean isEmpty(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return true;
    }
    try (var content = Files.newDirectoryStream(folder)) {
      return !content.iterator().hasNext();
    }
  }

  /** Makes the names in a folder durable, where the system needs that. */
  static void flush(Path folder) throws IOException {
    if (!System.getProperty("os.name", "").startsWith("Windows")) {
      try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }
}
