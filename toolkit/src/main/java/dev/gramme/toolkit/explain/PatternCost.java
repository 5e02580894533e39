package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The cost of an access pattern.
 *
 * @param pattern the access pattern
 * @param perCall the units of one call, by index; the empty name stands for the table
 * @param requests the number of DynamoDB requests of one call
 * @param itemsRead the number of items that one call reads
 * @param bytesRead the number of bytes that one call reads
 * @param callsPerSecond the rate of calls
 * @param assumed whether the cost depends on an assumed number of partitions
 * @param steps the derivation of the units, one sentence per step
 */
public record PatternCost(
    AccessPattern pattern,
    Map<String, Units> perCall,
    long requests,
    long itemsRead,
    long bytesRead,
    double callsPerSecond,
    boolean assumed,
    List<String> steps) {

  public PatternCost {
    perCall = Map.copyOf(perCall);
    steps = List.copyOf(steps);
  }

  /** The result of comparing a cost with its budget. */
  public enum Verdict {
    NO_BUDGET,
    WITHIN,
    EXCEEDED,
    UNREADABLE
  }

  /** The units of one call, on the table and all indexes. */
  public Units total() {
    return perCall.values().stream().reduce(Units.ZERO, Units::plus);
  }

  /** The units per second. */
  public Units perSecond() {
    return total().times(callsPerSecond);
  }

  /** The units of one call on an index or, with the empty name, on the table. */
  public Units on(String index) {
    return perCall.getOrDefault(index, Units.ZERO);
  }

  /** The budget, if there is a valid one. */
  public Optional<Budget> budget() {
    return pattern.budget().flatMap(Budget::parse);
  }

  /** Compares the cost with the budget. */
  public Verdict verdict() {
    if (pattern.budget().isEmpty()) {
      return Verdict.NO_BUDGET;
    }
    return budget()
        .map(budget -> budget.allows(total()) ? Verdict.WITHIN : Verdict.EXCEEDED)
        .orElse(Verdict.UNREADABLE);
  }

  /** The name of the table or index that the pattern uses. */
  public String servedBy(String table) {
    return pattern.index().orElse(table);
  }

  /** The units by index in a fixed order, the table first. */
  Map<String, Units> sorted() {
    return new TreeMap<>(perCall);
  }
}
