package dev.gramme.engine.throttle;

/**
 * The throughput of a table, an index or a partition, for reads or for writes. This server has a
 * share of it: all, unless other servers use the same store.
 */
final class Budget {
  private final TokenBucket bucket;
  private final Demand demand;
  private double unitsPerSecond;
  private double capacity;
  private double share;
  private double planned;

  /** A budget whose unused units are all there. */
  Budget(double unitsPerSecond, double capacity, double share, long nowMicros) {
    this(
        unitsPerSecond,
        capacity,
        share,
        new TokenBucket(unitsPerSecond * share, capacity * share, nowMicros),
        new Demand());
  }

  private Budget(
      double unitsPerSecond, double capacity, double share, TokenBucket bucket, Demand demand) {
    this.unitsPerSecond = unitsPerSecond;
    this.capacity = capacity;
    this.share = share;
    this.planned = share;
    this.bucket = bucket;
    this.demand = demand;
  }

  /** The budget of one half of a partition: it has the same credit and half of the demand. */
  Budget child() {
    return new Budget(unitsPerSecond, capacity, share, bucket.copy(), demand.half());
  }

  boolean take(double units, long nowMicros) {
    return bucket.take(units, nowMicros);
  }

  void putBack(double units) {
    bucket.putBack(units);
  }

  Demand demand() {
    return demand;
  }

  /** The units per second of all servers together. */
  double unitsPerSecond() {
    return unitsPerSecond;
  }

  /** The part of the budget that this server may use, from 0 to 1. */
  double share() {
    return share;
  }

  /** Changes the budget of all servers together. */
  void resize(double newUnitsPerSecond, double newCapacity, long nowMicros) {
    unitsPerSecond = newUnitsPerSecond;
    capacity = newCapacity;
    bucket.resize(unitsPerSecond * share, capacity * share, nowMicros);
  }

  /** Sets the share that this server has from the next {@link #applyPlan} on. */
  void plan(double next) {
    planned = next;
  }

  /** Changes the share. A smaller one loses the unused units that exceed its part. */
  void applyPlan(long nowMicros) {
    if (planned != share) {
      share = planned;
      bucket.resize(unitsPerSecond * share, capacity * share, nowMicros);
    }
  }
}
