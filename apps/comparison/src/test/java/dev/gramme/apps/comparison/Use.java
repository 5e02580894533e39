package dev.gramme.apps.comparison;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The requests of a call and the capacity that they consume.
 *
 * @param operations the number of requests of each operation
 * @param read the read units
 * @param write the write units
 */
record Use(Map<String, Integer> operations, double read, double write) {
  Use {
    operations = new TreeMap<>(operations);
  }

  Use plus(Use other) {
    Map<String, Integer> all = new TreeMap<>(operations);
    other.operations.forEach((operation, count) -> all.merge(operation, count, Integer::sum));
    return new Use(all, read + other.read, write + other.write);
  }

  int requests() {
    return operations.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The requests and their consumption: {@code 2 Query, 1 RCU}. */
  String text() {
    String requests =
        operations.entrySet().stream()
            .map(entry ->
                entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    return requests
        + (read > 0 ? ", " + number(read) + " RCU" : "")
        + (write > 0 ? ", " + number(write) + " WCU" : "");
  }

  static String number(double units) {
    return units == Math.rint(units) ? Long.toString((long) units) : Double.toString(units);
  }
}
