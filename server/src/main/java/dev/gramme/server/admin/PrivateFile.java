package dev.gramme.server.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that hold secrets. Only their owner can read them, from the first byte on. */
public final class PrivateFile {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<?> OWNER_ONLY_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private PrivateFile() {}

  /** Replaces the content of a file atomically, so that no reader sees a part of it. */
  public static void write(Path file, String text) throws IOException {
    Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null) {
      throw new FileAlreadyExistsException(file.toString(), null, "is a folder");
    }
    createFolder(folder);
    Path growing =
        Files.createTempFile(
            folder, "." + target.getFileName(), ".tmp", attributes(folder, OWNER_ONLY));
    try {
      Files.write(growing, text.getBytes(StandardCharsets.UTF_8));
      Files.move(growing, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(growing);
    }
  }

  /** Creates a folder that only its owner can read, unless it exists. */
  public static void createFolder(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (Files.isDirectory(folder) || parent == null) {
      return;
    }
    Files.createDirectories(parent);
    try {
      Files.createDirectory(folder, attributes(parent, OWNER_ONLY_FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  /** Empty if the file system has other kinds of permissions, as on Windows. */
  private static FileAttribute<?>[] attributes(Path folder, FileAttribute<?> posix)
      throws IOException {
    return Files.getFileStore(folder).supportsFileAttributeView("posix")
        ? new FileAttribute<?>[] {posix}
        : new FileAttribute<?>[0];
  }
}
