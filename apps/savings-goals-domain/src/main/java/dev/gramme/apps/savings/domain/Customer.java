package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Entity;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;

/**
 * A customer as the batch pipeline consolidated them: one item of the batch table.
 *
 * @param month whose goals these are
 * @param lastUpdated up to when everything of this customer is reconciled and counted here. Not the
 *     time of the batch run: a deposit that was still open when the run began is later than this,
 *     so that it stays pending.
 * @param generation the run that wrote the item; generations only rise
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

  /** What the customer has chosen in the app. */
  public record Preferences(boolean notifications, String language) {}
}
