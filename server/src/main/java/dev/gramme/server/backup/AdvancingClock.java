package dev.gramme.server.backup;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock whose times never go back, although the computer's clock may: each time is later than all
 * times before it. While the computer's clock is behind them, the times are a nanosecond apart. A
 * place of backups has all of its times from such a clock, because their order is the order in
 * which a restore needs its backups and its log.
 */
final class AdvancingClock implements InstantSource {
  private final InstantSource clock;
  private final AtomicReference<Instant> newest = new AtomicReference<>(Instant.EPOCH);

  /**
   * @param clock the computer's clock
   */
  AdvancingClock(InstantSource clock) {
    this.clock = clock;
  }

  /** Makes all further times later than a time that was written earlier. */
  void follow(Instant known) {
    newest.accumulateAndGet(known, (last, other) -> other.isAfter(last) ? other : last);
  }

  @Override
  public Instant instant() {
    Instant now = clock.instant();
    return newest.updateAndGet(last -> later(last, now));
  }

  /** A time in whole milliseconds, as the names in a place have it. */
  Instant wholeMillis() {
    Instant now = clock.instant();
    return newest.updateAndGet(last -> {
      Instant time = later(last, now);
      Instant millis = time.truncatedTo(ChronoUnit.MILLIS);
      return millis.equals(time) ? millis : millis.plusMillis(1);
    });
  }

  private static Instant later(Instant last, Instant now) {
    return now.isAfter(last) ? now : last.plusNanos(1);
  }

  /** The time of the computer's clock. */
  Instant computerTime() {
    return clock.instant();
  }
}
