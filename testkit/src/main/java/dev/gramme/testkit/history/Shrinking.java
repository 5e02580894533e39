package dev.gramme.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing history short: whatever can be left out without the failure going away is. */
public final class Shrinking {
  private Shrinking() {}

  /**
   * The shortest history found that still fails. The first request, which makes the table, stays.
   *
   * @param fails replays a history from nothing; it may be called some hundred times
   */
  public static List<Request> shrink(List<Request> history, Predicate<List<Request>> fails) {
    var current = List.copyOf(history);
    for (var chunk = current.size() / 2; chunk >= 1; chunk /= 2) {
      for (var at = current.size() - chunk; at >= 1; at -= chunk) {
        var shorter = new ArrayList<>(current.subList(0, at));
        shorter.addAll(current.subList(Math.min(at + chunk, current.size()), current.size()));
        if (fails.test(shorter)) {
          current = List.copyOf(shorter);
        }
      }
    }
    return current;
  }
}
