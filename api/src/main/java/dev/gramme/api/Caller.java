package dev.gramme.api;

import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an operation: its identity, the wording of the messages that it gets, and the
 * resources that its request may use.
 *
 * @param region the region that the client signed for; ARNs contain it
 * @param account the twelve-digit account id; ARNs contain it
 * @param wording which of the service's sets of validation messages the answers use
 * @param host the host and port that the client addressed, null if the request does not name them
 * @param budget the memory and work that the request may use
 */
public record Caller(
    String region, String account, Wording wording, @Nullable String host, RequestBudget budget) {
  /** A caller inside the program, whose requests have no limits. */
  public Caller(String region, String account, Wording wording) {
    this(region, account, wording, null, RequestBudget.unlimited());
  }
}
