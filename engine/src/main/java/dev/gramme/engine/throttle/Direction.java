package dev.gramme.engine.throttle;

/** Reads and writes, which are limited apart from one another. */
enum Direction {
  READ("Read", 3000, 12_000),
  WRITE("Write", 1000, 4000);

  /** What a table or index on demand can have in an account whose quotas nobody raised. */
  static final double ACCOUNT_UNITS = 40_000;

  private final String word;
  private final double partitionUnits;
  private final double initialUnits;

  Direction(String word, double partitionUnits, double initialUnits) {
    this.word = word;
    this.partitionUnits = partitionUnits;
    this.initialUnits = initialUnits;
  }

  /** Its part of the name of a reason. */
  String word() {
    return word;
  }

  /** What a physical partition gives in a second. */
  double partitionUnits() {
    return partitionUnits;
  }

  /** What a new table or index on demand gives in a second. */
  double initialUnits() {
    return initialUnits;
  }
}
