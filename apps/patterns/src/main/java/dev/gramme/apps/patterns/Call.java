package dev.gramme.apps.patterns;

import dev.gramme.toolkit.explain.Consumption;

/**
 * A recorded call.
 *
 * @param what its description
 * @param result its result, empty if there is none
 * @param consumed its consumption
 */
public record Call(String what, Object result, Consumption consumed) {
  /** Its requests and units, such as {@code 1 request, 0.5 RCU}. */
  public String cost() {
    long requests = consumed.requests();
    return requests + (requests == 1 ? " request, " : " requests, ") + consumed.total();
  }
}
