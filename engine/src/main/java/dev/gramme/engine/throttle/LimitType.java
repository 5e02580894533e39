package dev.gramme.engine.throttle;

/** The limits that a request can exceed, each with the last part of its throttling reason. */
enum LimitType {
  PROVISIONED("ProvisionedThroughputExceeded"),
  KEY_RANGE("KeyRangeThroughputExceeded"),
  ACCOUNT("AccountLimitExceeded"),
  MAXIMUM("MaxOnDemandThroughputExceeded");

  private final String suffix;

  LimitType(String suffix) {
    this.suffix = suffix;
  }

  /** The last part of the name of a throttling reason. */
  String suffix() {
    return suffix;
  }
}
