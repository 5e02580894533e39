package dev.gramme.engine.throttle;

import dev.gramme.engine.key.RowKeys;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The throughput of one table or global index: of the whole, and of its partitions. */
final class Meter {
  private final Lane reads;
  private final Lane writes;
  private final Partitions partitions;
  private Resource resource;

  Meter(Resource resource, long nowMicros) {
    this.resource = resource;
    this.reads = new Lane(Direction.READ, resource, nowMicros);
    this.writes = new Lane(Direction.WRITE, resource, nowMicros);
    this.partitions = new Partitions(resource.number(), resource.partitions(), nowMicros);
  }

  /** What was taken out for a charge. */
  record Taken(Meter meter, Direction direction, double units, List<Partition> partitions) {
    /** Puts it back: the request does not happen. */
    void putBack(long nowMicros) {
      meter.lane(direction).putBack(units, nowMicros);
      for (Partition partition : partitions) {
        partition.side(direction).bucket().putBack(units / partitions.size());
      }
    }
  }

  /**
   * Goes by a definition that may have changed, by the traffic, and by the size.
   *
   * @param sizeBytes of all items of the table, or entries of the index
   */
  void follow(Resource next, long sizeBytes, long nowMicros) {
    resource = next;
    reads.follow(next, nowMicros);
    writes.follow(next, nowMicros);
    int wanted = Math.max(next.partitions(), Partitions.forBytes(sizeBytes));
    if (!next.isProvisioned()) {
      wanted =
          Math.max(wanted, Math.max(partitions(reads, nowMicros), partitions(writes, nowMicros)));
    }
    partitions.grow(wanted);
  }

  /** How many partitions give what the whole can give. */
  private static int partitions(Lane lane, long nowMicros) {
    return (int) Math.ceil(lane.readyUnits(nowMicros) / lane.direction().partitionUnits());
  }

  /**
   * Takes what a charge costs out of all that limit it, or nothing.
   *
   * @param taken what is taken is added to it
   * @return the limits that stand in its way, none if it was taken
   */
  Set<LimitType> take(Charge charge, List<Taken> taken, long nowMicros) {
    var exceeded = EnumSet.noneOf(LimitType.class);
    Direction direction = charge.direction();
    List<Partition> touched = List.copyOf(partitions.of(charge.from(), charge.to()));
    if (!takeOfPartitions(charge, touched, nowMicros)) {
      exceeded.add(LimitType.KEY_RANGE);
    }
    Lane lane = lane(direction);
    if (!lane.take(charge.units(), nowMicros)) {
      if (exceeded.isEmpty()) {
        putBack(touched, direction, charge.units() / touched.size());
      }
      exceeded.add(lane.limit().type());
    } else if (!exceeded.isEmpty()) {
      lane.putBack(charge.units(), nowMicros);
    }
    if (exceeded.isEmpty()) {
      taken.add(new Taken(this, direction, charge.units(), touched));
    } else {
      lane.refused();
    }
    return exceeded;
  }

  /** Rows of several partitions cost each of them the same. */
  private boolean takeOfPartitions(Charge charge, List<Partition> touched, long nowMicros) {
    double share = charge.units() / touched.size();
    for (int i = 0; i < touched.size(); i++) {
      Partition.Side side = touched.get(i).side(charge.direction());
      if (charge.key() != null) {
        side.heat().saw(position(charge.from()), nowMicros);
      }
      if (!side.bucket().take(share, nowMicros)) {
        side.heat().refused(nowMicros);
        side.heat().split(nowMicros).ifPresent(partitions::split);
        putBack(touched.subList(0, i), charge.direction(), share);
        return false;
      }
    }
    return true;
  }

  private static void putBack(
      Collection<Partition> partitions, Direction direction, double unitsEach) {
    partitions.forEach(partition -> partition.side(direction).bucket().putBack(unitsEach));
  }

  /** Where a partition could begin: at a row, or where all items of its partition key begin. */
  private byte[] position(byte[] row) {
    if (resource.splitsCollections()) {
      return row;
    }
    return Arrays.copyOf(row, RowKeys.partitionLength(row, resource.key().hash()));
  }

  Lane lane(Direction direction) {
    return direction == Direction.READ ? reads : writes;
  }

  Resource resource() {
    return resource;
  }

  int partitionCount() {
    return partitions.size();
  }
}
