package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of a database that no process uses, or of a checkpoint. While this object is open, no
 * process can open the database.
 */
public final class DatabaseFiles implements AutoCloseable {
  private final StoreFolder folder;

  private DatabaseFiles(StoreFolder folder) {
    this.folder = folder;
  }

  /** Whether a folder contains a complete database. */
  public static boolean exist(Path folder) {
    return Files.isRegularFile(folder.resolve(FolderFormat.FILE));
  }

  /**
   * Locks the database in a folder; empty if another process uses it.
   *
   * @throws StorageException if the database has another format or the folder cannot be used
   */
  public static Optional<DatabaseFiles> lock(Path folder) {
    try {
      return Optional.of(new DatabaseFiles(StoreFolder.open(folder)));
    } catch (FolderInUseException e) {
      return Optional.empty();
    }
  }

  /** The name of a database's format, such as {@code rocksdb 1}. */
  public static String format(Path folder) throws IOException {
    return Files.readString(folder.resolve(FolderFormat.FILE)).strip();
  }

  /**
   * The files that make up a database, without locks and RocksDB's own log. The file that marks the
   * database as complete is the last one.
   */
  public static List<Path> list(Path folder) throws IOException {
    var files = new ArrayList<Path>();
    try (Stream<Path> names = Files.list(StoreFolder.database(folder))) {
      names.filter(Files::isRegularFile).filter(DatabaseFiles::isPart).sorted().forEach(files::add);
    }
    files.add(folder.resolve(FolderFormat.FILE));
    return files;
  }

  private static boolean isPart(Path file) {
    String name = String.valueOf(file.getFileName());
    return !name.equals("LOCK") && !name.equals("LOG") && !name.startsWith("LOG.old.");
  }

  /** Whether the content of a file never changes: RocksDB writes a sorted file once. */
  public static boolean isImmutable(Path file) {
    return String.valueOf(file.getFileName()).endsWith(".sst");
  }

  @Override
  public void close() {
    folder.close();
  }
}
