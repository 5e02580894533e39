package dev.gramme.engine.throttle;

import dev.gramme.engine.key.RowKeys;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The throughput of one table or global index, both of the whole and of its partitions. */
final class Meter {
  /** After this time the other servers have read of a split. */
  private static final long KNOWN_AFTER_MICROS = TimeUnit.SECONDS.toMicros(10);

  private final ThroughputBucket reads;
  private final ThroughputBucket writes;
  private final Partitions partitions;

  /** The splits that other servers may not know yet. */
  private final ArrayDeque<RecentSplit> recentSplits = new ArrayDeque<>(0);

  private Resource resource;

  private record RecentSplit(ServerRow.Split split, long atMicros) {}

  /**
   * A meter without previous traffic.
   *
   * @param others the servers that share the throughput
   */
  Meter(Resource resource, OtherServers others, long nowMicros) {
    this.resource = resource;
    this.reads = bucket(UnitKind.READ, resource, others, nowMicros);
    this.writes = bucket(UnitKind.WRITE, resource, others, nowMicros);
    this.partitions = new Partitions(resource.number(), resource.partitions(), others, nowMicros);
  }

  private static ThroughputBucket bucket(
      UnitKind kind, Resource resource, OtherServers others, long nowMicros) {
    double share = Shares.initial(others.servers(), others.whole(resource.number(), kind));
    return new ThroughputBucket(kind, resource, share, nowMicros);
  }

  /** The request for the units of a charge, whether it is refused or not. */
  record Wanted(ThroughputBucket bucket, double units, List<Partition> partitions) {
    private void count() {
      addDemand(units);
    }

    private void uncount() {
      addDemand(-units);
    }

    private void addDemand(double more) {
      bucket.budget().demand().add(more);
      for (Partition partition : partitions) {
        budget(partition).demand().add(more / partitions.size());
      }
    }

    private Budget budget(Partition partition) {
      return partition.side(bucket.kind()).budget();
    }
  }

  /** The units that a charge took. */
  record Taken(Wanted wanted) {
    /** Returns the units because the request is not executed. */
    void putBack(long nowMicros) {
      wanted.uncount();
      wanted.bucket.putBack(wanted.units, nowMicros);
      double unitsEach = wanted.units / wanted.partitions.size();
      for (Partition partition : wanted.partitions) {
        wanted.budget(partition).putBack(unitsEach);
        partition.heat().add(wanted.bucket.kind(), -unitsEach, nowMicros);
      }
    }
  }

  /**
   * A refused charge.
   *
   * @param causes the exceeded limits
   * @param partition the partition whose limit is exceeded, null if no partition's is
   */
  record Refused(Wanted wanted, Set<LimitType> causes, @Nullable Partition partition) {
    private void count(long nowMicros) {
      wanted.bucket.addRefusals(causes, 1);
      if (partition != null) {
        partition.heat().addRefusals(1, nowMicros);
      }
    }

    /** Removes the refusal from the counts because another attempt of the request follows. */
    void uncount(long nowMicros) {
      wanted.uncount();
      wanted.bucket.addRefusals(causes, -1);
      if (partition != null) {
        partition.heat().addRefusals(-1, nowMicros);
      }
    }
  }

  /**
   * Adapts the limits and partitions to the current definition, traffic and size.
   *
   * @param sizeBytes of all items of the table, or entries of the index
   */
  void update(Resource next, long sizeBytes, long nowMicros) {
    resource = next;
    reads.update(next, nowMicros);
    writes.update(next, nowMicros);
    int wanted = Math.max(next.partitions(), Partitions.forBytes(sizeBytes));
    if (!next.isProvisioned()) {
      wanted =
          Math.max(wanted, Math.max(partitions(reads, nowMicros), partitions(writes, nowMicros)));
    }
    partitions.grow(wanted, nowMicros);
  }

  /** How many partitions are needed to provide the throughput of the whole. */
  private static int partitions(ThroughputBucket bucket, long nowMicros) {
    return (int) Math.ceil(bucket.readyUnits(nowMicros) / bucket.kind().partitionUnits());
  }

  /**
   * Takes the units of a charge from every limit that applies, or from none.
   *
   * @param taken receives the units that were taken
   * @param refused receives the refusal, if a limit is exceeded
   * @return the exceeded limits; empty if the units were taken
   */
  Set<LimitType> take(Charge charge, List<Taken> taken, List<Refused> refused, long nowMicros) {
    var exceeded = EnumSet.noneOf(LimitType.class);
    UnitKind kind = charge.kind();
    List<Partition> touched = List.copyOf(partitions.of(charge.from(), charge.to()));
    ThroughputBucket bucket = bucket(kind);
    var wanted = new Wanted(bucket, charge.units(), touched);
    wanted.count();
    Partition exhausted = takeOfPartitions(charge, touched, nowMicros);
    if (exhausted != null) {
      exceeded.add(LimitType.KEY_RANGE);
    }
    if (!bucket.take(charge.units(), nowMicros)) {
      if (exceeded.isEmpty()) {
        putBack(touched, kind, charge.units() / touched.size());
      }
      exceeded.add(bucket.limit().type());
    } else if (!exceeded.isEmpty()) {
      bucket.putBack(charge.units(), nowMicros);
    }
    if (exceeded.isEmpty()) {
      taken.add(new Taken(wanted));
      for (Partition partition : touched) {
        partition.heat().add(kind, charge.units() / touched.size(), nowMicros);
      }
    } else {
      var refusal = new Refused(wanted, Set.copyOf(exceeded), exhausted);
      refusal.count(nowMicros);
      refused.add(refusal);
    }
    return exceeded;
  }

