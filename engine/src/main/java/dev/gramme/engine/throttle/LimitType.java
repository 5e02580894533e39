package dev.gramme.engine.throttle;

/** What can be exceeded, by the last part of the names of reasons. */
enum LimitType {
  PROVISIONED("ProvisionedThroughputExceeded"),
  KEY_RANGE("KeyRangeThroughputExceeded"),
  ACCOUNT("AccountLimitExceeded"),
  MAXIMUM("MaxOnDemandThroughputExceeded");

  private final String suffix;

  LimitType(String suffix) {
    this.suffix = suffix;
  }

  /** Its part of the name of a reason. */
  String suffix() {
    return suffix;
  }
}
