package dev.gramme.engine.throttle;

/**
 * The limit of a whole table or index for reads, or for writes.
 *
 * @param type what it is called when it is exceeded
 * @param burstSeconds for how long unused units are kept
 */
record Limit(LimitType type, double unitsPerSecond, double burstSeconds) {
  /** What the service keeps of unused provisioned throughput, if it can (October 2026). */
  private static final double PROVISIONED_BURST_SECONDS = 300;

  private static final double ON_DEMAND_BURST_SECONDS = 1;

  /** The limit of a provisioned resource. */
  static Limit provisioned(double unitsPerSecond) {
    return new Limit(LimitType.PROVISIONED, unitsPerSecond, PROVISIONED_BURST_SECONDS);
  }

  /**
   * The limit of a resource on demand.
   *
   * @param readyUnits what it is ready for
   * @param maximumUnits the ceiling that was set, infinite for none
   */
  static Limit onDemand(double readyUnits, double maximumUnits) {
    if (maximumUnits <= readyUnits) {
      return new Limit(LimitType.MAXIMUM, maximumUnits, ON_DEMAND_BURST_SECONDS);
    }
    return new Limit(
        readyUnits < Direction.ACCOUNT_UNITS ? LimitType.KEY_RANGE : LimitType.ACCOUNT,
        readyUnits,
        ON_DEMAND_BURST_SECONDS);
  }

  double capacity() {
    return unitsPerSecond * burstSeconds;
  }
}
