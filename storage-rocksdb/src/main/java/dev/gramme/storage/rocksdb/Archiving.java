package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What an archive must know of the writes of a database: whether one has failed. RocksDB uses the
 * sequence numbers of a failed write again, and its log may have both writes. Then neither a
 * running archiver nor a later process may continue the archive with this log. Thread-safe.
 */
final class Archiving {
  private final Path folder;
  private final DiskHealth health;
  private long failedWrites;

  /** Whether the mark is to be deleted before the next write. */
  private boolean isMarkWrong;

  Archiving(Path folder, DiskHealth health) {
    this.folder = folder;
    this.health = health;
  }

  /** The number of failed writes. */
  synchronized long failedWrites() {
    return failedWrites;
  }

  /** Notes that a write has failed. */
  synchronized void writeFailed() {
    failedWrites++;
    isMarkWrong = true;
  }

  /**
   * Deletes the mark, if a write has failed since the last call.
   *
   * @throws StorageException if that is not possible
   */
  synchronized void beforeWrite() {
    if (!isMarkWrong) {
      return;
    }
    try {
      if (!health.isFolderLost()) { // otherwise the folder may now belong to another database
        ArchivedMark.delete(folder);
      }
      isMarkWrong = false;
    } catch (IOException e) {
      throw new StorageException(
          "The file %s in %s cannot be deleted: %s"
              .formatted(ArchivedMark.FILE, folder, FileFault.inWords(e)),
          e);
    }
  }

  /**
   * Stores how far the archive is.
   *
   * @param failuresBefore the number of failed writes when the log was opened; after another one,
   *     nothing is stored
   */
  synchronized void mark(ArchivedMark mark, long failuresBefore) throws IOException {
    if (failedWrites == failuresBefore && !isMarkWrong && !health.isFolderLost()) {
      mark.write(folder);
    }
  }
}
