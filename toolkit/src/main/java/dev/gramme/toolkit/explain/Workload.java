package dev.gramme.toolkit.explain;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The load of a table: sizes of items and rates of calls. Missing sizes of an entity are guessed
 * from the types of its components; a pattern without a load is never called.
 *
 * <pre>{@code
 * Workload.NONE
 *     .entity("Order", EntityLoad.bytes(1_200).items(50_000_000).perPartition(200))
 *     .pattern("history", PatternLoad.perSecond(300).reads(20).hottestKey(0.01))
 * }</pre>
 *
 * @param entities sizes and numbers of items, by entity
 * @param patterns rates, by access pattern
 * @param backups the number of full backups
 * @param streamReadsPerSecond the rate of stream reads by consumers other than AWS Lambda
 */
public record Workload(
    Map<String, EntityLoad> entities,
    Map<String, PatternLoad> patterns,
    int backups,
    double streamReadsPerSecond) {

  /** A workload without any information. */
  public static final Workload NONE = new Workload(Map.of(), Map.of(), 0, 0);

  private static final PatternLoad NEVER = PatternLoad.perSecond(0);

  public Workload {
    entities = Map.copyOf(entities);
    patterns = Map.copyOf(patterns);
    if (backups < 0 || !(streamReadsPerSecond >= 0)) {
      throw new IllegalArgumentException("numbers of backups and reads must not be negative");
    }
  }

  /** Adds the load of an entity. */
  public Workload entity(String name, EntityLoad load) {
    var more = new HashMap<>(entities);
    more.put(name, load);
    return new Workload(more, patterns, backups, streamReadsPerSecond);
  }

  /** Adds the load of an access pattern. */
  public Workload pattern(String name, PatternLoad load) {
    var more = new HashMap<>(patterns);
    more.put(name, load);
    return new Workload(entities, more, backups, streamReadsPerSecond);
  }

  /** Sets the number of full backups that are kept. */
  public Workload backups(int count) {
    return new Workload(entities, patterns, count, streamReadsPerSecond);
  }

  /** Sets the rate of stream reads by consumers other than AWS Lambda. */
  public Workload streamReads(double perSecond) {
    return new Workload(entities, patterns, backups, perSecond);
  }

  /** The load of an access pattern. */
  public PatternLoad of(String pattern) {
    return Objects.requireNonNull(patterns.getOrDefault(pattern, NEVER));
  }
}
