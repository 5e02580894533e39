package dev.gramme.engine.catalog;

import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.testkit.Gen;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Background work completes on a store that fails now and then, without a restart. */
@Tag("slow")
final class BackgroundFaultsTest {
  private static final List<Fault> FAULTS =
      List.of(Fault.BROKEN, Fault.ANSWER_LOST, Fault.OVERLOADED, Fault.CONFLICT);

  private static void check(Gen gen, Faults faults, boolean delayed) {
    try (var world = new FaultyEngine(faults, delayed ? gen.nextLong() : null)) {
      world.beginEverything();
      world.awaitEnd();
      world.checkEverything();
    }
  }

  @Test
  void all_work_completes_without_faults() {
    Gen.forAll(2, gen -> check(gen, Faults.NONE, true));
  }

  @Test
  void work_completes_although_many_calls_fail() {
    Gen.forAll(8, gen -> check(gen, Faults.random(gen.nextLong(), gen.between(3, 40)), true));
  }

  @Tag("long")
  @Test
  void work_completes_although_many_calls_fail_in_many_histories() {
    Gen.forAll(300, gen -> check(gen, Faults.random(gen.nextLong(), gen.between(3, 40)), true));
  }

  @Test
  void work_completes_after_one_fault_at_a_random_call() {
    Gen.forAll(25, gen -> oneFault(gen, gen.nextInt((int) calls())));
  }

  @Tag("long")
  @Test
  void work_completes_after_one_fault_at_every_call() {
    int calls = (int) calls();
    for (int call = 0; call < calls; call++) {
      oneFault(new Gen(call), call);
    }
  }

  @Test
  void work_that_follows_a_transaction_of_unknown_outcome_is_done() {
    var lost = new AtomicBoolean();
    // Only transactions of the client: background work of the deletion runs beside the next one.
    Thread client = Thread.currentThread();
    Faults faults =
        call ->
            call == Call.TRANSACTION
                    && Thread.currentThread().equals(client)
                    && lost.getAndSet(false)
                ? Fault.ANSWER_LOST
                : Fault.NONE;
    try (var world = new FaultyEngine(faults, null)) {
      world.createTables();
      lost.set(true);
      world.fails(catalog -> catalog.delete(FaultyEngine.DELETED, table -> {}));
      lost.set(true);
      world.fails(catalog -> catalog.change(FaultyEngine.TABLE, Tables::withIndex));
      world.requestTheRest();
      world.awaitEnd();
      world.checkEverything();
    }
  }

  private static void oneFault(Gen gen, int call) {
    check(gen, Faults.at(call, gen.oneOf(FAULTS)), false);
  }

  /** The total number of calls of the store. */
  private static long calls() {
    var count = new AtomicLong();
    check(
        new Gen(0),
        call -> {
          count.incrementAndGet();
          return Fault.NONE;
        },
        false);
    return count.get();
  }
}
