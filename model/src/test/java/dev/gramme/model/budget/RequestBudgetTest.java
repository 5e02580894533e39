package dev.gramme.model.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.ApiError;
import dev.gramme.model.budget.RequestBudget.CancelledRequest;
import dev.gramme.model.budget.RequestBudget.TurnOver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RequestBudgetTest {
  private static final long PIECE = 16 << 10;

  private final MemoryBudget memory = new MemoryBudget(64 * PIECE);

  @Test
  void memory_is_reserved_in_pieces_and_released() {
    try (var budget = new RequestBudget(memory)) {
      budget.reserve(1);
      assertThat(budget.usedBytes()).isEqualTo(1);
      assertThat(memory.reservedBytes()).isEqualTo(PIECE);
      budget.reserve(PIECE - 1);
      assertThat(memory.reservedBytes()).isEqualTo(PIECE);
      budget.reserve(1);
      assertThat(memory.reservedBytes()).isEqualTo(2 * PIECE);
      budget.release(2);
      assertThat(budget.usedBytes()).isEqualTo(PIECE - 1);
      assertThat(memory.reservedBytes()).isEqualTo(PIECE);
    }
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void a_request_that_exceeds_the_memory_is_throttled_and_keeps_what_it_has() {
    var budget = new RequestBudget(memory);
    budget.reserve(48 * PIECE);
    assertThat(budget.tryReserve(1)).isFalse();
    assertThatThrownBy(() -> budget.reserve(1))
        .isInstanceOf(ApiError.class)
        .hasMessage("Rate exceeded");
    assertThat(memory.refusals()).isEqualTo(2);
    assertThat(memory.reservedBytes()).isEqualTo(48 * PIECE);
    assertThat(budget.usedBytes()).isEqualTo(48 * PIECE);
    budget.close();
    budget.close();
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void a_quarter_of_the_memory_is_for_small_requests() {
    assertThat(memory.smallShareBytes()).isEqualTo(16 * PIECE);
    var large = new RequestBudget(memory);
    large.reserve(48 * PIECE);
    assertThat(memory.hasRoomFor(PIECE)).isTrue();
    assertThat(memory.hasRoomFor(17 * PIECE)).isFalse();
    var small = new RequestBudget(memory);
    assertThat(small.hasRoomFor(16 * PIECE)).isTrue();
    small.reserve(16 * PIECE);
    assertThat(small.hasRoomFor(1)).isFalse();
    assertThat(new RequestBudget(memory).tryReserve(1)).isFalse();
  }

  @Test
  void a_request_that_has_taken_effect_always_gets_memory() {
    var budget = new RequestBudget(memory);
    var part = budget.part();
    budget.reserve(48 * PIECE);
    part.commit();
    assertThat(budget.tryReserve(100 * PIECE)).isTrue();
    assertThat(part.tryReserve(PIECE)).isTrue();
    budget.close();
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void only_the_budget_of_a_part_is_one() {
    var budget = new RequestBudget(memory);
    assertThat(budget.isPart()).isFalse();
    assertThat(budget.part().isPart()).isTrue();
    assertThat(RequestBudget.unlimited().part().isPart()).isFalse();
  }

  @Test
  void the_budget_of_a_heap_is_a_part_of_it_with_a_minimum() {
    assertThat(MemoryBudget.ofHeap(1000L << 20).totalBytes()).isEqualTo(300L << 20);
    assertThat(MemoryBudget.ofHeap(10L << 20).totalBytes()).isEqualTo(24L << 20);
  }

  @Test
  void an_expected_answer_is_reserved_once() {
    var budget = new RequestBudget(memory);
    budget.expectAnswer(100);
    budget.writeAnswer(60);
    assertThat(budget.usedBytes()).isEqualTo(100);
    budget.writeAnswer(60);
    assertThat(budget.usedBytes()).isEqualTo(120);
  }

  @Test
  void work_is_limited() {
    var budget = new RequestBudget(memory);
    budget.spend(RequestBudget.MAX_STEPS / 2);
    assertThat(budget.isNearlyUsedUp()).isFalse();
    budget.spend(RequestBudget.MAX_STEPS / 2);
    assertThat(budget.isNearlyUsedUp()).isTrue();
    assertThat(budget.steps()).isEqualTo(RequestBudget.MAX_STEPS);
    assertThatThrownBy(() -> budget.spend(1))
        .isInstanceOf(ApiError.class)
        .hasMessageStartingWith("The request needs more work than one request may");
  }

  @Test
  void a_turn_ends_before_the_work_does() {
    var budget = new RequestBudget(memory);
    budget.spend(5);
    budget.reserve(7);
    budget.beginTurn(10);
    assertThat(budget.isInTurn()).isTrue();
    budget.reserve(8);
    budget.expectAnswer(5);
    budget.spend(10);
    assertThatThrownBy(() -> budget.spend(1))
        .isInstanceOfSatisfying(TurnOver.class, over -> assertThat(over.isWaiting()).isFalse());
    assertThat(budget.turnOver().isWaiting()).isTrue();
    budget.restart();
    assertThat(budget.isInTurn()).isFalse();
    assertThat(budget.steps()).isEqualTo(5);
    assertThat(budget.usedBytes()).isEqualTo(7);
    budget.writeAnswer(5);
    assertThat(budget.usedBytes()).isEqualTo(12);
    assertThatCode(() -> budget.spend(1000)).doesNotThrowAnyException();
  }

  @Test
  void a_turn_can_be_ended() {
    var budget = new RequestBudget(memory);
    budget.beginTurn();
    assertThat(budget.isInTurn()).isTrue();
    budget.endTurn();
    assertThat(budget.isInTurn()).isFalse();
    assertThatCode(() -> budget.spend(RequestBudget.TURN_STEPS + 1)).doesNotThrowAnyException();
  }

  @Test
  void a_mark_restores_work_and_memory() {
    var budget = new RequestBudget(memory);
    budget.spend(3);
    budget.reserve(4);
    var mark = budget.mark();
    budget.spend(30);
    budget.expectAnswer(40);
    budget.rewind(mark);
    assertThat(budget.mark()).isEqualTo(new RequestBudget.Mark(3, 4, 0));
    budget.writeAnswer(1);
    assertThat(budget.usedBytes()).isEqualTo(5);
  }

  @Test
  void a_mark_keeps_what_was_reserved_for_the_answer_before_it() {
    var budget = new RequestBudget(memory);
    budget.expectAnswer(10);
    budget.rewind(budget.mark());
    budget.writeAnswer(10);
    assertThat(budget.usedBytes()).isEqualTo(10);
  }

  private static RequestBudget.DiskWaits recording(List<String> calls) {
    return new RequestBudget.DiskWaits() {
      @Override
      public void beginWaiting() {
        calls.add("begin");
      }

      @Override
      public void endWaiting() {
        calls.add("end");
      }
    };
  }

  @Test
  void a_request_that_waits_from_the_beginning_ends_its_waiting_once() {
    var calls = new ArrayList<String>();
    var budget = new RequestBudget(memory);
    budget.beginTurn();
    budget.restart();
    budget.onWaiting(recording(calls), true);
    assertThat(budget.mayWait()).isTrue();
    assertThat(budget.isInTurn()).isFalse();
    budget.spend(RequestBudget.WAITING_STEPS);
    assertThat(calls).isEmpty();
    budget.spend(1);
    budget.spend(RequestBudget.WAITING_STEPS);
    assertThat(calls).containsExactly("end");
    assertThat(budget.mayWait()).isFalse();
  }

  @Test
  void a_request_that_is_cancelled_while_it_waits_for_a_place_stops() {
    var budget = new RequestBudget(memory);
    budget.onWaiting(
        new RequestBudget.DiskWaits() {
          @Override
          public void beginWaiting() {}

          @Override
          public void endWaiting() {
            budget.cancel();
          }
        },
        true);
    assertThatThrownBy(() -> budget.spend(RequestBudget.WAITING_STEPS + 1))
        .isInstanceOf(CancelledRequest.class);
  }

  @Test
  void a_request_that_computes_much_after_it_has_waited_ends_its_waiting() {
    var calls = new ArrayList<String>();
    var budget = new RequestBudget(memory);
    budget.onWaiting(recording(calls), false);
    for (int i = 0; i < 2; i++) {
      calls.clear();
      assertThat(budget.mayWait()).isFalse();
      budget.beginWaiting();
      budget.beginWaiting();
      assertThat(calls).containsExactly("begin");
      assertThat(budget.mayWait()).isTrue();
      assertThat(budget.isInTurn()).isFalse();
      budget.spend(RequestBudget.WAITING_STEPS);
      assertThat(calls).containsExactly("begin");
      budget.spend(1);
      budget.spend(1);
      assertThat(calls).containsExactly("begin", "end");
    }
    budget.beginWaiting();
    assertThatThrownBy(() -> budget.spend(RequestBudget.MAX_STEPS)).isInstanceOf(ApiError.class);
  }

  @Test
  void a_cancelled_request_stops_with_its_parts() {
    var budget = new RequestBudget(memory);
    var early = budget.part();
    assertThat(budget.isCancelled()).isFalse();
    budget.cancel();
    var late = budget.part();
    assertThat(budget.isCancelled()).isTrue();
    for (RequestBudget part : new RequestBudget[] {budget, early, late}) {
      assertThatThrownBy(() -> part.spend(1)).isInstanceOf(CancelledRequest.class);
    }
  }

  @Test
  void parts_count_their_own_work_and_are_closed_together() {
    var budget = new RequestBudget(memory);
    var part = budget.part();
    part.spend(5);
    part.reserve(5);
    assertThat(budget.steps()).isZero();
    assertThat(part.steps()).isEqualTo(5);
    budget.close();
    assertThat(memory.reservedBytes()).isZero();
  }

  @Test
  void work_that_no_client_requested_has_no_limits() {
    var budget = RequestBudget.unlimited();
    budget.spend(RequestBudget.MAX_STEPS + 1);
    assertThat(budget.tryReserve(Long.MAX_VALUE)).isTrue();
    budget.beginTurn();
    budget.cancel();
    budget.release(1);
    assertThat(budget.isInTurn()).isFalse();
    assertThat(budget.isCancelled()).isFalse();
    assertThat(budget.part()).isSameAs(budget);
    assertThat(budget.steps()).isZero();
    assertThat(budget.usedBytes()).isZero();
  }
}
