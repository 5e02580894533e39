package dev.gramme.storage.cassandra.snapshot;

import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.row.WriteTime;
import java.time.InstantSource;

/**
 * The two generations of a bucket's history (sections 1 and 2 of its partition). Writes add to one
 * generation for six snapshot lifetimes, then to the other. Once no snapshot can need the idle
 * generation, it is deleted as a whole. So one range tombstone per generation covers all earlier
 * ones, however many values are replaced.
 */
public final class HistoryGenerations {
  /** History is kept for this many snapshot lifetimes. In-doubt transactions need it, too. */
  private static final int KEPT_LIFETIMES = 4;

  /** Longer than {@link #KEPT_LIFETIMES}, so that the idle generation can expire and be deleted. */
  private static final int GENERATION_LIFETIMES = 6;

  private final InstantSource clock;
  private final long lifetimeMillis;

  /** The generations of a store. */
  public HistoryGenerations(CassandraStoreOptions options) {
    this.clock = options.clock();
    this.lifetimeMillis = options.snapshotLifetime().toMillis();
  }

  /** How many generations have begun since 1970. */
  long count() {
    return clock.millis() / (GENERATION_LIFETIMES * lifetimeMillis);
  }

  /** The generation to which writes add, 1 or 2. */
  public int current() {
    return 1 + (int) (count() % 2);
  }

  /** The other generation. */
  int idle() {
    return 3 - current();
  }

  /** Values that were replaced before this time, in microseconds, are not needed any more. */
  long keptSinceMicros() {
    return WriteTime.ofMillis(clock.millis() - KEPT_LIFETIMES * lifetimeMillis);
  }

  /** The column with the id of the transaction that added to a generation last. */
  public static String lastAddedColumn(int generation) {
    return "kept" + generation;
  }
}
