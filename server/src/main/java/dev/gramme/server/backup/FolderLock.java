package dev.gramme.server.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lock of the commands that back up a data folder. A command holds it until it has deleted old
 * backups: a place belongs to one data folder, so no object is deleted while another command is
 * about to name it in a manifest.
 */
final class FolderLock implements AutoCloseable {
  private final FileChannel file;

  private FolderLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Locks a data folder.
   *
   * @throws BackupException if the folder has no database, or another command has the lock
   */
  static FolderLock of(Path data) throws BackupException, IOException {
    if (DataFolder.databases(data).isEmpty()) {
      throw new BackupException("there is no database in " + data);
    }
    Files.createDirectories(DataFolder.work(data));
    FileChannel file =
        FileChannel.open(
            DataFolder.work(data).resolve("lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    if (!isLocked(file)) {
      file.close();
      throw new BackupException("another backup of " + data + " is running");
    }
    return new FolderLock(file);
  }

  private static boolean isLocked(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another command in this process
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
