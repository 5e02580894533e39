package dev.gramme.move.copy;

import dev.gramme.move.CommandException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.Shard;

/**
 * For each shard of a stream, a time before which all its changes have been read.
 *
 * <p>A stream removes changes after 24 hours. A reader whose position is the beginning of a shard
 * receives no error then: it starts with the oldest change that remains. So these times decide
 * whether unread changes may have been removed. They only have lower bounds: the time of the last
 * change, or the time until which a shard had no further changes.
 */
final class ShardTimes {
  /** A stream keeps changes for 24 hours; the clocks of the two sides may differ. */
  private static final Duration KEPT = Duration.ofHours(23);

  /** After this time with empty pages only, a shard is considered read to its end. */
  private static final Duration SETTLED = Duration.ofMinutes(2);

  /** DynamoDB's streams may return empty pages between changes. */
  private static final int SETTLED_PAGES = 10;

  private final String table;
  private final Instant start;
  private final ProgressFile progress;
  private final InstantSource clock;
  private final Map<String, Instant> times = new ConcurrentHashMap<>();
  private final Map<String, EmptyPages> empty = new ConcurrentHashMap<>();

  private record EmptyPages(Instant since, int count) {}

  /**
   * @param start when the copy of the table began: earlier changes are in the scan
   */
  ShardTimes(String table, Instant start, ProgressFile progress, InstantSource clock) {
    this.table = table;
    this.start = start;
    this.progress = progress;
    this.clock = clock;
  }

  /** The name of the record of a shard in the progress file. */
  static String record(String table, String shardId) {
    return "shard " + table + " " + shardId;
  }

  /** A time before which all changes of the shard have been read. */
  Instant until(Shard shard) {
    return times.computeIfAbsent(
        shard.shardId(),
        id ->
            recorded(id)
                // A child has only changes that are later than those of its parent.
                .or(() -> Optional.ofNullable(shard.parentShardId()).flatMap(this::recorded))
                .filter(time -> time.isAfter(start))
                .orElse(start));
  }

  private Optional<Instant> recorded(String shardId) {
    return progress.number(record(table, shardId), "until").map(Instant::ofEpochMilli);
  }

  /**
   * Checks that the answer that has just been received cannot lack a change.
   *
   * @throws CommandException if unread changes of the shard may be older than the stream keeps them
   */
  void requireKept(Shard shard) throws CommandException {
    requireKept(table, until(shard), progress, clock.instant());
  }

  /**
   * Checks that the stream still has all changes since a time.
   *
   * @throws CommandException if it may have removed some
   */
  static void requireKept(String table, Instant since, ProgressFile progress, Instant now)
      throws CommandException {
    if (now.isAfter(since.plus(KEPT))) {
      throw lost(
          table,
          "the changes since %s are not copied yet, and the stream keeps changes for 24 hours"
              .formatted(since.truncatedTo(java.time.temporal.ChronoUnit.SECONDS)),
          progress);
    }
  }

  /** The failure of a copy that cannot be continued. */
  static CommandException lost(String table, String reason, ProgressFile progress) {
    return CommandException.failed(
        "changes of %s may be missing: %s; delete %s and the tables at the target, and copy again"
            .formatted(table, reason, progress.path()));
  }

  /** A page ended with a change of this time. */
  void changed(Shard shard, Instant time) {
    empty.remove(shard.shardId());
    advance(shard, time);
  }

  /**
   * A page was empty. Returns whether the shard's time has advanced, so that it should be recorded.
   */
  boolean wasEmpty(Shard shard) {
    Instant now = clock.instant();
    EmptyPages pages =
        empty.merge(
            shard.shardId(),
            new EmptyPages(now, 1),
            (old, one) -> new EmptyPages(old.since(), old.count() + 1));
    if (pages.count() < SETTLED_PAGES || now.isBefore(pages.since().plus(SETTLED))) {
      return false;
    }
    // The pages begin anew, so that the time advances and is recorded at this interval.
    empty.remove(shard.shardId());
    advance(shard, now.minus(SETTLED));
    return true;
  }

  /** The shard is read again from its recorded position. */
  void restarted(Shard shard) {
    empty.remove(shard.shardId());
  }

  private void advance(Shard shard, Instant time) {
    if (time.isAfter(until(shard))) {
      times.put(shard.shardId(), time);
    }
  }
}
