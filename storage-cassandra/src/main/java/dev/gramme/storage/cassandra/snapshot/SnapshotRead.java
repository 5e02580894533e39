package dev.gramme.storage.cassandra.snapshot;

import dev.gramme.storage.Direction;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.read.RowReader;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows as of an earlier time T. The value of a key at T is the current value if it was
 * written at T or before, else the value that the first write after T replaced. Current rows are
 * read first, then the history: a value that a write moves from one to the other in between is
 * found in the history.
 *
 * <p>Precondition: no transaction may commit afterwards with an earlier time than T in a bucket
 * that is read. The caller ensures this before the first read.
 */
public final class SnapshotRead {
  private final RowReader rows;
  private final InstantSource clock;
  private final Duration lifetime;

  /** Reads through a reader of current rows and history. */
  public SnapshotRead(RowReader rows, CassandraStoreOptions options) {
    this.rows = rows;
    this.clock = options.clock();
    this.lifetime = options.snapshotLifetime();
  }

  /**
   * A row as of a time, null if it did not exist.
   *
   * @param micros the time
   * @param openedMillis when the snapshot was opened
   * @throws StorageException if the snapshot is too old
   */
  @Nullable Row get(Bytes bucket, Bytes key, long micros, long openedMillis) {
    Row current = rows.get(bucket, key);
    if (current != null && current.writtenMicros() <= micros) {
      return current;
    }
    List<RowReader.ReplacedValue> history =
        rows.history(bucket, key, key.successor()).getOrDefault(key, List.of());
    checkComplete(bucket, micros, openedMillis);
    RowReader.ReplacedValue first = firstReplacedAfter(history, micros);
    return first == null ? null : asRow(first);
  }

  /**
   * The next rows of a bucket as of a time.
   *
   * @param before the previous chunk, null for the first
   * @param micros the time
   * @param openedMillis when the snapshot was opened
   * @throws StorageException if the snapshot is too old
   */
  public Row.Chunk chunk(
      Bytes bucket,
      Bytes from,
      Bytes to,
      Direction direction,
      Row.@Nullable Chunk before,
      long micros,
      long openedMillis) {
    Row.Chunk current = rows.chunk(bucket, from, to, direction, before);
    if (current.markedMicros() <= micros) {
      return current;
    }
    boolean ascending = direction == Direction.ASCENDING;
    Bytes lastKey = current.lastKey();
    var history =
        rows.history(
            bucket,
            lastKey == null || ascending ? from : lastKey,
            lastKey == null || !ascending ? to : lastKey.successor());
    checkComplete(bucket, micros, openedMillis);
    return new Row.Chunk(
        merge(current, history, micros, ascending),
        lastKey,
        current.mark(),
        current.markedMicros(),
        current.schemaVersion());
  }

  private static List<Row.Entry> merge(
      Row.Chunk current,
      TreeMap<Bytes, List<RowReader.ReplacedValue>> history,
      long micros,
      boolean ascending) {
    var entries =
        new TreeMap<Bytes, Row>(ascending ? Comparator.naturalOrder() : Comparator.reverseOrder());
    history.forEach((key, replaced) -> {
      RowReader.ReplacedValue first = firstReplacedAfter(replaced, micros);
      Row row = first == null ? null : asRow(first);
      if (row != null) {
        entries.put(key, row);
      }
    });
    for (var entry : current.entries()) {
      if (entry.row().writtenMicros() <= micros) {
        entries.put(entry.key(), entry.row());
      }
    }
    var list = new ArrayList<Row.Entry>(entries.size());
    entries.forEach((key, row) -> list.add(new Row.Entry(key, row)));
    return list;
  }

  /** The value that the first write after a time replaced; null if there was no such write. */
  private static RowReader.@Nullable ReplacedValue firstReplacedAfter(
      List<RowReader.ReplacedValue> history, long micros) {
    return history.stream()
        .filter(replaced -> micros < replaced.replacedMicros())
        .min(Comparator.comparingLong(RowReader.ReplacedValue::replacedMicros))
        .orElse(null);
  }

  /**
   * Converts a replaced value to a row. Its write time is unknown (0): it precedes the snapshot.
   */
  private static @Nullable Row asRow(RowReader.ReplacedValue replaced) {
    Bytes value = replaced.value();
    return value == null ? null : new Row(value, replaced.replacedBy(), 0);
  }

  /** Fails if history that the snapshot needs may have been deleted or never written. */
  private void checkComplete(Bytes bucket, long micros, long openedMillis) {
    if (clock.millis() - openedMillis > lifetime.toMillis()) {
      throw new StorageException(
          "The snapshot has expired: a snapshot can be read for %d seconds."
              .formatted(lifetime.toSeconds()));
    }
    if (rows.historyGapMicros(bucket) > micros) {
      throw new StorageException(
          "The snapshot cannot be read: a range of rows was deleted after it without history.");
    }
  }
}
