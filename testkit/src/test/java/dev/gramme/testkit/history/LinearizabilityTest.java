package dev.gramme.testkit.history;

import static dev.gramme.testkit.history.RegisterOperation.done;
import static dev.gramme.testkit.history.RegisterOperation.refused;
import static dev.gramme.testkit.history.RegisterOperation.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.testkit.Gen;
import dev.gramme.testkit.history.RegisterOperation.Action;
import dev.gramme.testkit.history.RegisterOperation.CompareAndSet;
import dev.gramme.testkit.history.RegisterOperation.Outcome;
import dev.gramme.testkit.history.RegisterOperation.Read;
import dev.gramme.testkit.history.RegisterOperation.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every register has the initial value 0. */
class LinearizabilityTest {
  private static final int CLIENTS = 8;

  private static RegisterOperation read(long seen, long invoked, long returned) {
    return done(new Read(seen), invoked, returned);
  }

  private static RegisterOperation write(long value, long invoked, long returned) {
    return done(new Write(value), invoked, returned);
  }

  private static RegisterOperation set(long expected, long value, long invoked, long returned) {
    return done(new CompareAndSet(expected, value), invoked, returned);
  }

  private static RegisterOperation refusedSet(long expected, long invoked, long returned) {
    return refused(new CompareAndSet(expected, 99), invoked, returned);
  }

  private static Optional<String> violation(RegisterOperation... history) {
    return Linearizability.violation(0, List.of(history));
  }

  @Test
  void nothing_is_linearizable() {
    assertThat(violation()).isEmpty();
  }

  @Test
  void each_operation_sees_the_one_before() {
    assertThat(violation(read(0, 1, 2), write(5, 3, 4), read(5, 5, 6), set(5, 6, 7, 8))).isEmpty();
  }

  @Test
  void a_read_beside_a_write_may_see_it_or_not() {
    assertThat(violation(write(1, 1, 10), read(0, 2, 3))).isEmpty();
    assertThat(violation(write(1, 1, 10), read(1, 2, 3))).isEmpty();
  }

  @Test
  void a_stale_read_is_not_linearizable() {
    assertThat(violation(write(1, 1, 2), read(0, 3, 4))).isPresent();
  }

  @Test
  void two_reads_beside_a_write_do_not_see_it_and_then_not() {
    assertThat(violation(write(1, 1, 10), read(1, 2, 3), read(0, 4, 5))).isPresent();
    assertThat(violation(write(1, 1, 10), read(0, 2, 3), read(1, 4, 5))).isEmpty();
  }

  @Test
  void a_value_that_nobody_wrote_is_not_seen() {
    assertThat(violation(write(1, 1, 2), read(7, 3, 4))).isPresent();
  }

  @Test
  void a_lost_update_is_not_linearizable() {
    assertThat(violation(set(0, 1, 1, 5), set(0, 2, 2, 6))).isPresent();
    assertThat(violation(set(0, 1, 1, 5), set(1, 2, 2, 6))).isEmpty();
  }

  @Test
  void a_write_does_not_come_back_after_a_later_one_was_read() {
    assertThat(violation(write(1, 1, 2), write(2, 3, 4), read(2, 5, 6), read(1, 7, 8))).isPresent();
  }

  @Test
  void a_refused_condition_says_that_the_value_was_another_one() {
    assertThat(violation(write(1, 1, 2), refusedSet(0, 3, 4))).isEmpty();
    assertThat(violation(write(1, 1, 2), refusedSet(1, 3, 4))).isPresent();
    assertThat(violation(write(1, 1, 10), refusedSet(0, 3, 4))).isEmpty();
  }

  @Test
  void a_refused_condition_changes_nothing() {
    assertThat(violation(refused(new CompareAndSet(7, 8), 1, 2), read(8, 3, 4))).isPresent();
  }

  @Test
  void a_write_of_unknown_outcome_may_be_seen_much_later() {
    assertThat(violation(unknown(new Write(1), 1), write(2, 2, 3), read(2, 4, 5), read(1, 6, 7)))
        .isEmpty();
  }

