package dev.gramme.server.backup;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a restore reads: a backup, and from an archive the log after it. A moment can be restored
 * only if the log proves that no write before it is missing. Otherwise there is no restore point,
 * and nothing is restored.
 *
 * @param segments all that may have groups of the moment or before it, without a gap
 * @param at the moment; empty for the newest state
 * @param later the backups after this one, the oldest first
 */
record RestorePoint(
    Repository.Backup backup,
    Manifest manifest,
    List<LogObjects.Stored> segments,
    Optional<Instant> at,
    List<Repository.Backup> later) {
  RestorePoint {
    segments = List.copyOf(segments);
    later = List.copyOf(later);
  }

  /** A backup itself, without the log after it. */
  static RestorePoint of(Repository repository, Repository.Backup backup) throws BackupException {
    return new RestorePoint(
        backup, repository.manifest(backup), List.of(), Optional.empty(), List.of());
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
    int number = backups.indexOf(backup);
    List<Repository.Backup> later = backups.subList(number + 1, backups.size());
    if (manifest.log().isEmpty()) {
      return new RestorePoint(backup, manifest, List.of(), at, later);
    }
    LogPosition first = manifest.log().get();
    List<LogObjects.Stored> log = repository.log().from(first);
    if (at.isPresent() && !hasReached(log, at.get())) {
      throw new BackupException(
          "%s cannot be restored: %s"
              .formatted(
                  at.get(),
                  gap(
                      repository,
                      lastBefore(repository, backups.subList(0, number + 1)),
                      firstAfter(repository, later))));
    }
    List<LogObjects.Stored> segments = until(at.orElse(Instant.MAX), log);
    var point = new RestorePoint(backup, manifest, segments, at, later);
    point.requireWhole(repository, first);
    return point;
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

  /**
   * Whether a log shows that no write before a moment is missing. A server sends a segment now and
   * then although nothing was written, so a log that ends shows that the server has not reached the
   * archive since. The time of a backup also needs this: the backup lacks the writes that were
   * acknowledged while its databases were copied.
   */
  private static boolean hasReached(List<LogObjects.Stored> log, Instant moment) {
    return log.stream().anyMatch(segment -> !segment.time().isBefore(moment));
  }

  /** The last moment that some backups and the logs after them can restore. */
  private static Optional<Instant> lastBefore(
      Repository repository, List<Repository.Backup> backups) {
    return backups.reversed().stream()
        .flatMap(backup -> last(repository, backup).stream())
        .findFirst();
  }

  /** The first moment that some backups and the logs after them can restore. */
  private static Optional<Instant> firstAfter(
      Repository repository, List<Repository.Backup> backups) {
    return backups.stream()
        .filter(backup -> last(repository, backup).isPresent())
        .map(Repository.Backup::time)
        .findFirst();
  }

  /**
   * The last moment that a backup and the log after it can restore; empty if they can restore only
   * their newest state, or nothing.
   */
  private static Optional<Instant> last(Repository repository, Repository.Backup backup) {
    try {
      Optional<LogPosition> log = repository.manifest(backup).log();
      return log.isEmpty()
          ? Optional.of(backup.time())
          : repository.log().from(log.get()).stream()
              .map(LogObjects.Stored::time)
              .max(Instant::compareTo)
              .filter(newest -> !newest.isBefore(backup.time()));
    } catch (BackupException e) {
      return Optional.empty(); // only advice; a restore of this backup names the reason
    }
  }

  /** Why a moment cannot be restored, and which ones around it can. */
  private static String gap(
      Repository repository, Optional<Instant> before, Optional<Instant> after) {
    if (before.isPresent() && after.isPresent()) {
      return "%s has no changes between %s and %s; --at %s restores the last moment before this gap, --at %s the first one after it"
          .formatted(repository, before.get(), after.get(), before.get(), after.get());
    }
    if (before.isPresent()) {
      return "%s has no changes after %s; --at %s restores this moment, and without --at the newest state is restored"
          .formatted(repository, before.get(), before.get());
    }
    if (after.isPresent()) {
      return "%s lacks changes before %s; --at %s restores this moment"
          .formatted(repository, after.get(), after.get());
    }
    return "%s lacks changes until then; without --at the newest state is restored"
        .formatted(repository);
  }

  /**
   * The segments that may have groups of a moment or before it. If a segment has a later time than
   * one behind it, the clock was set back in between, and only the time of the last one shows how
   * far the log is complete. The first segments may be earlier than the backup: they have the
   * writes that were acknowledged while its databases were copied.
   */
  private static List<LogObjects.Stored> until(Instant at, List<LogObjects.Stored> log) {
    var complete = new Instant[log.size()];
    Instant least = Instant.MAX;
    for (int i = log.size() - 1; i >= 0; i--) {
      Instant time = log.get(i).time();
      least = time.isBefore(least) ? time : least;
      complete[i] = least;
    }
    Instant before = Instant.MIN;
    for (int i = 0; i < log.size(); i++) {
      // The segments of one shipment may have the same time; only together they have all groups.
      if (!before.isBefore(at) && !log.get(i).time().equals(before)) {
        return log.subList(0, i);
      }
      before = complete[i];
    }
    return log;
  }

  /** Fails if the segments have a gap. */
  private void requireWhole(Repository repository, LogPosition first) throws BackupException {
    for (int i = 0; i < segments.size(); i++) {
      if (segments.get(i).position().segment() != first.segment() + i) {
        throw new BackupException(
            "a segment of the log is missing before %s; %s"
                .formatted(segments.get(i).key(), around(repository, i)));
      }
    }
  }

  /**
   * How to restore something else, because the log cannot be read from a segment on. The advice is
   * to delete segments only if there is no later backup, because its log may be behind them.
   */
  String around(Repository repository, int index) {
    Optional<Instant> before = before(index);
    if (before.isEmpty() && later.isEmpty()) {
      return "in a copy of the archive, or while no server uses it, delete %s and all later segments of its folder; then a restore without --at has the backup of %s and what is before the segment"
          .formatted(segments.get(index).key(), manifest.time());
    }
    var ways = new ArrayList<String>();
    before.map("--at %s restores what is before it"::formatted).ifPresent(ways::add);
    if (!later.isEmpty()) {
      ways.add(
          firstAfter(repository, later)
              .map("--at %s restores the next backup"::formatted)
              .orElse("without --at the newest state is restored"));
    }
    return String.join(", and ", ways);
  }

  /**
   * A moment whose restore reads neither the segment nor others with the same time. There is none
   * if the log before the segment has not reached the time of the backup.
   */
  private Optional<Instant> before(int index) {
    Instant time = segments.get(index).time();
    int last = index - 1;
    while (last >= 0 && segments.get(last).time().equals(time)) {
      last--;
    }
    return last < 0 || segments.get(last).time().isBefore(manifest.time())
        ? Optional.empty()
        : Optional.of(segments.get(last).time());
  }
}
