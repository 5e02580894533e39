package dev.gramme.apps.patterns;

import dev.gramme.toolkit.explain.Consumption;

/**
 * A call that was made.
 *
 * @param what what it does, in words
 * @param result what came out, empty if nothing does
 * @param consumed what it consumed
 */
public record Call(String what, Object result, Consumption consumed) {
  /** Its requests and units, such as {@code 1 request, 0.5 RCU}. */
  public String cost() {
    long requests = consumed.requests();
    return requests + (requests == 1 ? " request, " : " requests, ") + consumed.total();
  }
}
