package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ttl;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.temporal.ChronoUnit;

/**
 * The newest balance of a goal that the stream pipeline has seen: one item of the NRT table.
 *
 * @param currentBalance what is saved in the month, with what is not confirmed yet
 * @param updatedAt when the event happened
 * @param expires when the item may go
 */
@Entity(pk = "{personId}", sk = "{goalId}", type = "BALANCE")
public record PendingBalance(
    String personId,
    String goalId,
    @Convert(Months.class) YearMonth month,
    BigDecimal currentBalance,
    BigDecimal targetAmount,
    State status,
    String eventId,
    Instant updatedAt,
    @Ttl @Attribute("ttl") Instant expires) {
  /** Long enough for a batch run to have taken over, whatever happened. */
  public static final Duration TIME_TO_LIVE = Duration.ofDays(5);

  /** Whether any contribution in a balance still waits for the batch. */
  public enum State {
    PENDING_CONFIRMATION,
    /**
     * A failed reconciliation took the last one away. The item stays, since it keeps late
     * repetitions of older events out.
     */
    SETTLED
  }

  /** A balance that expires in its time. */
  public static PendingBalance of(
      String personId,
      String goalId,
      YearMonth month,
      BigDecimal currentBalance,
      BigDecimal targetAmount,
      State status,
      String eventId,
      Instant updatedAt) {
    return new PendingBalance(
        personId,
        goalId,
        month,
        currentBalance,
        targetAmount,
        status,
        eventId,
        updatedAt,
        updatedAt.plus(TIME_TO_LIVE).truncatedTo(ChronoUnit.SECONDS));
  }
}
