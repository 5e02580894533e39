package dev.gramme.engine.throttle;

/** A physical partition: a range of keys with a throughput of its own. */
final class Partition {
  private final Side read;
  private final Side write;

  /** What it has for reads, or for writes. */
  record Side(TokenBucket bucket, Heat heat) {
    static Side full(Direction direction, long nowMicros) {
      double units = direction.partitionUnits();
      return new Side(new TokenBucket(units, units, nowMicros), new Heat());
    }
  }

  private Partition(Side read, Side write) {
    this.read = read;
    this.write = write;
  }

  /** One that was idle so far. */
  static Partition idle(long nowMicros) {
    return new Partition(
        Side.full(Direction.READ, nowMicros), Side.full(Direction.WRITE, nowMicros));
  }

  /** A child of this one: as much used as this, and not known to be hot. */
  Partition child() {
    return new Partition(
        new Side(read.bucket().copy(), new Heat()), new Side(write.bucket().copy(), new Heat()));
  }

  Side side(Direction direction) {
    return direction == Direction.READ ? read : write;
  }
}
