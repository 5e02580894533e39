package dev.gramme.toolkit.explain;

import java.util.List;

/**
 * The cost of a table for a month of 730 hours, without free tier, reserved capacity and taxes.
 *
 * @param currency the currency of all amounts
 * @param lines the items of the bill
 */
public record Bill(String currency, List<Line> lines) {
  public Bill {
    lines = List.copyOf(lines);
  }

  /**
   * A line of the bill.
   *
   * @param what the charged service
   * @param quantity the charged quantity
   * @param unit the unit of the quantity
   * @param price the price of one unit
   */
  public record Line(String what, double quantity, String unit, double price) {
    /** The amount of this line. */
    public double amount() {
      return quantity * price;
    }
  }

  /** The sum of all lines. */
  public double total() {
    return lines.stream().mapToDouble(Line::amount).sum();
  }
}
