package dev.gramme.engine.throttle;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Records how long a partition has been refusing requests, and a sample of the requested keys. The
 * partition is hot from a refusal until a minute has passed without another one.
 *
 * <p>The keys are a reservoir sample: every request since the partition became hot has the same
 * chance to be in it, so that a burst for one key does not displace all earlier keys. The sample
 * uses no random numbers. The number of the request, scattered by a constant, selects the place:
 * the same requests always give the same sample, and a regular pattern of keys does not bias it.
 */
final class PartitionLoad {
  /** How long a partition must be hot before it splits; the service takes minutes (2022). */
  static final Duration SPLIT_AFTER = Duration.ofMinutes(2);

  private static final long COOL_AFTER_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final int SAMPLES = 128;

  /** 2^64 divided by the golden ratio: an odd number with evenly distributed bits. */
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private final byte[][] sample = new byte[SAMPLES][];
  private int size;
  private long seen;
  private boolean hot;
  private long hotSinceMicros;
  private long refusedMicros;

  /** Records a request, whether it was refused or not. */
  void recordRequest(byte[] position, long nowMicros) {
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

  /** Records that a request was refused. */
  void recordRefusal(long nowMicros) {
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
   * Returns the position that divides the sampled traffic most evenly. Empty if the partition has
   * not been hot for long enough, or if all traffic is for one position, which a split cannot
   * divide.
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
