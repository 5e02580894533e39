package dev.gramme.server.backup;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a restore reads: a backup, and from an archive the log after it. A moment can be restored
 * only if the log proves that no write before it is missing. Otherwise there is no restore point,
 * and nothing is restored.
 *
 * @param segments all that may have groups of the moment or before it, without a gap
 * @param at the moment; empty for the newest state
 */
record RestorePoint(
    Repository.Backup backup,
    Manifest manifest,
    List<LogObjects.Stored> segments,
    Optional<Instant> at) {
  RestorePoint {
    segments = List.copyOf(segments);
  }

  /** A backup itself, without the log after it. */
  static RestorePoint of(Repository repository, Repository.Backup backup) throws BackupException {
    return new RestorePoint(backup, repository.manifest(backup), List.of(), Optional.empty());
  }

  /**
   * The restore point of a moment.
   *
   * @param at empty for the newest state
   */
  static RestorePoint find(Repository repository, Optional<Instant> at) throws BackupException {
    List<Repository.Backup> backups = repository.backups();
    Repository.Backup backup = newest(repository, backups, at);
    Manifest manifest = repository.manifest(backup);
    if (manifest.log().isEmpty()) {
      return new RestorePoint(backup, manifest, List.of(), at);
    }
    Optional<Repository.Backup> after =
        backups.stream().skip(backups.indexOf(backup) + 1L).findFirst();
    LogPosition first = manifest.log().get();
    List<LogObjects.Stored> log = repository.log().from(first);
    if (at.isPresent()) {
      requireReached(repository, at.get(), reached(backup, log), after);
    }
    List<LogObjects.Stored> segments = until(at.orElse(Instant.MAX), backup.time(), log);
    requireAll(first, backup.time(), segments, after);
    return new RestorePoint(backup, manifest, segments, at);
  }

  private static Repository.Backup newest(
      Repository repository, List<Repository.Backup> backups, Optional<Instant> at)
      throws BackupException {
    if (backups.isEmpty()) {
      throw new BackupException("there is no backup in " + repository);
    }
    return backups.stream()
        .filter(backup -> at.isEmpty() || !backup.time().isAfter(at.get()))
        .reduce((earlier, later) -> later)
        .orElseThrow(() ->
            new BackupException(
                "there is no backup at or before %s in %s; the oldest backup was made at %s"
                    .formatted(at.orElseThrow(), repository, backups.getFirst().time())));
  }

  /** The last moment of which the log shows that no write before it is missing. */
  private static Instant reached(Repository.Backup backup, List<LogObjects.Stored> log) {
    return log.stream()
        .map(LogObjects.Stored::time)
        .filter(time -> time.isAfter(backup.time()))
        .max(Instant::compareTo)
        .orElse(backup.time());
  }

  /**
   * Fails if the log ends before a moment. A server sends a segment now and then although nothing
   * was written, so a log that ends shows that the server has not reached the archive since.
   */
  private static void requireReached(
      Repository repository, Instant at, Instant reached, Optional<Repository.Backup> after)
      throws BackupException {
    if (!at.isAfter(reached)) {
      return;
    }
    if (after.isPresent()) {
      Instant next = after.get().time();
      throw new BackupException(
          "%s cannot be restored: %s has no changes between %s and %s; --at %s restores the last moment before this gap, --at %s the first one after it"
              .formatted(at, repository, reached, next, reached, next));
    }
    throw new BackupException(
        "%s cannot be restored: %s has no changes after %s; --at %s restores this moment, and without --at the newest state is restored"
            .formatted(at, repository, reached, reached));
  }

  /**
   * The segments that may have groups of a moment or before it. If a segment has a later time than
   * one behind it, the clock was set back in between, and only the time of the last one shows how
   * far the log is complete.
   *
   * @param begin the time of the backup
   */
  private static List<LogObjects.Stored> until(
      Instant at, Instant begin, List<LogObjects.Stored> log) {
    var complete = new Instant[log.size()];
    Instant least = Instant.MAX;
    for (int i = log.size() - 1; i >= 0; i--) {
      Instant time = log.get(i).time();
      least = time.isBefore(least) ? time : least;
      complete[i] = least;
    }
    Instant before = begin;
    for (int i = 0; i < log.size(); i++) {
      // The segments of one shipment may have the same time; only together they have all groups.
      if (!before.isBefore(at) && !log.get(i).time().equals(before)) {
        return log.subList(0, i);
      }
      before = complete[i];
    }
    return log;
  }

  private static void requireAll(
      LogPosition first,
      Instant begin,
      List<LogObjects.Stored> segments,
      Optional<Repository.Backup> after)
      throws BackupException {
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).position().segment() != first.segment() + i) {
        throw new BackupException(
            "a segment of the log is missing before %s; %s%s"
                .formatted(
                    segments.get(i).key(),
                    before(begin, segments, i),
                    after
                        .map(backup -> ", --at %s the next backup".formatted(backup.time()))
                        .orElse("")));
      }
    }
  }

  /** Advice for a segment that cannot be read. */
  String before(int index) {
    return before(manifest.time(), segments, index);
  }

  /** A moment whose restore reads neither the segment nor others with the same time. */
  private static String before(Instant begin, List<LogObjects.Stored> segments, int index) {
    Instant time = segments.get(index).time();
    int last = index - 1;
    while (last >= 0 && segments.get(last).time().equals(time)) {
      last--;
    }
    return "--at %s restores what is before it"
        .formatted(last < 0 ? begin : segments.get(last).time());
  }
}
