package dev.gramme.toolkit.explain;

/**
 * Compares the estimated and the measured consumption of an access pattern.
 *
 * @param estimate the estimate
 * @param table the table's name
 * @param consumed the measurement of a {@link CapacityMeter}
 */
public record Comparison(PatternCost estimate, String table, Consumption consumed) {
  /** Units are multiples of a half; smaller differences count as equal. */
  private static final double EQUAL = 0.01;

  /** Whether the consumption of the table and its indexes equals the estimate. */
  public boolean agrees() {
    return near(consumed.ofTable(table), estimate.on(""))
        && estimate.perCall().entrySet().stream()
            .filter(part -> !part.getKey().isEmpty())
            .allMatch(part -> near(consumed.ofIndex(table, part.getKey()), part.getValue()))
        && near(consumed.of(table), estimate.total());
  }

  /** Whether what was consumed keeps within the budget, if there is one. */
  public boolean withinBudget() {
    return estimate.budget().map(budget -> budget.allows(consumed.of(table))).orElse(true);
  }

  /**
   * Nothing if the budget is kept.
   *
   * @throws AssertionError if more was consumed, saying what
   */
  public Comparison check() {
    if (!withinBudget()) {
      throw new AssertionError(
          estimate.pattern().name()
              + " may cost "
              + estimate.pattern().budget().orElse("")
              + " and consumed "
              + consumed);
    }
    return this;
  }

  private static boolean near(Units one, Units other) {
    return Math.abs(one.read() - other.read()) < EQUAL
        && Math.abs(one.write() - other.write()) < EQUAL;
  }

  @Override
  public String toString() {
    return estimate.pattern().name() + ": estimated " + estimate.total() + ", consumed " + consumed;
  }
}
