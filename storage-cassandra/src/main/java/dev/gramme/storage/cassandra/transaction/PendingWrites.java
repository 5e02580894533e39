package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.read.EntryCursor;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import dev.gramme.storage.cassandra.row.Write;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a transaction before its commit: the last write of each key, and the deleted
 * ranges.
 */
final class PendingWrites {
  private final NavigableMap<Bytes, Write> writes;
  private final List<KeyRange> deletedRanges;

  PendingWrites() {
    this(new TreeMap<>(), new ArrayList<>());
  }

  private PendingWrites(NavigableMap<Bytes, Write> writes, List<KeyRange> deletedRanges) {
    this.writes = writes;
    this.deletedRanges = deletedRanges;
  }

  /** Writes a row, or deletes it if the value is null. */
  void put(Bytes key, @Nullable Bytes value) {
    writes.put(key, new Write(value));
  }

  /** Deletes a range, with the earlier writes in it. */
  void deleteRange(KeyRange range) {
    writes.subMap(range.from(), range.to()).clear();
    deletedRanges.add(range);
  }

  /** The write that applies to a key, null if none does. */
  @Nullable Write find(Bytes key) {
    Write write = writes.get(key);
    return write == null && isDeleted(key) ? new Write(null) : write;
  }

  private boolean isDeleted(Bytes key) {
    return deletedRanges.stream().anyMatch(range -> range.contains(key));
  }

  boolean isEmpty() {
    return writes.isEmpty() && deletedRanges.isEmpty();
  }

  /** The writes of single rows, by key. */
  SortedMap<Bytes, Write> writes() {
    return writes;
  }

  /** The deleted ranges; a key in {@link #writes} was written after them. */
  List<KeyRange> deletedRanges() {
    return deletedRanges;
  }

  /** The size of all keys and values in bytes. */
  long bytes() {
    long bytes = 0;
    for (var write : writes.entrySet()) {
      Bytes value = write.getValue().value();
      bytes += write.getKey().length() + (value == null ? 0 : value.length());
    }
    return bytes;
  }

  /** A copy that later writes do not change. */
  PendingWrites copy() {
    return new PendingWrites(new TreeMap<>(writes), new ArrayList<>(deletedRanges));
  }

  /** Returns to the state of a copy. */
  void restore(PendingWrites copy) {
    writes.clear();
    writes.putAll(copy.writes);
    deletedRanges.clear();
    deletedRanges.addAll(copy.deletedRanges);
  }

  /** A copy of the writes in a range that later writes do not change. */
  PendingWrites copy(Bytes from, Bytes to) {
    return new PendingWrites(new TreeMap<>(writes.subMap(from, to)), List.copyOf(deletedRanges));
  }

  /**
   * Merges the writes with stored entries.
   *
   * @param stored returns the next stored entry, null at the end
   * @param ascending the direction of the stored entries
   */
  Merged mergedWith(Supplier<Row.@Nullable Entry> stored, boolean ascending) {
    return new Merged(stored, ascending);
  }

  /** The entries as the transaction sees them. */
  final class Merged {
    private final Supplier<Row.@Nullable Entry> stored;
    private final boolean ascending;
    private final Iterator<Map.Entry<Bytes, Write>> own;
    private Row.@Nullable Entry nextStored;
    private Map.@Nullable Entry<Bytes, Write> nextOwn;

    private Merged(Supplier<Row.@Nullable Entry> stored, boolean ascending) {
      this.stored = stored;
      this.ascending = ascending;
      this.own = (ascending ? writes : writes.descendingMap()).entrySet().iterator();
      this.nextStored = stored.get();
      this.nextOwn = own.hasNext() ? own.next() : null;
    }

    /** The next entry. */
    EntryCursor.Found next() {
      while (true) {
        Row.Entry first = nextStored;
        Map.Entry<Bytes, Write> write = nextOwn;
        if (write == null && first == null) {
          return EntryCursor.Found.of(null);
        }
        if (write == null || (first != null && order(first.key(), write.getKey()) < 0)) {
          nextStored = stored.get();
          if (first != null && !isDeleted(first.key())) {
            return EntryCursor.Found.of(first);
          }
          continue;
        }
        if (first != null && first.key().equals(write.getKey())) {
          nextStored = stored.get();
        }
        nextOwn = own.hasNext() ? own.next() : null;
        Bytes value = write.getValue().value();
        if (value != null) {
          return new EntryCursor.Found(write.getKey(), value);
        }
      }
    }

    private int order(Bytes one, Bytes other) {
      return ascending ? one.compareTo(other) : other.compareTo(one);
    }
  }
}
