package dev.gramme.engine.throttle;

/** Read units and write units, which have separate limits. */
enum UnitKind {
  READ("Read", 3000, 12_000),
  WRITE("Write", 1000, 4000);

  /** The limit per second of an on-demand table or index in an account with default quotas. */
  static final double ACCOUNT_UNITS = 40_000;

  private final String word;
  private final double partitionUnits;
  private final double initialUnits;

  UnitKind(String word, double partitionUnits, double initialUnits) {
    this.word = word;
    this.partitionUnits = partitionUnits;
    this.initialUnits = initialUnits;
  }

  /** The word for these units in the name of a throttling reason. */
  String word() {
    return word;
  }

  /** How many of these units a physical partition provides per second. */
  double partitionUnits() {
    return partitionUnits;
  }

  /** How many of these units a new on-demand table or index provides per second. */
  double initialUnits() {
    return initialUnits;
  }
}
