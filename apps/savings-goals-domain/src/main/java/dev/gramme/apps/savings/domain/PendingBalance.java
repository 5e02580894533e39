package dev.gramme.apps.savings.domain;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;

/**
 * The newest balance of a goal that the stream pipeline has seen: one item of the NRT table.
 *
 * @param currentBalance what is saved in the month, with what is not confirmed yet
 * @param open whether any contribution in it still waits for the batch. Not so after a failed
 *     reconciliation took the last one away; the item stays, since it keeps late repetitions of
 *     older events out.
 * @param updatedAt when the event happened
 */
public record PendingBalance(
    String personId,
    String goalId,
    YearMonth month,
    BigDecimal currentBalance,
    BigDecimal targetAmount,
    boolean open,
    String eventId,
    Instant updatedAt) {
  /** Long enough for a batch run to have taken over, whatever happened. */
  public static final Duration TIME_TO_LIVE = Duration.ofDays(5);

  /** When the item may go, in seconds since 1970. */
  public long ttl() {
    return updatedAt.plus(TIME_TO_LIVE).getEpochSecond();
  }
}
