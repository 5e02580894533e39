package dev.gramme.apps.patterns;

import dev.gramme.toolkit.explain.Consumption;
import java.util.List;

/**
 * A recorded call.
 *
 * @param what its description
 * @param result its result, empty if there is none
 * @param consumed its consumption
 * @param requests the requests that it sent
 */
public record Call(String what, Object result, Consumption consumed, List<SentRequest> requests) {
  public Call {
    requests = List.copyOf(requests);
  }

  /**
   * The number of its requests whose response reports consumed capacity, and their units, such as
   * {@code 1 request, 0.5 RCU}.
   */
  public String cost() {
    long requests = consumed.requests();
    if (requests == 0) {
      return "none reported";
    }
    return requests + (requests == 1 ? " request, " : " requests, ") + consumed.total();
  }

  /** The same, with the units of each table and index if there are several. */
  public String detailedCost() {
    return consumed.parts().size() > 1 ? consumed.toString() : cost();
  }
}
