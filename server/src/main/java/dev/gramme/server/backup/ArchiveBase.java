package dev.gramme.server.backup;

import dev.gramme.storage.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Writes the backups of an archive, with which restores begin, and removes old ones. */
final class ArchiveBase {
  private static final String WORK = "archive";
  private static final String CHECKPOINT = "checkpoint";

  private final Path work;
  private final Repository repository;
  private final PlaceClaim claim;
  private final Duration keep;
  private final String version;
  private final AdvancingClock clock;

  private volatile @Nullable String generation;
  private final AtomicInteger count = new AtomicInteger();

  /** It belongs to the thread that writes backups. */
  private long sentBytesBefore;

  /**
   * Writes to a repository.
   *
   * @param data the data folder
   * @param claim to the repository
   * @param keep how long every moment can be restored
   * @param version the version of Gramme
   */
  ArchiveBase(
      Path data,
      Repository repository,
      PlaceClaim claim,
      Duration keep,
      String version,
      AdvancingClock clock) {
    this.work = DataFolder.work(data).resolve(WORK);
    this.repository = repository;
    this.claim = claim;
    this.keep = keep;
    this.version = version;
    this.clock = clock;
  }

  /** Whether the newest backup is continued by the generation of a position. */
  boolean isOf(LogPosition position) {
    return position.generation().equals(generation);
  }

  /**
   * Finds the newest backup, in case that the log of a process before this one continues it.
   *
   * @param next a position in the log of this process
   * @return the time of the backup; empty if its log is another generation
   */
  Optional<Instant> find(LogPosition next) throws BackupException {
    List<Repository.Backup> backups = repository.backups();
    if (backups.isEmpty()) {
      return Optional.empty();
    }
    Optional<LogPosition> log;
    try {
      log = repository.manifest(backups.getLast()).log();
    } catch (BackupException e) {
      LoggerFactory.getLogger(ArchiveBase.class)
          .warn("A new backup replaces the newest one in the archive: {}", e.getMessage());
      return Optional.empty();
    }
    if (log.isEmpty() || !log.get().generation().equals(next.generation())) {
      return Optional.empty();
    }
    generation = next.generation();
    return Optional.of(backups.getLast().time());
  }

  /** The bytes of the log that had been sent before the newest backup. */
  long sentBytesBefore() {
    return sentBytesBefore;
  }

  /** The folder of the checkpoint from which a backup is written. */
  static Path checkpoint(Path data) {
    return DataFolder.work(data).resolve(WORK).resolve(CHECKPOINT);
  }

  int count() {
    return count.get();
  }

  /**
   * Writes a backup, then removes what is too old.
   *
   * @param next a position in the log before the checkpoint of the databases
   */
  void write(LogPosition next, SortedMap<String, RocksStore> stores, long sentBytes)
      throws BackupException, IOException {
    claim.require();
    Path root = work.resolve(CHECKPOINT);
    Folders.delete(root);
    try {
      for (Map.Entry<String, RocksStore> store : stores.entrySet()) {
        Path folder = root.resolve(store.getKey());
        Files.createDirectories(Optional.ofNullable(folder.getParent()).orElse(work));
        store.getValue().checkpoint(folder);
      }
      var copy = new DatabaseCopy.Checkpoints(root, List.copyOf(stores.keySet()));
      var _ = BackupRun.run(copy, work.resolve("hashes"), next, repository, version, clock);
    } finally {
      Folders.delete(root);
    }
    sentBytesBefore = sentBytes;
    generation = next.generation();
    count.incrementAndGet();
    repository.removeIncomplete(clock.computerTime());
    expire(clock.computerTime(), next.generation());
  }

  /** Every moment after {@code keep} needs the newest backup before it, and the log from there. */
  private void expire(Instant now, String current) throws BackupException, IOException {
    Instant oldest = now.minus(keep);
    List<Repository.Backup> backups = repository.backups();
    int first = 0;
    while (first + 1 < backups.size() && !backups.get(first + 1).time().isAfter(oldest)) {
      first++;
    }
    if (first == 0) {
      return;
    }
    claim.require(); // another folder may have taken the place over during the backup
    repository.remove(backups.subList(0, first));
    var logs = new ArrayList<LogPosition>();
    for (Repository.Backup backup : backups.subList(first, backups.size())) {
      repository.manifest(backup).log().ifPresent(logs::add);
    }
    repository.log().removeAllBut(logs, current);
    var _ = repository.removeUnnamedObjects(now);
  }
}
