package dev.gramme.server.backup;

import dev.gramme.server.backup.Manifest.StoredFile;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads backups back. Every file is compared with its hash. */
final class RestoreRun {
  private final Repository repository;
  private final Progress progress;

  RestoreRun(Repository repository, Progress progress) {
    this.repository = repository;
    this.progress = progress;
  }

  /**
   * Restores a backup to a folder that is empty or does not exist. The files are first written to a
   * folder beside it, which then gets its name, so the folder has all files or none.
   *
   * @return the time of the last group that was restored from the log
   */
  Optional<Instant> restore(RestorePoint point, Path data) throws BackupException, IOException {
    requireEmpty(data);
    Path growing = sibling(data);
    try {
      write(point.manifest(), growing);
      Optional<Instant> newest = LogReplay.run(repository, point, growing, progress);
      Files.move(growing, data, StandardCopyOption.ATOMIC_MOVE);
      Path parent = data.toAbsolutePath().getParent();
      if (parent != null) {
        Folders.flush(parent);
      }
      return newest;
    } finally {
      Folders.delete(growing);
    }
  }

  /** Fails if a folder has content. */
  static void requireEmpty(Path data) throws BackupException, IOException {
    if (!Folders.isEmpty(data)) {
      throw new BackupException(
          "the folder %s is not empty; a restore needs an empty or new folder".formatted(data));
    }
  }

  /** Where a restore to a folder is prepared. */
  static Path sibling(Path data) {
    Path absolute = data.toAbsolutePath().normalize();
    return absolute.resolveSibling("." + absolute.getFileName() + ".restoring");
  }

  /**
   * Restores a backup to a temporary folder, opens its databases, compares all blocks with their
   * checksums, and deletes the folder.
   */
  void verify(RestorePoint point, Path trial) throws BackupException, IOException {
    try {
      write(point.manifest(), trial);
      var _ = LogReplay.run(repository, point, trial, progress);
      for (String folder : point.manifest().folders()) {
        Path database = inside(trial, folder);
        try (var store = RocksStore.open(RocksStoreOptions.of(database))) {
          store.verifyChecksums();
        }
      }
    } catch (StorageException e) {
      throw new BackupException(String.valueOf(e.getMessage()), e);
    } finally {
      Folders.delete(trial);
    }
  }

  /** The folder of a restored database, which is inside of the restored data folder. */
  static Path inside(Path root, String folder) throws BackupException {
    Path database = root.resolve(folder).normalize();
    if (!database.startsWith(root.normalize())) {
      throw new BackupException("the backup has a database outside of its folder: " + folder);
    }
    return database;
  }

  private void write(Manifest manifest, Path target) throws BackupException, IOException {
    Path folder = target.normalize(); // "./data" by default
    Folders.delete(folder); // an interrupted restore leaves one behind
    Files.createDirectories(folder);
    repository.requireObjects(manifest);
    progress.begin("restoring", manifest.files().size(), manifest.sizeBytes());
    Set<Path> parents = new LinkedHashSet<>();
    for (StoredFile file : manifest.files()) {
      Path path = folder.resolve(file.path()).normalize();
      if (!path.startsWith(folder) || path.equals(folder)) {
        throw new BackupException("the backup has a file outside of its folder: " + file.path());
      }
      Path parent = path.getParent();
      if (parent != null && parents.add(parent)) {
        Files.createDirectories(parent);
      }
      try (var out = new FileOutputStream(path.toFile())) {
        repository.fetch(file, out, progress::add);
        out.getFD().sync();
      }
      progress.fileDone();
    }
    for (Path parent : parents) {
      Folders.flush(parent);
    }
    progress.end();
  }
}
