package dev.gramme.apps.comparison;

import java.util.List;
import java.util.function.Consumer;

/** What happens when calls with a mistake run. */
final class Outcome {
  private static final int MOST = 160;

  private Outcome() {}

  /**
   * The first difference of a run from the correct results.
   *
   * @param run makes the calls, and adds their results to the list
   */
  static String of(List<Recorder.Result> correct, Consumer<List<Recorder.Result>> run) {
    var results = new java.util.ArrayList<Recorder.Result>();
    try {
      run.accept(results);
    } catch (RuntimeException e) {
      return compared(correct, results, "call fails: " + firstLine(e));
    }
    return compared(correct, results, "call is missing");
  }

  /** The first difference of results from the correct ones; the end, if they stop too early. */
  static String compared(List<Recorder.Result> correct, List<Recorder.Result> results, String end) {
    for (int i = 0; i < correct.size(); i++) {
      if (i == results.size()) {
        return end;
      }
      Recorder.Result right = correct.get(i);
      if (!results.get(i).equals(right)) {
        return "wrong result: "
            + shown(results.get(i).result())
            + " instead of "
            + shown(right.result());
      }
    }
    return "unnoticed";
  }

  private static String shown(String result) {
    return result.isEmpty() ? "nothing" : '"' + result + '"';
  }

  private static String firstLine(RuntimeException e) {
    String message =
        String.valueOf(e.getMessage())
            .lines()
            .findFirst()
            .orElse("")
            .replaceAll(" \\(Service.*", "");
    String text = e.getClass().getSimpleName() + ": " + message;
    return text.length() > MOST ? text.substring(0, MOST) + "..." : text;
  }
}
