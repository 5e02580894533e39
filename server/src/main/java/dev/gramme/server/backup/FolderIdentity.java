package dev.gramme.server.backup;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * The identity of a data folder, in its file {@code .backup/id}. A backup does not contain it, so a
 * restored folder has another one.
 */
final class FolderIdentity {
  private FolderIdentity() {}

  /** Returns the identity, which is created with the first call. */
  static String of(Path data) throws IOException {
    Path file = DataFolder.work(data).resolve("id");
    if (Files.notExists(file)) {
      create(DataFolder.work(data), file);
    }
    return Files.readString(file).strip();
  }

  private static void create(Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    Path growing = Files.createTempFile(folder, "id", ".tmp");
    try {
      try (var out = new FileOutputStream(growing.toFile())) {
        out.write((UUID.randomUUID() + "\n").getBytes(StandardCharsets.UTF_8));
        out.getFD().sync();
      }
      Files.move(growing, file, StandardCopyOption.ATOMIC_MOVE);
      Folders.flush(folder);
    } finally {
      Files.deleteIfExists(growing);
    }
  }
}