  @Test
  void a_write_of_unknown_outcome_may_never_be_seen() {
    assertThat(violation(unknown(new Write(1), 1), read(0, 2, 3), read(0, 4, 5))).isEmpty();
  }

  @Test
  void a_write_of_unknown_outcome_takes_place_once() {
    assertThat(
            violation(
                unknown(new Write(1), 1),
                read(1, 2, 3),
                write(2, 4, 5),
                read(2, 6, 7),
                read(1, 8, 9)))
        .isPresent();
  }

  @Test
  void a_write_of_unknown_outcome_is_not_seen_before_its_invocation() {
    assertThat(violation(read(1, 1, 2), unknown(new Write(1), 3))).isPresent();
  }

  @Test
  void a_write_of_unknown_outcome_may_be_what_refused_a_condition() {
    assertThat(violation(unknown(new Write(1), 1), refusedSet(0, 2, 3))).isEmpty();
    assertThat(violation(refusedSet(0, 2, 3), unknown(new Write(1), 4))).isPresent();
    assertThat(violation(unknown(new Write(1), 1), refusedSet(0, 2, 3), read(0, 4, 5))).isPresent();
  }

  @Test
  void a_conditional_write_of_unknown_outcome_took_place_only_on_what_it_expected() {
    var set = unknown(new CompareAndSet(5, 6), 1);
    assertThat(violation(set, read(6, 2, 3))).isPresent();
    assertThat(violation(set, write(5, 2, 3), read(6, 4, 5))).isEmpty();
    assertThat(violation(set, unknown(new Write(5), 1), read(6, 4, 5))).isEmpty();
  }

  @Test
  void operations_that_cannot_be_ordered_are_shown() {
    assertThat(
            violation(
                write(1, 1_000_000, 2_000_000),
                write(2, 3_000_000, 4_000_000),
                read(1, 5_000_000, 6_000_000),
                read(2, 7_000_000, 8_000_000)))
        .hasValue(
            """
            Not linearizable: 2 of 4 operations can be ordered (times in ms). The last ones are
              write 1 done [0.000, 1.000]
              write 2 done [2.000, 3.000]
            After them none of these is possible:
              read 1 done [4.000, 5.000]\
            """);
  }

  @Test
  void an_outcome_that_an_action_cannot_have_is_refused() {
    assertThatThrownBy(() -> unknown(new Read(1), 1))
        .hasMessageContaining("not a possible outcome");
    assertThatThrownBy(() -> read(1, 2, 1)).hasMessageContaining("before it was invoked");
  }

