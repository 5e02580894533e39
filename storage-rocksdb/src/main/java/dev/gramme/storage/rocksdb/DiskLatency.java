package dev.gramme.storage.rocksdb;

import java.time.Duration;

/**
 * Measures how long reads of files take, and thereby decides which threads make them. If the
 * operating system has the files in its page cache, a read takes some microseconds, which is less
 * than the handover to another thread. A read of the medium takes longer, so it must not delay the
 * requests behind it.
 *
 * <p>The average is exponentially weighted. Single long reads, such as those of a thread that lost
 * its processor, count as {@link #LONGEST_NANOS}. All threads update it without locks; if two of
 * them do so at once, one sample is lost.
 */
final class DiskLatency {
  /** A shorter read needed no file: its blocks were in RocksDB's own cache. */
  private static final long MEMORY_NANOS = 5_000;

  private static final long LONGEST_NANOS = 200_000;

  /** The weight of a sample is one divided by this number. */
  private static final int SAMPLES = 16;

  private final long slowNanos;
  private volatile long averageNanos;

  /**
   * @param slow the average from which a disk is slow. Until enough reads have been measured, the
   *     disk counts as slow
   */
  DiskLatency(Duration slow) {
    this.slowNanos = slow.toNanos();
    this.averageNanos = Math.max(slowNanos, LONGEST_NANOS);
  }

  /** Whether the disk is slow, so that only threads that may wait read files. */
  boolean isSlow() {
    return averageNanos >= slowNanos;
  }

  /** Adds a read that was allowed to read files, begun at a value of {@link System#nanoTime}. */
  void addSince(long begin) {
    add(System.nanoTime() - begin);
  }

  /** Adds a read that was allowed to read files. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // a lost sample does no harm
  void add(long nanos) {
    if (nanos >= MEMORY_NANOS) {
      long average = averageNanos;
      averageNanos = average + (Math.min(nanos, LONGEST_NANOS) - average) / SAMPLES;
    }
  }

  /** The average in seconds. */
  double seconds() {
    return averageNanos / 1e9;
  }
}
