package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a database: {@code gramme.lock} names the process that uses it or has used it last,
 * {@code gramme.format} names its format, and {@code rocksdb} has RocksDB's files.
 */
final class StoreFolder implements AutoCloseable {
  private static final String LOCK = "gramme.lock";
  private static final String DATABASE = "rocksdb";

  /** Beyond the process id, since some systems do not let other processes read a locked range. */
  private static final long LOCKED_AT = 1 << 20;

  private final Path folder;
  private final FileChannel lockFile;

  private StoreFolder(Path folder, FileChannel lockFile) {
    this.folder = folder;
    this.lockFile = lockFile;
  }

  /** Creates the folder if it does not exist, locks it, and upgrades or refuses another format. */
  static StoreFolder open(Path folder) {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder);
        flushNames(folder.toAbsolutePath().getParent());
      }
      StoreFolder opened = new StoreFolder(folder, lock(folder));
      try {
        opened.checkFormat();
        return opened;
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StorageException(
          "The folder " + folder + " cannot be used: " + FileFault.inWords(e), e);
    }
  }

  private static FileChannel lock(Path folder) throws IOException {
    Path path = lockFile(folder);
    FileChannel file =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!tryLock(file)) {
      file.close();
      throw new FolderInUseException(
          "The folder %s is already in use by %s."
              .formatted(folder, owner(Files.readString(path).strip())));
    }
    byte[] pid = (ownPid() + "\n").getBytes(StandardCharsets.US_ASCII);
    file.truncate(0);
    file.write(ByteBuffer.wrap(pid), 0);
    return file;
  }

  /**
   * The process that holds the lock, in words.
   *
   * @param pid its process id; empty if it has locked the file but not written its id yet
   */
  private static String owner(String pid) {
    if (pid.isEmpty()) {
      return "another process";
    }
    return (pid.equals(ownPid()) ? "this process" : "another process") + " (pid " + pid + ")";
  }

  private static String ownPid() {
    return String.valueOf(ProcessHandle.current().pid());
  }

  private static boolean tryLock(FileChannel file) throws IOException {
    try {
      FileLock lock = file.tryLock(LOCKED_AT, 1, false);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // this process already holds the lock
    }
  }

  private void checkFormat() throws IOException {
    if (Files.exists(folder.resolve(FolderFormat.FILE))) {
      FolderFormat.CURRENT.upgrade(folder);
    } else if (isEmpty()) {
      FolderFormat.CURRENT.mark(folder);
    } else {
      throw new StorageException(
          "The folder %s has files, but is not a database of Gramme: it has no %s."
              .formatted(folder, FolderFormat.FILE));
    }
  }

  /**
   * Ignores folders other than the database's own, since others may have put theirs here, and a
   * format that an earlier start did not complete.
   */
  private boolean isEmpty() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> !Files.isDirectory(file) || file.endsWith(DATABASE))
          .map(file -> String.valueOf(file.getFileName()))
          .allMatch(name -> name.equals(LOCK) || name.equals(FolderFormat.INCOMPLETE_FILE));
    }
  }

  /** Makes new file names in a directory durable. */
  static void flushNames(@Nullable Path directory) throws IOException {
    if (directory == null || System.getProperty("os.name", "").startsWith("Windows")) {
      return; // Windows neither needs nor allows it
    }
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  static Path lockFile(Path folder) {
    return folder.resolve(LOCK);
  }

  Path path() {
    return folder;
  }

  static Path database(Path folder) {
    return folder.resolve(DATABASE);
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new StorageException(
          "The lock of " + folder + " cannot be released: " + FileFault.inWords(e), e);
    }
  }
}
