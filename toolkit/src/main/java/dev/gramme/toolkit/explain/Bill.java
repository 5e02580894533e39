package dev.gramme.toolkit.explain;

import java.util.List;

/**
 * What a table costs in a month of 730 hours, without free tier, reserved capacity and taxes.
 *
 * @param currency the currency of all amounts
 * @param lines what it is made of
 */
public record Bill(String currency, List<Line> lines) {
  public Bill {
    lines = List.copyOf(lines);
  }

  /**
   * One position.
   *
   * @param what what is paid for
   * @param quantity how much of it
   * @param unit the unit of the quantity
   * @param price the price of one unit
   */
  public record Line(String what, double quantity, String unit, double price) {
    /** What it comes to. */
    public double amount() {
      return quantity * price;
    }
  }

  /** What everything comes to. */
  public double total() {
    return lines.stream().mapToDouble(Line::amount).sum();
  }
}
