package dev.gramme.apps.savings.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;

final class BalanceEventTest {
  @Test
  void an_event_comes_back_from_its_json() {
    var event =
        new BalanceEvent(
            "e1",
            BalanceEvent.Kind.DEPOSIT,
            "ana",
            "SAVINGS_ACCOUNT",
            "STANDARD",
            YearMonth.of(2026, 5),
            new BigDecimal("50.00"),
            new BigDecimal("370.00"),
            1,
            Instant.parse("2026-05-16T14:23:00.5Z"));

    assertThat(BalanceEvent.parse(event.json())).isEqualTo(event);
  }

  @Test
  void invalid_events_are_refused() {
    for (String json : new String[] {"", "null", "{}", "[]", "{\"eventId\":\"e1\"}", "nonsense"}) {
      assertThatThrownBy(() -> BalanceEvent.parse(json))
          .as(json)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
