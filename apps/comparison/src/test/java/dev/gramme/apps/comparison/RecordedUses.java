package dev.gramme.apps.comparison;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The text form of the requests of a run: a line for each access pattern. */
final class RecordedUses {
  private RecordedUses() {}

  /** Lines such as {@code venue 0.5 0 GetItem=1}. */
  static String text(Map<String, Use> uses) {
    return uses.entrySet().stream()
        .map(entry ->
            String.join(
                    " ",
                    entry.getKey(),
                    Use.number(entry.getValue().read()),
                    Use.number(entry.getValue().write()),
                    entry.getValue().operations().entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue())
                        .collect(Collectors.joining(",")))
                + "\n")
        .collect(Collectors.joining());
  }

  static Map<String, Use> parse(String text) {
    var uses = new LinkedHashMap<String, Use>();
    text.lines()
        .forEach(line -> {
          String[] parts = line.split(" ");
          var operations = new TreeMap<String, Integer>();
          for (String one : parts[3].split(",")) {
            String[] named = one.split("=");
            operations.put(named[0], Integer.valueOf(named[1]));
          }
          uses.put(
              parts[0],
              new Use(operations, Double.parseDouble(parts[1]), Double.parseDouble(parts[2])));
        });
    return uses;
  }
}
