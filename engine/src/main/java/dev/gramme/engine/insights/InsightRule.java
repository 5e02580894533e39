package dev.gramme.engine.insights;

/**
 * A counting rule for a table or global index; its name is the code in the names of the service's
 * rules.
 */
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

  /** Whether it counts throttled requests instead of units. */
  public boolean isOfThrottled() {
    return ofThrottled;
  }

  /**
   * Whether it distinguishes sort keys; such rules exist only for tables and indexes with sort
   * keys.
   */
  public boolean isOfItems() {
    return ofItems;
  }
}
