package dev.gramme.server.backup;

import dev.gramme.server.files.Subfolders;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.rocksdb.DatabaseFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a data folder, while a backup reads them. Databases that no process uses are
 * locked and read directly. For databases of a running server, the server writes a checkpoint in
 * the folder's subfolder {@code .backup}: a copy of the folders with links to the databases' files.
 */
public final class DataFolder implements DatabaseCopy, AutoCloseable {
  private final Path data;
  private final List<Path> databases;
  private final List<DatabaseFiles> unused = new ArrayList<>();
  private final List<Path> inUse = new ArrayList<>();

  private DataFolder(Path data) throws IOException {
    this.data = data;
    this.databases = databases(data);
  }

  /** Asks the running server for its checkpoint. */
  @FunctionalInterface
  interface Server {
    /** Returns when the checkpoint is complete. */
    void checkpoint() throws BackupException;
  }

  /** The folder of files that belong to backups. A region's name never begins with a dot. */
  static Path work(Path data) {
    return data.resolve(".backup");
  }

  /** The folder of the checkpoint that a running server writes. */
  public static Path checkpoint(Path data) {
    return work(data).resolve("checkpoint");
  }

  /**
   * Prepares the databases for a backup. The caller has the {@link FolderLock}.
   *
   * @throws BackupException if the server cannot write a checkpoint
   */
  static DataFolder open(Path data, Server server) throws BackupException, IOException {
    var folder = new DataFolder(data);
    try {
      folder.prepare(server);
      return folder;
    } catch (BackupException | IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * The folders with a database: the data folder, and folders of regions below it, which may be
   * symbolic links. No other folders are read, because a running server creates and deletes files
   * in them.
   *
   * @throws NoSuchFileException if there is no data folder
   */
  public static List<Path> databases(Path data) throws IOException {
    if (!Files.isDirectory(data)) {
      throw new NoSuchFileException(data.toString());
    }
    var folders = new ArrayList<Path>(List.of(data));
    folders.addAll(Subfolders.of(data));
    folders.addAll(Subfolders.of(data.resolve("regions")));
    for (Path key : Subfolders.of(data.resolve("keys"))) {
      folders.addAll(Subfolders.of(key));
    }
    return folders.stream().filter(DatabaseFiles::exist).sorted().toList();
  }

  private void prepare(Server server) throws BackupException, IOException {
    Folders.delete(checkpoint(data)); // a killed backup leaves one behind
    for (Path database : databases) {
      Optional<DatabaseFiles> files = DatabaseFiles.lock(database);
      files.ifPresentOrElse(unused::add, () -> inUse.add(database));
    }
    if (!inUse.isEmpty()) {
      server.checkpoint();
    }
    for (Path database : inUse) {
      if (!DatabaseFiles.exist(copy(database))) {
        throw new BackupException(
            "%s is in use by a process other than the server of %s".formatted(database, data));
      }
    }
  }

  private Path copy(Path database) {
    return checkpoint(data).resolve(data.relativize(database));
  }

  @Override
  public List<String> folders() {
    return databases.stream().map(this::path).toList();
  }

  @Override
  public String format() throws IOException {
    return DatabaseFiles.format(databases.getFirst());
  }

  @Override
  public List<Source> files() throws IOException {
    var files = new ArrayList<Source>();
    for (Path database : databases) {
      Path root = inUse.contains(database) ? checkpoint(data) : data;
      Path folder = inUse.contains(database) ? copy(database) : database;
      files.addAll(DatabaseCopy.files(root, folder));
    }
    return files;
  }

  private String path(Path database) {
    return DatabaseCopy.slashes(data.relativize(database));
  }

  /** Deletes the checkpoint and unlocks the databases. */
  @Override
  public void close() throws IOException {
    @Nullable StorageException fault = null;
    for (DatabaseFiles files : unused) {
      try {
        files.close();
      } catch (StorageException e) {
        fault = e;
      }
    }
    Folders.delete(checkpoint(data));
    if (fault != null) {
      throw fault;
    }
  }
}
