package dev.gramme.storage.cassandra;

import java.time.InstantSource;

/**
 * Where what was replaced is kept: in one of two parts of its bucket, which take turns. One is
 * written for a while; when all that is in the other is so old that nobody asks for it any more, it
 * is removed as a whole. So the tombstone of a part always covers the one before it, and there is
 * never more than one, however much is replaced.
 */
final class Eras {
  /**
   * Before all others, one empty row: whoever asks what a bucket tells of itself finds that row at
   * once, however many deleted ones follow. Its {@code stamp} grows with every transaction that
   * derives something of the bucket.
   */
  static final int FIRST = -1;

  /** What there is. The past is in 1 and 2. */
  static final int NOW = 0;

  /** What is to be derived from the rows of the bucket, see {@link Outbox}. */
  static final int OUTBOX = 3;

  /** What was replaced is kept for so many lifetimes of snapshots, also to find out outcomes. */
  private static final int KEPT_LIFETIMES = 4;

  /** Long enough for the other part to become as old as that, and to be found and removed. */
  private static final int ERA_LIFETIMES = 6;

  private final InstantSource clock;
  private final long lifetimeMillis;

  Eras(CassandraStoreOptions options) {
    this.clock = options.clock();
    this.lifetimeMillis = options.snapshotLifetime().toMillis();
  }

  /** How many eras there have been. */
  long number() {
    return clock.millis() / (ERA_LIFETIMES * lifetimeMillis);
  }

  /** The part that is written. */
  int current() {
    return 1 + (int) (number() % 2);
  }

  /** The part that is not. */
  int ended() {
    return 3 - current();
  }

  /** What was replaced before this time, in microseconds, is of no use any more. */
  long keptSince() {
    return AsOf.micros(clock.millis() - KEPT_LIFETIMES * lifetimeMillis);
  }

  /** The column of a bucket that has the id of the transaction that kept something there last. */
  static String column(int era) {
    return "kept" + era;
  }
}
