package dev.gramme.api;

import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an operation, the words in which it is answered, and what its request may use.
 *
 * @param region the region that the client signed for; ARNs carry it
 * @param account twelve digits; ARNs carry it
 * @param wording which of the service's sets of validation messages is spoken
 * @param host the host and port that the client addresses, null if it does not name them
 * @param budget the memory and work that the request may use
 */
public record Caller(
    String region, String account, Wording wording, @Nullable String host, RequestBudget budget) {
  /** A caller within the program, whose requests nothing limits. */
  public Caller(String region, String account, Wording wording) {
    this(region, account, wording, null, RequestBudget.unlimited());
  }
}
