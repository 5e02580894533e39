package dev.gramme.testkit.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Shortens a failing history: removes requests as long as it still fails. */
public final class Shrinking {
  private Shrinking() {}

  /**
   * The shortest failing history that was found. It keeps the first request, which creates the
   * table.
   *
   * @param history must itself fail
   * @param fails replays a history on an empty database; called up to about twice for each request
   *     of the history
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
