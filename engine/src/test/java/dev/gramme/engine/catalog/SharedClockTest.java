package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers on one store have one clock. */
final class SharedClockTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final SharedMemory store = new SharedMemory();
  private final Engine one = open(true);
  private final Engine other = open(true);

  private Engine open(boolean movable) {
    return Engine.open(
        store.connect(),
        InstantSource.system(),
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.builder().movableClock(movable).build());
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    store.close();
  }

  @Test
  void all_servers_have_the_clock_when_the_call_that_moves_it_returns() {
    one.advance(DAY);
    assertThat(one.clock().ahead()).isEqualTo(DAY);
    assertThat(other.clock().ahead()).isEqualTo(DAY);
    other.advance(DAY);
    assertThat(one.clock().ahead()).isEqualTo(DAY.multipliedBy(2));
  }

  @Test
  void the_call_returns_when_the_other_servers_have_done_the_work_that_is_due() {
    var mayEnd = new CountDownLatch(1);
    var ended = new AtomicBoolean();
    other
        .catalog()
        .lifecycle()
        .schedule(
            Instant.now().plus(DAY.minusHours(1)),
            "test",
            "",
            () -> {
              try {
                mayEnd.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              ended.set(true);
            });
    var moved =
        CompletableFuture.supplyAsync(() -> {
          one.advance(DAY);
          return ended.get();
        });
    Eventually.holds("the other clock moves", () -> other.clock().ahead().equals(DAY));
    mayEnd.countDown();
    assertThat(moved.join()).isTrue();
  }

  @Test
  void moves_of_several_servers_add_up() {
    var moves =
        CompletableFuture.allOf(
            CompletableFuture.runAsync(() -> one.advance(DAY)),
            CompletableFuture.runAsync(() -> other.advance(DAY)));
    moves.join();
    assertThat(one.clock().ahead()).isEqualTo(DAY.multipliedBy(2));
    assertThat(other.clock().ahead()).isEqualTo(DAY.multipliedBy(2));
  }

  @Test
  void a_server_that_starts_later_has_the_clock_even_if_requests_cannot_move_it() {
    one.advance(DAY);
    try (Engine third = open(false)) {
      assertThat(third.clock().ahead()).isEqualTo(DAY);
    }
  }

  @Test
  void a_server_whose_clock_requests_cannot_move_follows_and_no_call_waits_for_it() {
    try (Engine third = open(false)) {
      one.advance(DAY);
      Eventually.holds("the clock moves", () -> third.clock().ahead().equals(DAY));
    }
  }

  @Test
  void a_server_that_has_stopped_or_died_is_not_waited_for() {
    open(true).close();
    one.advance(DAY);
    // The row of a dead server, which nobody renews.
    byte[] dead = SystemKeys.start(SystemKeys.CLOCK).writeByte(2).writeLong(99).toByteArray();
    BlockingTransactions.run(store, tx -> tx.put(dead, new byte[16]));
    one.advance(DAY);
    assertThat(store.get(dead)).isNull();
  }

  @Test
  void stopped_servers_leave_no_rows() {
    byte[] servers = SystemKeys.start(SystemKeys.CLOCK).writeByte(2).toByteArray();
    byte[] end = SystemKeys.start(SystemKeys.CLOCK).writeByte(3).toByteArray();
    open(true).close();
    int rows = 0;
    try (var found = store.range(servers, end, Direction.ASCENDING)) {
      while (found.next()) {
        rows++;
      }
    }
    assertThat(rows).isEqualTo(2);
  }

  @Test
  void a_move_back_or_too_far_changes_no_clock() {
    assertThatThrownBy(() -> one.advance(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    one.advance(DAY);
    assertThatThrownBy(() -> other.advance(MovableClock.FURTHEST))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(other.clock().ahead()).isEqualTo(DAY);
  }
}
