package dev.gramme.storage.cassandra;

import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows as they were at a time: those that are there since before, and of the past what the
 * first write since then has found. First the former, then the latter: what goes from there to here
 * in between is found here.
 *
 * <p>The time must be settled in the buckets that are read: no transaction may be executed there
 * any more with an earlier time.
 */
final class AsOf {
  private static final long MICROS = 1000;

  private final Rows rows;
  private final InstantSource clock;
  private final Duration lifetime;

  AsOf(Rows rows, CassandraStoreOptions options) {
    this.rows = rows;
    this.clock = options.clock();
    this.lifetime = options.snapshotLifetime();
  }

  /**
   * A row.
   *
   * @param micros the time
   * @param openedMillis when reading at that time began
   */
  @Nullable Row get(Bytes bucket, Bytes key, long micros, long openedMillis) {
    Row now = rows.get(bucket, key);
    if (now != null && now.since() <= micros) {
      return now;
    }
    List<Rows.Former> past = rows.past(bucket, key, key.next()).getOrDefault(key, List.of());
    checkKept(bucket, micros, openedMillis);
    Rows.Former first = firstSince(past, micros);
    return first == null ? null : asRow(first);
  }

  /** The next rows of a bucket. */
  Row.Chunk chunk(
      Bytes bucket,
      Bytes from,
      Bytes to,
      Direction direction,
      Row.@Nullable Chunk before,
      long micros,
      long openedMillis) {
    Row.Chunk now = rows.chunk(bucket, from, to, direction, before);
    if (now.marked() <= micros) {
      return now;
    }
    boolean ascending = direction == Direction.ASCENDING;
    Bytes last = now.last();
    var past =
        rows.past(
            bucket,
            last == null || ascending ? from : last,
            last == null || !ascending ? to : last.next());
    checkKept(bucket, micros, openedMillis);
    return new Row.Chunk(
        merge(now, past, micros, ascending), last, now.mark(), now.marked(), now.guard());
  }

  private static List<Row.Entry> merge(
      Row.Chunk now, TreeMap<Bytes, List<Rows.Former>> past, long micros, boolean ascending) {
    var entries =
        new TreeMap<Bytes, Row>(ascending ? Comparator.naturalOrder() : Comparator.reverseOrder());
    past.forEach((key, formers) -> {
      Rows.Former first = firstSince(formers, micros);
      Row row = first == null ? null : asRow(first);
      if (row != null) {
        entries.put(key, row);
      }
    });
    for (var entry : now.entries()) {
      if (entry.row().since() <= micros) {
        entries.put(entry.key(), entry.row());
      }
    }
    var list = new ArrayList<Row.Entry>(entries.size());
    entries.forEach((key, row) -> list.add(new Row.Entry(key, row)));
    return list;
  }

  /** What the first write after a time has found, null if nothing was written since. */
  private static Rows.@Nullable Former firstSince(List<Rows.Former> formers, long micros) {
    return formers.stream()
        .filter(former -> micros < former.until())
        .min(Comparator.comparingLong(Rows.Former::until))
        .orElse(null);
  }

  /** As of the time asked for, so that it does not matter since when it was there. */
  private static @Nullable Row asRow(Rows.Former former) {
    Bytes value = former.value();
    return value == null ? null : new Row(value, former.endedBy(), 0);
  }

  /** What was read of the past is all of it, unless it is too long ago, or was not kept. */
  private void checkKept(Bytes bucket, long micros, long openedMillis) {
    if (clock.millis() - openedMillis > lifetime.toMillis()) {
      throw new StorageException(
          "A snapshot can be read for %d seconds, and this one is older."
              .formatted(lifetime.toSeconds()));
    }
    if (rows.cut(bucket) > micros) {
      throw new StorageException(
          "So many rows were deleted at once that a snapshot from before cannot be read there.");
    }
  }

  /** A time in microseconds, as Cassandra has them. */
  static long micros(long millis) {
    return millis * MICROS;
  }
}
