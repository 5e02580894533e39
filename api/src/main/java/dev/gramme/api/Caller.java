package dev.gramme.api;

import dev.gramme.model.Wording;
import dev.gramme.model.budget.RequestBudget;

/**
 * The caller of an operation, the words in which it is answered, and what its request may use.
 *
 * @param region the region that the client signed for; ARNs carry it
 * @param account twelve digits; ARNs carry it
 * @param wording which of the service's sets of validation messages is spoken
 * @param budget the memory and work that the request may use
 */
public record Caller(String region, String account, Wording wording, RequestBudget budget) {
  /** A caller within the program, whose requests nothing limits. */
  public Caller(String region, String account, Wording wording) {
    this(region, account, wording, RequestBudget.unlimited());
  }
}
