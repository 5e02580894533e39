package dev.gramme.storage.cassandra;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a transaction has written: the last write of each key, and the ranges that it cleared. */
final class Overlay {
  private final NavigableMap<Bytes, Write> writes;
  private final List<Range> cleared;

  /**
   * A write.
   *
   * @param value null for a deletion
   */
  record Write(@Nullable Bytes value) {}

  /** Keys from one (inclusive) to another (exclusive). */
  record Range(Bytes from, Bytes to) {
    boolean contains(Bytes key) {
      return from.compareTo(key) <= 0 && key.compareTo(to) < 0;
    }
  }

  Overlay() {
    this(new TreeMap<>(), new ArrayList<>());
  }

  private Overlay(NavigableMap<Bytes, Write> writes, List<Range> cleared) {
    this.writes = writes;
    this.cleared = cleared;
  }

  void put(Bytes key, @Nullable Bytes value) {
    writes.put(key, new Write(value));
  }

  void clear(Range range) {
    writes.subMap(range.from(), range.to()).clear();
    cleared.add(range);
  }

  /** What it says of a key, null if it says nothing. */
  @Nullable Write find(Bytes key) {
    Write write = writes.get(key);
    return write == null && isCleared(key) ? new Write(null) : write;
  }

  private boolean isCleared(Bytes key) {
    return cleared.stream().anyMatch(range -> range.contains(key));
  }

  boolean isEmpty() {
    return writes.isEmpty() && cleared.isEmpty();
  }

  SortedMap<Bytes, Write> writes() {
    return writes;
  }

  List<Range> cleared() {
    return cleared;
  }

  /** How many bytes its writes have. */
  long bytes() {
    long bytes = 0;
    for (var write : writes.entrySet()) {
      Bytes value = write.getValue().value();
      bytes += write.getKey().length() + (value == null ? 0 : value.length());
    }
    return bytes;
  }

  /** All of it, unmoved by later writes. */
  Overlay copy() {
    return new Overlay(new TreeMap<>(writes), new ArrayList<>(cleared));
  }

  /** Becomes what it was when it was copied. */
  void restore(Overlay copy) {
    writes.clear();
    writes.putAll(copy.writes);
    cleared.clear();
    cleared.addAll(copy.cleared);
  }

  /** What it says of a range, unmoved by later writes. */
  Overlay copy(Bytes from, Bytes to) {
    return new Overlay(new TreeMap<>(writes.subMap(from, to)), List.copyOf(cleared));
  }

  /** The same over stored entries, in the direction in which those come. */
  Merged over(Supplier<Row.@Nullable Entry> stored, boolean ascending) {
    return new Merged(stored, ascending);
  }

  /** Stored entries and writes, merged. */
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
          if (first != null && !isCleared(first.key())) {
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
