package dev.gramme.engine.throttle;

/** A physical partition: a range of keys with its own throughput. */
final class Partition {
  private final Side read;
  private final Side write;
  private final HeatHistory heat = new HeatHistory();

  /** The throughput of the partition for reads or for writes. */
  record Side(TokenBucket bucket, PartitionLoad load) {
    static Side full(Direction direction, long nowMicros) {
      double units = direction.partitionUnits();
      return new Side(new TokenBucket(units, units, nowMicros), new PartitionLoad());
    }
  }

  private Partition(Side read, Side write) {
    this.read = read;
    this.write = write;
  }

  /** A partition without previous traffic. */
  static Partition idle(long nowMicros) {
    return new Partition(
        Side.full(Direction.READ, nowMicros), Side.full(Direction.WRITE, nowMicros));
  }

  /** A child of this partition: it has the same credit, is not hot and has no history. */
  Partition child() {
    return new Partition(
        new Side(read.bucket().copy(), new PartitionLoad()),
        new Side(write.bucket().copy(), new PartitionLoad()));
  }

  HeatHistory heat() {
    return heat;
  }

  Side side(Direction direction) {
    return direction == Direction.READ ? read : write;
  }
}
