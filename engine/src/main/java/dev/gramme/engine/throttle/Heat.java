package dev.gramme.engine.throttle;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How long a partition has been refusing requests, and for which keys they were. It is hot from a
 * refusal on until none has come for a minute.
 *
 * <p>The keys are a sample, evenly over the time that it is hot: every request at first, and each
 * time that the sample is full every second one of it is dropped and from then on half as many are
 * taken. So a burst for one key does not drive out what came before it, and no chance is involved.
 */
final class Heat {
  /** How long a partition must be hot to be split; the service takes minutes (2022). */
  static final Duration SPLIT_AFTER = Duration.ofMinutes(2);

  private static final long COOL_AFTER_MICROS = TimeUnit.MINUTES.toMicros(1);
  private static final int SAMPLES = 128;

  private final byte[][] sample = new byte[SAMPLES][];
  private int size;
  private long seen;
  private long stride = 1;
  private boolean hot;
  private long hotSinceMicros;
  private long refusedMicros;

  /** Notes a request, whether it was refused or not. */
  void saw(byte[] position, long nowMicros) {
    if (!hot || isCooled(nowMicros)) {
      return;
    }
    if (seen++ % stride != 0) {
      return;
    }
    if (size == SAMPLES) {
      for (int i = 0; i < SAMPLES / 2; i++) {
        sample[i] = sample[2 * i];
      }
      size = SAMPLES / 2;
      stride *= 2;
    }
    sample[size++] = position;
  }

  /** Notes that a request was refused. */
  void refused(long nowMicros) {
    if (!hot || isCooled(nowMicros)) {
      hot = true;
      hotSinceMicros = nowMicros;
      size = 0;
      seen = 0;
      stride = 1;
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
