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
 * The latest balance of a goal that the stream pipeline has received: one item of the NRT table.
 *
 * @param currentBalance the saved amount of the month, including unconfirmed contributions
 * @param updatedAt the time of the event
 * @param expires when the item may be deleted
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
    @Ttl @Attribute("ttl") Instant expires)
    implements PendingItem {
  /** Long enough for a batch run to take over, even after failures. */
  public static final Duration TIME_TO_LIVE = Duration.ofDays(5);

  /** Whether a balance contains contributions that are not in the batch yet. */
  public enum State {
    PENDING_CONFIRMATION,
    /**
     * A failed reconciliation removed the last open contribution. The item stays, since it prevents
     * late repetitions of older events from being written.
     */
    SETTLED
  }

  /** Creates a balance with its expiry time. */
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
