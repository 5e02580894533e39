package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.throttle.BudgetExchange;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.throttle.ThroughputCounts;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableSchema;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two engines on one database, with a table for which 50 writes a second are allowed. Their clocks
 * move only as the tests move them, so the results do not depend on the speed of the machine.
 */
abstract class SharedThrottlingContract {
  private static final Duration STEP = Duration.ofMillis(200);
  private static final int STEPS_OF_A_SECOND = 5;
  private static final int BUDGET = 50;

  /** The writes that a busy server tries in each step: together they may do half of it. */
  private static final int TRIES = 10;

  /** After so many seconds each server knows the demand of the other. */
  private static final int SETTLED = 6;

  private final List<Store> stores = new ArrayList<>();
  private final List<Engine> engines = new ArrayList<>();
  private int writes;

  /** A connection to the database of this test. */
  abstract Store connect();

  private Engine engine() {
    return engines.getFirst();
  }

  private Engine other() {
    return engines.getLast();
  }

  @BeforeEach
  void open() {
    for (int i = 0; i < 2; i++) {
      Store store = connect();
      stores.add(store);
      engines.add(
          Engine.open(
              store,
              () -> Instant.EPOCH,
              task -> Thread.ofPlatform().daemon().start(task),
              EngineOptions.builder().throttling(ThrottlingMode.SERVICE).build()));
    }
    var key = new KeySchema(List.of(new KeyAttribute("id", AttributeType.S)), List.of());
    engine()
        .catalog()
        .create(numbers ->
            TableDefinition.of(
                    new TableIdentity(
                        "t", new UUID(0, 1), numbers.next(), "us-east-1", Instant.EPOCH),
                    TableSchema.of(key, Map.of("id", AttributeType.S)))
                .toBuilder()
                .onDemand(new OnDemandThroughput(null, (long) BUDGET))
                .build())
        .join();
  }

  @AfterEach
  void close() {
    engines.forEach(Engine::close);
    stores.forEach(Store::close);
  }

  private boolean put(Engine engine) {
    try {
      var put = new WriteAction.Put("t", Item.of("id", new S("k" + writes++)), null, false);
      engine.write(WriteRequest.single(put)).join();
      return true;
    } catch (CompletionException e) {
      assertThat(e.getCause())
          .isInstanceOfSatisfying(
              ApiError.class, error -> assertThat(error.type()).isEqualTo(ErrorType.THROTTLING));
      return false;
    }
  }

  /** Lets time pass for the running servers; returns how many writes of the busy ones succeed. */
  private int run(int seconds, List<Engine> running, List<Engine> busy) {
    int admitted = 0;
    for (int step = 0; step < seconds * STEPS_OF_A_SECOND; step++) {
      running.forEach(engine -> engine.catalog().lifecycle().advance(STEP));
      for (int i = 0; i < TRIES; i++) {
        for (Engine engine : busy) {
          admitted += put(engine) ? 1 : 0;
        }
      }
    }
    return admitted;
  }

  private static double consumed(Engine engine) {
    return engine.throughput().stream().mapToDouble(ThroughputCounts::consumedWriteUnits).sum();
  }

  @Test
  void two_servers_with_the_same_load_get_the_budget_together_and_one_half_each() {
    run(SETTLED, engines, engines);
    double before = consumed(engine());
    int admitted = run(6, engines, engines);
    // Each server can be one request ahead or behind.
    assertThat(admitted).isBetween(6 * BUDGET - 2, 6 * BUDGET + 2);
    assertThat(consumed(engine()) - before).isBetween(3.0 * BUDGET - 1, 3.0 * BUDGET + 1);
  }

  @Test
  void the_share_of_an_idle_server_goes_to_the_busy_one() {
    run(SETTLED, engines, engines);
    run(SETTLED, engines, List.of(engine()));
    assertThat(run(6, engines, List.of(engine()))).isBetween(6 * BUDGET - 1, 6 * BUDGET + 1);
    assertThat(put(other())).as("a server with new load can begin at once").isTrue();
  }

  @Test
  void the_share_of_a_dead_server_returns() {
    run(SETTLED, engines, engines);
    var living = List.of(engine());
    int seconds = (int) BudgetExchange.DEAD_AFTER.toSeconds();
    int half = BUDGET / 2;
    assertThat(run(seconds - 1, living, living))
        .isBetween((seconds - 1) * half - 1, (seconds - 1) * half + 1);
    run(2, living, living);
    assertThat(run(6, living, living)).isBetween(6 * BUDGET - 1, 6 * BUDGET + 1);
  }
}
