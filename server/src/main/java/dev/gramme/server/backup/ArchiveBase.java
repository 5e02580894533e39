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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Writes the backups of an archive, with which restores begin, and removes old ones. */
final class ArchiveBase {
  private static final String WORK = "archive";
  private static final String CHECKPOINT = "checkpoint";
  private static final Duration LONGEST_LOG = Duration.ofHours(24);
  private static final Duration SHORTEST_LOG = Duration.ofHours(1);
  private static final long LARGE_LOG_BYTES = 1L << 30;

  private final Path work;
  private final Repository repository;
  private final PlaceClaim claim;
  private final Duration keep;
  private final String version;
  private final AdvancingClock clock;
  private final LongSupplier nanoTime;

  private volatile @Nullable String generation;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * The time of the newest backup. Like the next field, it belongs to the thread that writes
   * backups.
   */
  private long newestNanos;

  /** The bytes of the log that had been sent before the newest backup. */
  private long sentBytesBefore;

  /**
   * Writes to a repository.
   *
   * @param data the data folder
   * @param claim to the repository
   * @param keep how long every moment can be restored
   * @param version the version of Gramme
   * @param nanoTime a clock that nobody sets, for the time between backups
   */
  ArchiveBase(
      Path data,
      Repository repository,
      PlaceClaim claim,
      Duration keep,
      String version,
      AdvancingClock clock,
      LongSupplier nanoTime) {
    this.work = DataFolder.work(data).resolve(WORK);
    this.repository = repository;
    this.claim = claim;
    this.keep = keep;
    this.version = version;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /** Whether the newest backup is continued by the generation of a position. */
  boolean isOf(LogPosition position) {
    return position.generation().equals(generation);
  }

  /**
   * Whether a backup is due, so that a restore need not replay a long log.
   *
   * @param next a position in the log
   * @param sentBytes the bytes of the log that this process has sent
   */
  boolean isNeeded(LogPosition next, long sentBytes) {
    Duration age = Duration.ofNanos(nanoTime.getAsLong() - newestNanos);
    return !isOf(next)
        || age.compareTo(LONGEST_LOG) > 0
        || (sentBytes - sentBytesBefore > LARGE_LOG_BYTES && age.compareTo(SHORTEST_LOG) > 0);
  }

  /**
   * Finds the newest backup, in case that the log of a process before this one continues it.
   *
   * @param next a position in the log of this process
   */
  void find(LogPosition next) throws BackupException {
    List<Repository.Backup> backups = repository.backups();
    if (backups.isEmpty()) {
      return;
    }
    Optional<LogPosition> log;
    try {
      log = repository.manifest(backups.getLast()).log();
    } catch (BadContentException e) {
      LoggerFactory.getLogger(ArchiveBase.class)
          .warn("A new backup replaces the newest one in the archive: {}", e.getMessage());
      return;
    }
    if (log.isPresent() && log.get().generation().equals(next.generation())) {
      generation = next.generation();
      Duration age = Duration.between(backups.getLast().time(), clock.computerTime());
      newestNanos = nanoTime.getAsLong() - (age.isNegative() ? 0 : age.toNanos());
    }
  }

  /** The folder of the checkpoint from which a backup is written. */
  static Path checkpoint(Path data) {
    return DataFolder.work(data).resolve(WORK).resolve(CHECKPOINT);
  }

  int count() {
    return count.get();
  }

  /**
   * Writes a backup.
   *
   * @param next a position in the log before the checkpoint of the databases
   */
  void write(LogPosition next, SortedMap<String, RocksStore> stores, long sentBytes)
      throws BackupException, IOException {
    var _ = claim.require();
    long moment = nanoTime.getAsLong();
    Path root = work.resolve(CHECKPOINT);
    Folders.delete(root);
    try {
      for (Map.Entry<String, RocksStore> store : stores.entrySet()) {
        Path folder = root.resolve(store.getKey());
        Files.createDirectories(Optional.ofNullable(folder.getParent()).orElse(work));
        store.getValue().checkpoint(folder);
      }
      var copy = new DatabaseCopy.Checkpoints(root, List.copyOf(stores.keySet()));
      var _ = BackupRun.run(copy, work.resolve("hashes"), next, repository, claim, version, clock);
    } finally {
      deleteCheckpoint(root);
    }
    newestNanos = moment;
    sentBytesBefore = sentBytes;
    count.incrementAndGet();
    generation = next.generation(); // last, so that the backup counts once it is found
  }

  /** A failure has no effect on the backup. The next one deletes the checkpoint first. */
  private static void deleteCheckpoint(Path root) {
    try {
      Folders.delete(root);
    } catch (IOException e) {
      LoggerFactory.getLogger(ArchiveBase.class)
          .warn("A checkpoint keeps old files on the disk: {}", FileFaults.inWords(e));
    }
  }

  /**
   * Removes what is too old. Every moment after {@code keep} needs the newest backup before it, and
   * the log from there. If it fails, it is repeated after the next backup.
   *
   * @param next a position in the current generation of the log
   */
  void removeOld(LogPosition next) throws BackupException, IOException {
    Instant now = clock.computerTime();
    repository.removeIncomplete(now);
    Instant oldest = now.minus(keep);
    List<Repository.Backup> backups = repository.backups();
    int first = 0;
    while (first + 1 < backups.size() && !backups.get(first + 1).time().isAfter(oldest)) {
      first++;
    }
    if (first == 0) {
      return;
    }
    var _ = claim.require(); // another folder may have taken the place over during the backup
    repository.remove(backups.subList(0, first));
    var logs = new ArrayList<LogPosition>();
    for (Repository.Backup backup : backups.subList(first, backups.size())) {
      repository.manifest(backup).log().ifPresent(logs::add);
    }
    repository.log().removeAllBut(logs, next.generation());
    var _ = repository.removeUnnamedObjects(now);
  }
}
