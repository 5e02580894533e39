package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an access pattern costs.
 *
 * @param pattern the access pattern
 * @param perCall the units of one call, by index; those of the table itself are under the empty
 *     name
 * @param requests how many requests of DynamoDB's API one call makes
 * @param itemsRead how many items one call reads
 * @param bytesRead how many bytes one call reads
 * @param callsPerSecond how often it is called
 * @param steps how the units come about, one sentence each
 */
public record PatternCost(
    AccessPattern pattern,
    Map<String, Units> perCall,
    long requests,
    long itemsRead,
    long bytesRead,
    double callsPerSecond,
    List<String> steps) {

  public PatternCost {
    perCall = Map.copyOf(perCall);
    steps = List.copyOf(steps);
  }

  /** How a cost compares with its budget. */
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

  /** The units of one second. */
  public Units perSecond() {
    return total().times(callsPerSecond);
  }

  /** The units of one call on an index, or, under the empty name, on the table. */
  public Units on(String index) {
    return perCall.getOrDefault(index, Units.ZERO);
  }

  /** The budget, if there is one that can be read. */
  public Optional<Budget> budget() {
    return pattern.budget().flatMap(Budget::parse);
  }

  /** How the cost compares with the budget. */
  public Verdict verdict() {
    if (pattern.budget().isEmpty()) {
      return Verdict.NO_BUDGET;
    }
    return budget()
        .map(budget -> budget.allows(total()) ? Verdict.WITHIN : Verdict.EXCEEDED)
        .orElse(Verdict.UNREADABLE);
  }

  /** Where it reads or writes: the table's name, or the index's. */
  public String servedBy(String table) {
    return pattern.index().orElse(table);
  }

  /** The units by index in a fixed order, the table first. */
  Map<String, Units> sorted() {
    return new TreeMap<>(perCall);
  }
}
