package dev.gramme.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Collects measurements and formats them as Markdown tables. */
final class Report {
  private final Map<Workload, Map<Contestant, Map<Integer, Measurement>>> measured =
      new EnumMap<>(Workload.class);
  private final List<String> notes = new ArrayList<>();

  void add(Workload workload, Contestant who, int connections, Measurement measurement) {
    measured
        .computeIfAbsent(workload, _ -> new EnumMap<>(Contestant.class))
        .computeIfAbsent(who, _ -> new TreeMap<>())
        .put(connections, measurement);
  }

  void note(String line) {
    notes.add(line);
  }

  /** The tables: throughput and latency, and their ratios to Gramme's. */
  String text() {
    var text = new StringBuilder();
    measured.forEach((workload, byContestant) -> {
      text.append("\n### ").append(workload.title()).append("\n\n");
      text.append("| server | connections | per second | p50 ms | p99 ms | errors | Gramme is |\n");
      text.append("|---|--:|--:|--:|--:|--:|---|\n");
      byContestant.forEach((who, points) ->
          points.forEach((connections, point) -> row(text, workload, who, connections, point)));
    });
    text.append('\n');
    notes.forEach(line -> text.append("- ").append(line).append('\n'));
    return text.toString();
  }

  private void row(
      StringBuilder text, Workload workload, Contestant who, int connections, Measurement point) {
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %,.0f | %.2f | %.2f | %d | %s |%n",
            who.title(),
            connections,
            point.perSecond(),
            point.p50Micros() / 1000.0,
            point.p99Micros() / 1000.0,
            point.errors(),
            ratio(workload, who, connections, point)));
  }

  private String ratio(Workload workload, Contestant who, int connections, Measurement other) {
    var own =
        measured
            .getOrDefault(workload, Map.of())
            .getOrDefault(Contestant.GRAMME, Map.of())
            .get(connections);
    if (who == Contestant.GRAMME || own == null) {
      return "";
    }
    return String.format(
        Locale.ROOT,
        "%.2f x as fast, p99 %.2f x",
        own.perSecond() / other.perSecond(),
        (double) own.p99Micros() / other.p99Micros());
  }
}
