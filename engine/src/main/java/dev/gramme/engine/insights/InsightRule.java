package dev.gramme.engine.insights;

/** What is counted of a table or global index, by the code that the names of the rules carry. */
public enum InsightRule {
  /** Accessed partition keys. */
  PKC(false, false),
  /** Accessed items, by partition key and sort key. */
  SKC(false, true),
  /** Throttled partition keys. */
  PKT(true, false),
  /** Throttled items. */
  SKT(true, true);

  private final boolean ofThrottled;
  private final boolean ofItems;

  InsightRule(boolean ofThrottled, boolean ofItems) {
    this.ofThrottled = ofThrottled;
    this.ofItems = ofItems;
  }

  /** Whether it counts throttled requests, rather than units. */
  public boolean isOfThrottled() {
    return ofThrottled;
  }

  /** Whether it tells sort keys apart: only tables and indexes with sort keys have it. */
  public boolean isOfItems() {
    return ofItems;
  }
}
