package dev.gramme.engine.throttle;

/**
 * The limit of a whole table or index for reads or for writes.
 *
 * @param type the limit type that a refusal reports
 * @param burstSeconds how long unused units are kept
 */
record Limit(LimitType type, double unitsPerSecond, double burstSeconds) {
  /** How long the service keeps unused provisioned throughput, as a best effort (October 2026). */
  private static final double PROVISIONED_BURST_SECONDS = 300;

  private static final double ON_DEMAND_BURST_SECONDS = 1;

  /** The limit of a provisioned resource. */
  static Limit provisioned(double unitsPerSecond) {
    return new Limit(LimitType.PROVISIONED, unitsPerSecond, PROVISIONED_BURST_SECONDS);
  }

  /**
   * The limit of an on-demand resource.
   *
   * @param readyUnits the units per second that the resource can serve
   * @param maximumUnits the configured maximum, infinite for none
   */
  static Limit onDemand(double readyUnits, double maximumUnits) {
    if (maximumUnits <= readyUnits) {
      return new Limit(LimitType.MAXIMUM, maximumUnits, ON_DEMAND_BURST_SECONDS);
    }
    return new Limit(
        readyUnits < UnitKind.ACCOUNT_UNITS ? LimitType.KEY_RANGE : LimitType.ACCOUNT,
        readyUnits,
        ON_DEMAND_BURST_SECONDS);
  }

  double capacity() {
    return unitsPerSecond * burstSeconds;
  }
}
