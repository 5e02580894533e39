package dev.gramme.apps.savings.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.savings.domain.Moments;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.YearMonth;

/**
 * A change of the amount that a customer saved towards a goal, with the balance after it. The key
 * of its Kafka record is the customer, so that the events of a customer stay in order.
 *
 * @param kind the kind of change
 * @param month the month of the balance
 * @param amount the change of the balance; negative when a deposit was taken back
 * @param balance the saved amount of the month, including unconfirmed contributions
 * @param open how many of these contributions are in no export yet
 * @param occurredAt later than that of every earlier event of the customer and goal
 */
public record BalanceEvent(
    String eventId,
    Kind kind,
    String personId,
    String goalId,
    String segment,
    YearMonth month,
    BigDecimal amount,
    BigDecimal balance,
    int open,
    Instant occurredAt) {
  /** The Kafka topic. */
  public static final String TOPIC = "goal-balances";

  /** The kind of change. */
  public enum Kind {
    DEPOSIT,
    /** A deposit's reconciliation failed. */
    REVERSAL
  }

  private record Form(
      String eventId,
      Kind kind,
      String personId,
      String goalId,
      String segment,
      String month,
      BigDecimal amount,
      BigDecimal balance,
      int open,
      String occurredAt) {}

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  /** The event as JSON. */
  public String json() {
    try {
      return JSON.writeValueAsString(
          new Form(
              eventId,
              kind,
              personId,
              goalId,
              segment,
              month.toString(),
              amount,
              balance,
              open,
              Moments.text(occurredAt)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Parses an event.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static BalanceEvent parse(String json) {
    try {
      var form = JSON.readValue(json, Form.class);
      if (form == null) {
        throw new IllegalArgumentException("no event: " + json);
      }
      return new BalanceEvent(
          form.eventId,
          form.kind,
          form.personId,
          form.goalId,
          form.segment,
          YearMonth.parse(form.month),
          form.amount,
          form.balance,
          form.open,
          Moments.parse(form.occurredAt));
    } catch (JsonProcessingException | DateTimeException e) {
      throw new IllegalArgumentException("no event: " + json, e);
    }
  }
}
