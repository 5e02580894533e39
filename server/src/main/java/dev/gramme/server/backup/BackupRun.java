package dev.gramme.server.backup;

import dev.gramme.server.backup.DatabaseCopy.Source;
import dev.gramme.server.backup.Manifest.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Writes one backup. Only files whose content the repository does not have are sent. */
final class BackupRun {
  /** The claim is required again at least once for so many bytes. */
  private static final long CLAIMED_BYTES = 16L << 20;

  private final DatabaseCopy data;
  private final Repository repository;
  private final PlaceClaim claim;
  private final FileHashes hashes;
  private final Progress progress;

  private BackupRun(
      DatabaseCopy data,
      Repository repository,
      PlaceClaim claim,
      FileHashes hashes,
      Progress progress) {
    this.data = data;
    this.repository = repository;
    this.claim = claim;
    this.hashes = hashes;
    this.progress = progress;
  }

  /**
   * A written backup.
   *
   * @param sentBytes bytes of files that were sent
   * @param reusedBytes bytes of files that the repository already had
   */
  record Result(Repository.Backup backup, Manifest manifest, long sentBytes, long reusedBytes) {}

  /**
   * Writes a backup. The caller has the {@link FolderLock}.
   *
   * @param claim to the repository. It is required again and again, because a place may be
   *     unmounted meanwhile, and another data folder may take it over
   * @param version the version of Gramme
   */
  static Result run(
      Path folder,
      DataFolder.Server server,
      Repository repository,
      PlaceClaim claim,
      String version,
      InstantSource clock,
      Progress progress)
      throws BackupException, IOException {
    try (DataFolder data = DataFolder.open(folder, server)) {
      var hashes = FileHashes.read(DataFolder.work(folder).resolve("hashes"));
      return new BackupRun(data, repository, claim, hashes, progress)
          .run(version, new AdvancingClock(clock), Optional.empty());
    }
  }

  /**
   * Writes a backup that the log of an archive continues.
   *
   * @param cache the file with the hashes of files
   * @param log where the log begins
   * @param claim to the repository
   */
  static Result run(
      DatabaseCopy data,
      Path cache,
      LogPosition log,
      Repository repository,
      PlaceClaim claim,
      String version,
      AdvancingClock clock)
      throws BackupException, IOException {
    var silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), () -> 0);
    return new BackupRun(data, repository, claim, FileHashes.read(cache), silent)
        .run(version, clock, Optional.of(log));
  }

  private Result run(String version, AdvancingClock clock, Optional<LogPosition> log)
      throws BackupException, IOException {
    repository.newestTime().ifPresent(clock::follow);
    // No write in the backup may be later.
    var time = clock.wholeMillis();
    Map<StoredFile, Path> contents = new HashMap<>();
    var files = new ArrayList<StoredFile>();
    for (Source source : data.files()) {
      var file =
          new StoredFile(
              source.path(),
              Files.size(source.content()),
              hashes.of(source.path(), source.content()));
      files.add(file);
      contents.put(file, source.content());
    }
    var manifest = new Manifest(time, version, data.format(), data.folders(), files, log);
    long sent = send(missing(files), contents);
    repository.requireObjects(manifest);
    var _ = claim.require();
    var backup = repository.add(manifest);
    keepHashes();
    return new Result(backup, manifest, sent, manifest.sizeBytes() - sent);
  }

  /** The backup exists, so a failure only makes the next one read its files again. */
  private void keepHashes() {
    try {
      hashes.write();
    } catch (IOException e) {
      LoggerFactory.getLogger(BackupRun.class)
          .warn(
              "The next backup reads all files, because their hashes cannot be kept: {}",
              FileFaults.inWords(e));
    }
  }

  private List<StoredFile> missing(List<StoredFile> files) throws BackupException {
    Map<String, Long> objects = repository.objects();
    var missing = new ArrayList<StoredFile>();
    for (StoredFile file : files) {
      Long size = objects.put(file.sha256(), file.sizeBytes());
      if (size == null || size != file.sizeBytes()) {
        missing.add(file);
      }
    }
    return missing;
  }

  private long send(List<StoredFile> files, Map<StoredFile, Path> contents)
      throws BackupException, IOException {
    long bytes = files.stream().mapToLong(StoredFile::sizeBytes).sum();
    progress.begin("sending", files.size(), bytes);
    long unclaimed = CLAIMED_BYTES; // the databases may have been copied and hashed for hours
    for (StoredFile file : files) {
      if (Thread.currentThread().isInterrupted()) {
        throw new BackupException("the backup was interrupted");
      }
      Path content = contents.get(file);
      if (content == null) {
        throw new IllegalStateException("a file without content: " + file.path());
      }
      unclaimed += file.sizeBytes();
      if (unclaimed >= CLAIMED_BYTES) {
        var _ = claim.require();
        unclaimed = 0;
      }
      try (InputStream stream = Files.newInputStream(content)) {
        repository.send(stream, file, progress::add);
      }
      progress.fileDone();
    }
    progress.end();
    return bytes;
  }
}
