package dev.gramme.storage.cassandra.row;

/** Times of writes as Cassandra has them: microseconds since 1970. */
public final class WriteTime {
  private static final long MICROS_PER_MILLI = 1000;

  private WriteTime() {}

  /** The time in microseconds. */
  public static long ofMillis(long millis) {
    return millis * MICROS_PER_MILLI;
  }
}
