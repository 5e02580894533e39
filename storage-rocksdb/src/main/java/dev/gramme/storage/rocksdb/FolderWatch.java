package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Notices that the folder of an open database is deleted, moved away or replaced. The operating
 * system does not report it: files that are open are written to although they have no name any
 * more, and everything that was acknowledged since then is gone with the process.
 *
 * <p>Two files stay the same for as long as a database is open: the lock of its folder and
 * RocksDB's own. They are compared by what the file system calls their identity (device and inode),
 * where it has one.
 */
final class FolderWatch {
  private static final String LOCK = "LOCK";
  private static final String CURRENT = "CURRENT";

  private final Path folder;

  /** Files and their identities; without one, only that the file exists matters. */
  private final Map<Path, Optional<Object>> files = new LinkedHashMap<>();

  /** Watches the folder of a database that is open. */
  FolderWatch(Path folder) throws IOException {
    this.folder = folder;
    for (Path file :
        new Path[] {StoreFolder.lockFile(folder), StoreFolder.database(folder).resolve(LOCK)}) {
      files.put(file, identity(file));
    }
    // RocksDB replaces this one now and then.
    files.put(StoreFolder.database(folder).resolve(CURRENT), Optional.empty());
  }

  private static Optional<Object> identity(Path file) throws IOException {
    return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
  }

  /** What is wrong with the folder, in one line for an operator; nothing if it is the same. */
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
