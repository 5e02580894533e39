package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.FuzzedDatabase.Answer;
import java.util.Map;
import java.util.TreeMap;

/** Counts how requests were answered. */
final class Tally {
  private final Map<String, Integer> succeeded = new TreeMap<>();
  private final Map<String, Integer> refused = new TreeMap<>();
  private final Map<String, String> lastRefusal = new TreeMap<>();
  private int mutated;
  private int mutatedThatSucceeded;

  /** Counts the answer to a valid request. */
  void valid(Call call, Answer answer) {
    if (answer.status() == 200) {
      succeeded.merge(call.operation(), 1, Integer::sum);
    } else {
      refused.merge(call.operation(), 1, Integer::sum);
      lastRefusal.put(call.operation(), call.text() + " -> " + answer);
    }
  }

  /** Counts the answer to a mutated request. */
  void mutated(int status) {
    mutated++;
    mutatedThatSucceeded += status == 200 ? 1 : 0;
  }

  /** The number of successful requests of an operation. */
  int succeeded(String operation) {
    return succeeded.getOrDefault(operation, 0);
  }

  /** The percentage of valid requests that have succeeded. */
  int percentSucceeded() {
    int good = sum(succeeded);
    return 100 * good / Math.max(1, good + sum(refused));
  }

  /** The number of all requests. */
  int requests() {
    return sum(succeeded) + sum(refused) + mutated;
  }

  private static int sum(Map<String, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public String toString() {
    return "%d requests; %d%% of the valid and %d of %d mutated ones succeeded"
        .formatted(requests(), percentSucceeded(), mutatedThatSucceeded, mutated);
  }

  /** The counts of each operation, with the last valid request that was refused. */
  String details() {
    var text = new StringBuilder(toString());
    refused.forEach((operation, count) ->
        text.append(
            "%n%s: %d succeeded, %d refused, such as %s"
                .formatted(operation, succeeded(operation), count, lastRefusal.get(operation))));
    return text.toString();
  }
}
