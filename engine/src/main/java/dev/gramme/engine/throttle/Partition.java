package dev.gramme.engine.throttle;

/** A physical partition: a range of keys with its own throughput. */
final class Partition {
  private final Side read;
  private final Side write;
  private final HeatHistory heat = new HeatHistory();

  /** The throughput of the partition for reads or for writes. */
  record Side(Budget budget, PartitionLoad load) {
    static Side full(UnitKind kind, double share, long nowMicros) {
      double units = kind.partitionUnits();
      return new Side(new Budget(units, units, share, nowMicros), new PartitionLoad());
    }

    Side child() {
      return new Side(budget.child(), new PartitionLoad());
    }
  }

  private Partition(Side read, Side write) {
    this.read = read;
    this.write = write;
  }

  /**
   * A partition without previous traffic.
   *
   * @param reads the share of its reads that this server may use
   * @param writes the same for its writes
   */
  static Partition idle(double reads, double writes, long nowMicros) {
    return new Partition(
        Side.full(UnitKind.READ, reads, nowMicros), Side.full(UnitKind.WRITE, writes, nowMicros));
  }

  /** A child of this partition: it has the same credit, is not hot and has no history. */
  Partition child() {
    return new Partition(read.child(), write.child());
  }

  HeatHistory heat() {
    return heat;
  }

  Side side(UnitKind kind) {
    return kind == UnitKind.READ ? read : write;
  }
}
