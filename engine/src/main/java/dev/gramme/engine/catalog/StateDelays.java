package dev.gramme.engine.catalog;

import dev.gramme.model.Transition.Kind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How long tables and indexes stay in transitional states.
 *
 * @param byKind the delay of each kind of change; zero for an absent kind
 */
public record StateDelays(Map<Kind, Duration> byKind) {
  /** No delays. */
  public static final StateDelays NONE = new StateDelays(Map.of());

  /**
   * The typical delays of the service (measured in October 2026). The time to delete an index was
   * not measured; it is assumed to be that of a table.
   */
  public static final StateDelays SERVICE =
      new StateDelays(
          Map.ofEntries(
              Map.entry(Kind.CREATION, Duration.ofSeconds(5)),
              Map.entry(Kind.DELETION, Duration.ofSeconds(6)),
              Map.entry(Kind.THROUGHPUT, Duration.ofSeconds(2)),
              Map.entry(Kind.BILLING_MODE, Duration.ofSeconds(130)),
              Map.entry(Kind.CEILINGS, Duration.ofSeconds(2)),
              Map.entry(Kind.WARM_THROUGHPUT, Duration.ofSeconds(2)),
              Map.entry(Kind.STREAM, Duration.ofSeconds(6)),
              Map.entry(Kind.TABLE_CLASS, Duration.ofSeconds(4)),
              Map.entry(Kind.ENCRYPTION, Duration.ofSeconds(22)),
              Map.entry(Kind.INDEX_ALLOCATION, Duration.ofSeconds(40)),
              Map.entry(Kind.INDEX_BACKFILL, Duration.ofMinutes(7)),
              Map.entry(Kind.INDEX_UPDATE, Duration.ofSeconds(2)),
              Map.entry(Kind.INDEX_DELETION, Duration.ofSeconds(6)),
              Map.entry(Kind.REPLICA_UPDATE, Duration.ofSeconds(35))));

  public StateDelays {
    byKind = Map.copyOf(byKind);
  }

  /** The same delay for every kind of change. */
  public static StateDelays of(Duration delay) {
    var byKind = new EnumMap<Kind, Duration>(Kind.class);
    for (Kind kind : Kind.values()) {
      byKind.put(kind, delay);
    }
    return new StateDelays(byKind);
  }

  /** The delay of a kind of change. */
  public Duration of(Kind kind) {
    return byKind.getOrDefault(kind, Duration.ZERO);
  }
}
