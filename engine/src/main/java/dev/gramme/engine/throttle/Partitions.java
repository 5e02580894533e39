package dev.gramme.engine.throttle;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.throttle.PartitionMap.HashRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The physical partitions of a table or global index. Each is a range of row keys, which are
 * ordered by the hash of the partition key. Partitions split and never merge.
 */
final class Partitions {
  /**
   * The maximum number of partitions to which load and size lead; our own limit, not the service's.
   */
  static final int MOST = 1000;

  /** The size at which a partition splits (October 2026). */
  static final long BYTES = 10L << 30;

  private final int number;

  /** The partitions by their first rows. */
  private final TreeMap<byte[], Partition> byStart = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * Split partitions whose traffic of the last hour is still known. There are fewer than {@link
   * #MOST}, since each split makes one and partitions never merge.
   */
  private final List<Parent> parents = new ArrayList<>(0);

  private record Parent(long firstHash, long lastHash, HeatHistory heat) {}

  /**
   * Divides the hashes into partitions of equal ranges.
   *
   * @param number the number of the table or index
   * @param others the use of the same partitions by other servers
   */
  Partitions(int number, int count, OtherServers others, long nowMicros) {
    this.number = number;
    for (int i = 0; i < count; i++) {
      byte[] from = RowKeys.segmentStart(number, i, count);
      byte[] to = RowKeys.segmentStart(number, i + 1, count);
      byStart.put(
          from,
          Partition.idle(
              Shares.initial(others.servers(), others.range(number, from, to, UnitKind.READ)),
              Shares.initial(others.servers(), others.range(number, from, to, UnitKind.WRITE)),
              nowMicros));
    }
  }

  int size() {
    return byStart.size();
  }

  /**
   * The partitions that hold the rows from {@code from} (inclusive) to {@code to} (exclusive), at
   * least one.
   */
  Collection<Partition> of(byte[] from, byte[] to) {
    byte[] start = start(from);
    if (Arrays.compareUnsigned(start, to) >= 0) {
      return List.of(at(start));
    }
    return byStart.subMap(start, to).values();
  }

  /** The partitions that hold rows with hashes in one of these ranges. */
  List<HashRange> holding(List<HashRange> hashes) {
    var starts = new TreeSet<byte[]>(Arrays::compareUnsigned);
    for (HashRange range : hashes) {
      byte[] from = RowKeys.hashStart(number, range.first());
      byte[] to =
          range.last() == -1L
              ? RowKeys.tableStart(number + 1)
              : RowKeys.hashStart(number, range.last() + 1);
      starts.addAll(byStart.subMap(start(from), to).keySet());
    }
    return starts.stream().map(this::hashes).toList();
  }

  /**
   * The hashes of the rows of a partition. A partition of a part of one partition key has only one.
   */
  private HashRange hashes(byte[] start) {
    byte[] next = byStart.higherKey(start);
    long first = RowKeys.hashOf(start);
    if (next == null) {
      return new HashRange(first, -1L);
    }
    long end = RowKeys.hashOf(next);
    return new HashRange(first, end == first ? first : end - 1);
  }

  /**
   * Splits the partition of a position, unless it already begins there or the maximum is reached.
   * Returns whether it was split.
   */
  boolean split(byte[] position, long nowMicros) {
    if (byStart.size() >= MOST || byStart.containsKey(position)) {
      return false;
    }
    byte[] start = start(position);
    Partition parent = at(start);
    PartitionHeat before = heat(start, parent, true, nowMicros);
    if (!before.minutes().isEmpty()) {
      parents.add(new Parent(before.firstHash(), before.lastHash(), parent.heat()));
    }
    byStart.put(start, parent.child());
    byStart.put(position, parent.child());
    return true;
  }

  /** Plans the shares of all partitions. */
  void plan(SharePlan plan) {
    byStart.forEach((from, partition) -> {
      byte[] next = byStart.higherKey(from);
      plan.addPartition(
          number,
          from,
          next == null ? RowKeys.tableStart(number + 1) : next,
          partition.side(UnitKind.READ).budget(),
          partition.side(UnitKind.WRITE).budget());
    });
  }

  void applyPlan(long nowMicros) {
    for (Partition partition : byStart.values()) {
      partition.side(UnitKind.READ).budget().applyPlan(nowMicros);
      partition.side(UnitKind.WRITE).budget().applyPlan(nowMicros);
    }
  }

  /** How many partitions are needed for a size in bytes. */
  static int forBytes(long bytes) {
    return (int) Math.min(MOST, Math.ceilDiv(bytes, BYTES));
  }

  /** Splits the partitions with the widest ranges of hashes until there are {@code count}. */
  void grow(int count, long nowMicros) {
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
      split(RowKeys.hashStart(number, widestStart + Long.divideUnsigned(widest, 2) + 1), nowMicros);
    }
  }

  /**
   * The partitions of the last hour: those of now, and those that were split within the hour and
   * had traffic.
   */
  List<PartitionHeat> heat(long nowMicros) {
    var all = new ArrayList<PartitionHeat>(byStart.size() + parents.size());
    byStart.forEach((start, partition) -> all.add(heat(start, partition, false, nowMicros)));
    parents.removeIf(parent -> parent.heat().minutes(nowMicros).isEmpty());
    for (Parent parent : parents) {
      all.add(
          new PartitionHeat(
              parent.firstHash(), parent.lastHash(), true, parent.heat().minutes(nowMicros)));
    }
    return all;
  }

  private PartitionHeat heat(byte[] start, Partition partition, boolean isSplit, long nowMicros) {
    HashRange hashes = hashes(start);
    return new PartitionHeat(
        hashes.first(), hashes.last(), isSplit, partition.heat().minutes(nowMicros));
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
