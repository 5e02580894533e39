package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Entity;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/**
 * A customer consolidated by the batch pipeline: one item of the batch table.
 *
 * @param month the month of the goals
 * @param lastUpdated all contributions of this customer up to this time are reconciled and
 *     included. If a deposit was still open when the bank closed its books, this time is earlier
 *     than the deposit. The app therefore still shows it as pending.
 * @param generation the run that wrote the item; generations only increase
 */
@Entity(pk = "{personId}", type = "CUSTOMER")
public record Customer(
    String personId,
    String name,
    Preferences preferences,
    @Convert(Months.class) YearMonth month,
    List<Goal> goals,
    Instant lastUpdated,
    long generation) {
  public Customer {
    goals = List.copyOf(goals);
  }

  /** The customer's settings in the app. */
  public record Preferences(boolean notifications, String language) {}
}