  /**
   * Takes the units of a charge from its partitions, the same from each, or from none. Returns the
   * partition that has too few, or null.
   */
  private @Nullable Partition takeOfPartitions(
      Charge charge, List<Partition> touched, long nowMicros) {
    double share = charge.units() / touched.size();
    for (int i = 0; i < touched.size(); i++) {
      Partition.Side side = touched.get(i).side(charge.kind());
      if (charge.key() != null) {
        side.load().recordRequest(position(charge.from()), nowMicros);
      }
      if (!side.budget().take(share, nowMicros)) {
        side.load().recordRefusal(nowMicros);
        side.load().split(nowMicros).ifPresent(at -> splitHot(at, nowMicros));
        putBack(touched.subList(0, i), charge.kind(), share);
        return touched.get(i);
      }
    }
    return null;
  }

  private void splitHot(byte[] position, long nowMicros) {
    if (partitions.split(position, nowMicros)) {
      forgetOldSplits(nowMicros);
      recentSplits.addLast(
          new RecentSplit(new ServerRow.Split(resource.number(), position), nowMicros));
    }
  }

  private void forgetOldSplits(long nowMicros) {
    long since = nowMicros - KNOWN_AFTER_MICROS;
    while (!recentSplits.isEmpty() && recentSplits.getFirst().atMicros() <= since) {
      recentSplits.removeFirst();
    }
  }

  /** The partitions that this server has split recently because of their traffic. */
  List<ServerRow.Split> recentSplits(long nowMicros) {
    forgetOldSplits(nowMicros);
    return recentSplits.stream().map(RecentSplit::split).toList();
  }

  /** Splits a partition that another server has split. */
  void splitLikeOthers(byte[] position, long nowMicros) {
    partitions.split(position, nowMicros);
  }

  /** Plans the shares until the next exchange. */
  void plan(SharePlan plan, long nowMicros) {
    for (UnitKind kind : UnitKind.values()) {
      ThroughputBucket bucket = bucket(kind);
      double others =
          plan.others().admitted(resource.number(), kind, bucket.budget().unitsPerSecond());
      bucket.addTrafficOfOthers(others * plan.seconds(), nowMicros);
    }
    plan.addWhole(resource.number(), reads.budget(), writes.budget());
    partitions.plan(plan);
  }

  void applyPlan(long nowMicros) {
    reads.budget().applyPlan(nowMicros);
    writes.budget().applyPlan(nowMicros);
    partitions.applyPlan(nowMicros);
  }

  /** Whether there was no request in the last exchanges. */
  boolean isIdle() {
    return reads.budget().demand().unitsPerSecond() == 0
        && writes.budget().demand().unitsPerSecond() == 0;
  }

  private static void putBack(Collection<Partition> partitions, UnitKind kind, double unitsEach) {
    partitions.forEach(partition -> partition.side(kind).budget().putBack(unitsEach));
  }

  /** A position where a partition can begin: a row, or the first row of its partition key. */
  private byte[] position(byte[] row) {
    if (resource.splitsCollections()) {
      return row;
    }
    return Arrays.copyOf(row, RowKeys.partitionLength(row, resource.key().hash()));
  }

  ThroughputBucket bucket(UnitKind kind) {
    return kind == UnitKind.READ ? reads : writes;
  }

  Resource resource() {
    return resource;
  }

  /**
   * The heat of the partitions in the last hour, and the causes of refusals.
   *
   * @param mostRanges how many partitions are returned at most
   */
  ResourceHeat heat(int mostRanges, long nowMicros) {
    List<PartitionHeat> all = partitions.heat(nowMicros);
    var throttles = new TreeMap<String, Long>();
    for (UnitKind kind : UnitKind.values()) {
      bucket(kind)
          .refusalsByCause()
          .forEach(
              (cause, count) -> throttles.put(new Refusal(resource, kind, cause).reason(), count));
    }
    return new ResourceHeat(
        resource.table(),
        resource.index(),
        partitions.size(),
        throttles,
        all.stream()
            .sorted(Comparator.comparingDouble(PartitionHeat::use).reversed())
            .limit(mostRanges)
            .sorted((a, b) -> Long.compareUnsigned(a.firstHash(), b.firstHash()))
            .toList(),
        Math.max(0, all.size() - mostRanges));
  }

  /** The partitions that hold rows with hashes in one of these ranges. */
  PartitionMap map(List<PartitionMap.HashRange> hashes) {
    return new PartitionMap(partitions.size(), partitions.holding(hashes));
  }

  int partitionCount() {
    return partitions.size();
  }
}
