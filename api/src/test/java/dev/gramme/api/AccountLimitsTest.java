package dev.gramme.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** Limits on the number of tables, and on the number of tables that change at the same time. */
final class AccountLimitsTest {
  private final MovableClock clock = MovableClock.over(InstantSource.fixed(Instant.EPOCH));

  private Engine engine(StateDelays delays) {
    return Engine.open(
        new MemoryStore(),
        clock,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.builder()
            .controlPlane(new ControlPlaneProfile(delays, ControlPlaneLimits.NONE))
            .build());
  }

  private static String create(Calls calls, int number) {
    return calls.answer(
        "CreateTable",
        """
        {"TableName":"table-%d","BillingMode":"PAY_PER_REQUEST",\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
        """
            .formatted(number));
  }

  @Test
  void there_are_2500_tables_at_most() {
    try (var engine = engine(StateDelays.NONE)) {
      var calls = new Calls(engine);
      for (int i = 0; i < 2500; i++) {
        create(calls, i);
      }
      assertThatThrownBy(() -> create(calls, 2500))
          .hasMessage("Subscriber limit exceeded: There is a limit of 2500 tables per subscriber");
      assertThatThrownBy(() -> create(calls, 7))
          .hasRootCauseMessage("Table already exists: table-7");
      calls.answer("DeleteTable", "{\"TableName\":\"table-7\"}");
      assertThat(create(calls, 2500)).contains("CREATING");
    }
  }

  @Test
  void no_more_than_500_tables_are_changed_at_the_same_time() {
    try (var engine = engine(StateDelays.of(Duration.ofMinutes(1)))) {
      var calls = new Calls(engine);
      for (int i = 0; i < 500; i++) {
        create(calls, i);
      }
      String text =
          "Subscriber limit exceeded: Only 500 tables can be created, updated, or deleted"
              + " simultaneously";
      assertThatThrownBy(() -> create(calls, 500)).hasMessage(text);
      engine.advance(Duration.ofMinutes(1));
      assertThat(create(calls, 500)).contains("CREATING");
    }
  }
}
