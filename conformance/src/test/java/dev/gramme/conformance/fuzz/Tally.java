package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.fuzz.FuzzedDatabase.Answer;
import java.util.Map;
import java.util.TreeMap;

/** How requests were answered. */
final class Tally {
  private final Map<String, Integer> succeeded = new TreeMap<>();
  private final Map<String, Integer> refused = new TreeMap<>();
  private final Map<String, String> lastRefusal = new TreeMap<>();
  private int mutated;
  private int mutatedThatSucceeded;

  /** A valid request was answered. */
  void valid(Call call, Answer answer) {
    if (answer.status() == 200) {
      succeeded.merge(call.operation(), 1, Integer::sum);
    } else {
      refused.merge(call.operation(), 1, Integer::sum);
      lastRefusal.put(call.operation(), call.text() + " -> " + answer);
    }
  }

  /** A mutated request was answered. */
  void mutated(int status) {
    mutated++;
    mutatedThatSucceeded += status == 200 ? 1 : 0;
  }

  /** How many requests of an operation have succeeded. */
  int succeeded(String operation) {
    return succeeded.getOrDefault(operation, 0);
  }

  /** The part of the valid requests that have succeeded, in percent. */
  int percentSucceeded() {
    int good = sum(succeeded);
    return 100 * good / Math.max(1, good + sum(refused));
  }

  /** All requests. */
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

  /** The figures of each operation, with the last valid request that was refused. */
  String details() {
    var text = new StringBuilder(toString());
    refused.forEach((operation, count) ->
        text.append(
            "%n%s: %d succeeded, %d refused, such as %s"
                .formatted(operation, succeeded(operation), count, lastRefusal.get(operation))));
    return text.toString();
  }
}
