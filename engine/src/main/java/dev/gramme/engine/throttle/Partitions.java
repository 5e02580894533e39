package dev.gramme.engine.throttle;

import dev.gramme.engine.key.RowKeys;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The physical partitions of a table or global index: ranges of its row keys, which are in the
 * order of the partition key's hash. They only ever split.
 */
final class Partitions {
  /** The most that heat and size lead to; a limit of this process, not of the service. */
  static final int MOST = 1000;

  /** What a partition holds before it splits (October 2026). */
  static final long BYTES = 10L << 30;

  private final int number;

  /** By their first rows. */
  private final TreeMap<byte[], Partition> byStart = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * Partitions of equal ranges of the hash.
   *
   * @param number the table's or index's
   */
  Partitions(int number, int count, long nowMicros) {
    this.number = number;
    for (int i = 0; i < count; i++) {
      byStart.put(RowKeys.segmentStart(number, i, count), Partition.idle(nowMicros));
    }
  }

  int size() {
    return byStart.size();
  }

  /** Those that rows from the first (inclusive) to the last (exclusive) are in, at least one. */
  Collection<Partition> of(byte[] from, byte[] to) {
    byte[] start = start(from);
    if (Arrays.compareUnsigned(start, to) >= 0) {
      return List.of(at(start));
    }
    return byStart.subMap(start, to).values();
  }

  /**
   * Splits the one that a position is in, unless there is a split already or there are too many.
   */
  void split(byte[] position) {
    if (byStart.size() < MOST && !byStart.containsKey(position)) {
      byte[] start = start(position);
      Partition parent = at(start);
      byStart.put(start, parent.child());
      byStart.put(position, parent.child());
    }
  }

  /** How many partitions hold so many bytes. */
  static int forBytes(long bytes) {
    return (int) Math.min(MOST, Math.ceilDiv(bytes, BYTES));
  }

  /** Splits those with the widest ranges of hashes until there are so many. */
  void grow(int count) {
    while (byStart.size() < count) {
      long widestStart = 0;
      long widest = 0;
      byte[] before = byStart.firstKey();
      for (byte[] start : byStart.tailMap(before, false).keySet()) {
        long width = RowKeys.hashOf(start) - RowKeys.hashOf(before);
        if (Long.compareUnsigned(width, widest) > 0) {
          widest = width;
          widestStart = RowKeys.hashOf(before);
        }
        before = start;
      }
      long lastWidth = -1L - RowKeys.hashOf(before);
      if (Long.compareUnsigned(lastWidth, widest) > 0) {
        widest = lastWidth;
        widestStart = RowKeys.hashOf(before);
      }
      split(RowKeys.hashStart(number, widestStart + Long.divideUnsigned(widest, 2) + 1));
    }
  }

  private byte[] start(byte[] position) {
    byte[] start = byStart.floorKey(position);
    return start == null ? byStart.firstKey() : start;
  }

  private Partition at(byte[] start) {
    Partition partition = byStart.get(start);
    if (partition == null) {
      throw new IllegalStateException("no partition under its own start");
    }
    return partition;
  }
}
