package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Detects that the folder of an open database was deleted, moved away or replaced. The operating
 * system does not report this: a process can still write to open files that no longer have a name,
 * and all writes acknowledged since then are lost when the process ends.
 *
 * <p>Two files never change while a database is open: the lock file of its folder and RocksDB's
 * own. They are compared by their file system identity (device and inode), where the file system
 * provides one.
 */
final class FolderWatch {
  private static final String LOCK = "LOCK";
  private static final String CURRENT = "CURRENT";

  private final Path folder;

  /** Files and their identities. For a file without an identity only its existence is checked. */
  private final Map<Path, Optional<Object>> files = new LinkedHashMap<>();

  /** Starts from the current state of an open database's folder. */
  FolderWatch(Path folder) throws IOException {
    this.folder = folder;
    for (Path file :
        new Path[] {StoreFolder.lockFile(folder), StoreFolder.database(folder).resolve(LOCK)}) {
      files.put(file, identity(file));
    }
    // RocksDB replaces this file from time to time.
    files.put(StoreFolder.database(folder).resolve(CURRENT), Optional.empty());
  }

  private static Optional<Object> identity(Path file) throws IOException {
    return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /** What is wrong with the folder, in one line for an operator; empty if it is unchanged. */
  Optional<String> loss() {
    for (var file : files.entrySet()) {
      try {
        Optional<Object> identity = identity(file.getKey());
        if (file.getValue().isPresent() && !identity.equals(file.getValue())) {
          return Optional.of(inWords(file.getKey() + " is another file"));
        }
      } catch (IOException e) {
        return Optional.of(inWords(FileFault.inWords(e)));
      }
    }
    return Optional.empty();
  }

  private String inWords(String what) {
    return "the folder %s was deleted, moved or replaced while the database is open (%s)."
            .formatted(folder, what)
        + " Put the same folder back, or stop the server and restore a backup.";
  }
}
