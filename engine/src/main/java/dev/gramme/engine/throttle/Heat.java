package dev.gramme.engine.throttle;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How long a partition has been refusing requests, and for which keys they were. It is hot from a
 * refusal on until none has come for a minute.
 *
 * <p>The keys are a sample in which every request of the time that it is hot has the same place, so
 * that a burst for one key does not drive out what came before it (a reservoir). What chance would
 * decide in it follows from the number of the request: the same requests give the same sample, and
 * requests that take turns are not met in step with their turns.
 */
final class Heat {
  /** How long a partition must be hot to be split; the service takes minutes (2022). */
  static final Duration SPLIT_AFTER = Duration.ofMinutes(2);

  private static final long COOL_AFTER_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final int SAMPLES = 128;

  /** Odd, and with bits everywhere: 2^64 divided by the golden ratio. */
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private final byte[][] sample = new byte[SAMPLES][];
  private int size;
  private long seen;
  private boolean hot;
  private long hotSinceMicros;
  private long refusedMicros;

  /** Notes a request, whether it was refused or not. */
  void saw(byte[] position, long nowMicros) {
    if (!hot || isCooled(nowMicros)) {
      return;
    }
    seen++;
    if (size < SAMPLES) {
      sample[size++] = position;
      return;
    }
    long place = ((seen * SCATTER) >>> 1) % seen;
    if (place < SAMPLES) {
      sample[(int) place] = position;
    }
  }

  /** Notes that a request was refused. */
  void refused(long nowMicros) {
    if (!hot || isCooled(nowMicros)) {
      hot = true;
      hotSinceMicros = nowMicros;
      size = 0;
      seen = 0;
    }
    refusedMicros = nowMicros;
  }

  private boolean isCooled(long nowMicros) {
    return nowMicros - refusedMicros >= COOL_AFTER_MICROS;
  }

  /**
   * Where to split so that both sides have as nearly the same traffic as can be; empty if it is not
   * time yet, or if all traffic is for one position and a split would be of no use.
   */
  Optional<byte[]> split(long nowMicros) {
    if (!hot || nowMicros - hotSinceMicros < SPLIT_AFTER.toNanos() / 1000) {
      return Optional.empty();
    }
    byte[][] sorted = Arrays.copyOf(sample, size);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    int best = 0;
    for (int i = 1; i < size; i++) {
      if (!Arrays.equals(sorted[i - 1], sorted[i])
          && Math.abs(2 * i - size) < Math.abs(2 * best - size)) {
        best = i;
      }
    }
    return best == 0 ? Optional.empty() : Optional.of(sorted[best]);
  }
}