  /** Tries all orders of all operations, without memoization and heuristics. */
  private static boolean hasOrder(List<RegisterOperation> left, long value) {
    boolean isEnd = left.stream().allMatch(each -> each.outcome() == Outcome.UNKNOWN);
    if (isEnd) {
      return true;
    }
    long firstReturn =
        left.stream().mapToLong(RegisterOperation::returnedNanos).min().orElseThrow();
    for (var next : left) {
      if (next.invokedNanos() <= firstReturn && isPossible(next, value)) {
        var others = new ArrayList<>(left);
        others.remove(next);
        if (hasOrder(others, after(next, value))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isPossible(RegisterOperation operation, long value) {
    return switch (operation.action()) {
      case Read(long seen) -> seen == value;
      case Write _ -> true;
      case CompareAndSet(long expected, long _) ->
          operation.outcome() == Outcome.REFUSED ? value != expected : value == expected;
    };
  }

  private static long after(RegisterOperation operation, long value) {
    return switch (operation.action()) {
      case Read _ -> value;
      case Write(long written) -> written;
      case CompareAndSet(long _, long written) ->
          operation.outcome() == Outcome.REFUSED ? value : written;
    };
  }

  @Test
  void small_histories_get_the_same_result_as_by_trying_all_orders() {
    var judged = new HashMap<Boolean, Integer>();
    Gen.forAll(
        30_000,
        gen -> {
          var history = new ArrayList<RegisterOperation>();
          int length = gen.between(1, 7);
          for (int i = 0; i < length; i++) {
            history.add(random(gen, length));
          }
          boolean isLinearizable = Linearizability.violation(0, history).isEmpty();
          judged.merge(isLinearizable, 1, Integer::sum);
          assertThat(isLinearizable).as("%s", history).isEqualTo(hasOrder(history, 0));
        });
    if (System.getProperty(Gen.SEED_PROPERTY) == null) {
      assertThat(judged.get(true)).isGreaterThan(3000);
      assertThat(judged.get(false)).isGreaterThan(3000);
    }
  }

  private static RegisterOperation random(Gen gen, int length) {
    long invoked = gen.between(0, 3 * length);
    long returned = invoked + gen.between(0, 2 * length);
    var set = new CompareAndSet(gen.between(0, 3), gen.between(0, 3));
    return switch (gen.nextInt(7)) {
      case 0, 1 -> read(gen.between(0, 3), invoked, returned);
      case 2 -> write(gen.between(0, 3), invoked, returned);
      case 3 -> done(set, invoked, returned);
      case 4 -> refused(set, invoked, returned);
      case 5 -> unknown(set, invoked);
      default -> unknown(new Write(gen.between(0, 3)), invoked);
    };
  }

  /**
   * The history of a real register with eight concurrent clients: each operation takes effect at a
   * random moment between invocation and return, and some answers are lost.
   */
  private static List<RegisterOperation> played(Gen gen, int length) {
    var history = new ArrayList<RegisterOperation>();
    var pending = new HashMap<Integer, Action>();
    long[] invoked = new long[CLIENTS];
    Map<Integer, Boolean> succeeded = new HashMap<>();
    long register = 0;
    long now = 0;
    while (history.size() < length) {
      now++;
      int client = gen.nextInt(CLIENTS);
      Action action = pending.get(client);
      if (action == null) {
        long fresh = history.size() * (long) CLIENTS + client + 1;
        pending.put(
            client,
            switch (gen.nextInt(3)) {
              case 0 -> new Read(0);
              case 1 -> new Write(fresh);
              default -> new CompareAndSet(gen.chance(70) ? register : fresh - CLIENTS, fresh);
            });
        invoked[client] = now;
        succeeded.remove(client);
      } else if (!succeeded.containsKey(client)) {
        switch (action) {
          case Read _ -> pending.put(client, new Read(register));
          case Write(long value) -> register = value;
          case CompareAndSet(long expected, long value) -> {
            if (register != expected) {
              succeeded.put(client, false);
            } else {
              register = value;
            }
          }
        }
        succeeded.putIfAbsent(client, true);
      } else {
        pending.remove(client);
        history.add(
            action instanceof Read || !gen.chance(3)
                ? new RegisterOperation(
                    action,
                    Boolean.TRUE.equals(succeeded.get(client)) ? Outcome.DONE : Outcome.REFUSED,
                    invoked[client],
                    now)
                : unknown(action, invoked[client]));
      }
    }
    pending.forEach((client, action) -> {
      if (!(action instanceof Read)) {
        history.add(unknown(action, invoked[client]));
      }
    });
    return history;
  }

  @Test
  void the_history_of_a_real_register_with_eight_clients_is_linearizable() {
    Gen.forAll(5, gen -> assertThat(Linearizability.violation(0, played(gen, 5000))).isEmpty());
  }

  @Test
  void one_wrong_read_among_thousands_is_found() {
    Gen.forAll(
        3,
        gen -> {
          var history = new ArrayList<>(played(gen, 5000));
          long end = history.stream().mapToLong(RegisterOperation::invokedNanos).max().orElse(0);
          int seen = 0;
          while (!(history.get(seen).action() instanceof Write)
              || history.get(seen).outcome() == Outcome.UNKNOWN) {
            seen++;
          }
          Write first = (Write) history.get(seen).action();
          history.add(read(first.value(), 2 * end, 2 * end + 1));
          assertThat(Linearizability.violation(0, history))
              .hasValueSatisfying(text -> assertThat(text).contains("read " + first.value()));
        });
  }
}
