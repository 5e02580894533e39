package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.Direction.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of every {@link Store} under concurrent use. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
public abstract class StoreConcurrencyContract extends StoreFixture {
  private static final int THREADS = 8;
  private static final int ACCOUNTS = 20;
  private static final int OPENING_BALANCE = 1000;
  private static final List<String> PARTS = List.of("p", "q", "r", "s");
  private static final int ROUNDS = 15;

  @Test
  void no_update_is_lost() throws Exception {
    int rounds = 300;
    inThreads(
        THREADS,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            write(t -> putInt(t, "counter", intOf(t, "counter") + 1));
          }
          return true;
        });
    assertThat(intOf(store, "counter")).isEqualTo(THREADS * rounds);
  }

  /** A read may fail only so that the function runs again. The function cannot prevent that. */
  @Test
  void a_function_that_catches_the_exception_of_a_read_runs_again() throws Exception {
    int rounds = 50;
    inThreads(
        THREADS,
        thread -> {
          for (int i = 0; i < rounds; i++) {
            write(t -> putInt(t, "counter", intOrWrong(t, "counter") + 1));
          }
          return true;
        });
    assertThat(intOf(store, "counter")).isEqualTo(THREADS * rounds);
  }

  private static int intOrWrong(Transaction t, String key) {
    try {
      return intOf(t, key);
    } catch (RuntimeException mustRunAgain) {
      return -1_000_000;
    }
  }

  /**
   * A doctor may leave only while another one is on duty. The writes of different doctors touch
   * different keys.
   */
  @Test
  void there_is_no_write_skew() throws Exception {
    for (int round = 0; round < 100; round++) {
      String prefix = "round%03d-".formatted(round);
      write(t -> {
        for (int doctor = 0; doctor < THREADS; doctor++) {
          putInt(t, prefix + doctor, 1);
        }
      });
      inThreads(
          THREADS,
          doctor ->
              store
                  .transact(t -> {
                    boolean mayLeave = entries(t, prefix, prefix + "~", ASCENDING).size() > 1;
                    if (mayLeave) {
                      t.delete(bytes(prefix + doctor));
                    }
                    return mayLeave;
                  })
                  .join());
      assertThat(entries(prefix, prefix + "~", ASCENDING)).hasSize(1);
    }
  }

  @Test
  void every_read_of_a_range_sees_whole_transactions() throws Exception {
    write(t -> {
      for (int i = 0; i < ACCOUNTS; i++) {
        putInt(t, account(i), OPENING_BALANCE);
      }
    });
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    inThreads(
        THREADS,
        thread -> {
          if (thread % 2 == 0) {
            transfer(new Random(thread), 400);
            done.set(true);
          } else {
            do {
              assertThat(sum(store)).isEqualTo(ACCOUNTS * OPENING_BALANCE);
              try (Snapshot snapshot = store.snapshot()) {
                assertThat(sum(snapshot)).isEqualTo(ACCOUNTS * OPENING_BALANCE);
                assertThat(sumOfGets(snapshot)).isEqualTo(ACCOUNTS * OPENING_BALANCE);
              }
              reads.incrementAndGet();
            } while (!done.get());
          }
          return true;
        });
    assertThat(reads).hasPositiveValue();
    assertThat(sum(store)).isEqualTo(ACCOUNTS * OPENING_BALANCE);
  }

  private void transfer(Random random, int times) {
    for (int i = 0; i < times; i++) {
      String from = account(random.nextInt(ACCOUNTS));
      String to = account(random.nextInt(ACCOUNTS));
      int amount = random.nextInt(50);
      boolean failing = random.nextInt(5) == 0;
      try {
        write(t -> {
          putInt(t, from, intOf(t, from) - amount);
          if (failing) {
            throw new IllegalStateException("halfway");
          }
          putInt(t, to, intOf(t, to) + amount);
        });
      } catch (CompletionException e) {
        assertThat(failing).isTrue();
      }
    }
  }

  @Test
  void a_large_transaction_is_seen_whole_or_not_at_all() throws Exception {
    writeRound(0);
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    inThreads(
        3,
        thread -> {
          if (thread == 0) {
            try {
              for (int round = 1; round <= ROUNDS; round++) {
                writeRound(round);
              }
            } finally {
              done.set(true);
            }
          } else {
            do {
              try (Snapshot snapshot = store.snapshot()) {
                assertThat(rounds(snapshot)).hasSize(1);
              }
              // These only read. There are fewer writes than a store allows conflicts.
              assertThat(store.transact(StoreConcurrencyContract::rounds).join()).hasSize(1);
              assertThat(store.transact(StoreConcurrencyContract::firstRows).join())
                  .containsOnly(true);
              reads.incrementAndGet();
            } while (!done.get());
          }
          return true;
        });
    assertThat(reads).hasPositiveValue();
    assertThat(rounds(store)).containsExactly(Integer.toString(ROUNDS));
  }

  /** One transaction that writes a hundred rows with the same value. */
  private void writeRound(int round) {
    write(t -> {
      for (String part : PARTS) {
        for (int i = 0; i < 25; i++) {
          putInt(t, part + i, round);
        }
      }
    });
  }

  /** The values of these rows. */
  private static Set<String> rounds(Reader reader) {
    Set<String> rounds = new TreeSet<>();
    for (String part : PARTS) {
      List<String> rows = entries(reader, part, part + "~", ASCENDING);
      assertThat(rows).hasSize(25);
      rows.forEach(row -> rounds.add(row.substring(row.indexOf('=') + 1)));
    }
    return rounds;
  }

  /** Whether the first row of each part is equal to that of the first part. */
  private static List<Boolean> firstRows(Reader reader) {
    List<byte @Nullable []> values =
        reader.getAll(PARTS.stream().map(part -> bytes(part + "0")).toList());
    return values.stream().map(value -> Arrays.equals(value, values.getFirst())).toList();
  }

  @Test
  void reads_do_not_wait_for_a_transaction_that_runs() throws Exception {
    put("a", "1");
    CountDownLatch runs = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Boolean> writing =
          threads.submit(() ->
              store
                  .transact(t -> {
                    assertThat(t.get(bytes("a"))).isNotNull();
                    put(t, "a", "2");
                    runs.countDown();
                    await(end);
                    return true;
                  })
                  .join());
      try {
        runs.await();
        Future<List<String>> reading = threads.submit(() -> List.of("a=" + get("a"), onlyRow()));
        assertThat(reading.get(30, TimeUnit.SECONDS)).containsExactly("a=1", "a=1");
      } finally {
        end.countDown();
      }
      assertThat(writing.get()).isTrue();
    }
    assertThat(get("a")).isEqualTo("2");
  }

  private String onlyRow() {
    return String.join(" ", entries("a", "b", ASCENDING));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void what_was_acknowledged_to_one_thread_is_seen_by_all() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicBoolean done = new AtomicBoolean();
    inThreads(
        4,
        thread -> {
          if (thread == 0) {
            for (int i = 1; i <= 1500; i++) {
              int n = i;
              write(t -> putInt(t, "n", n));
              acknowledged.set(n);
            }
            done.set(true);
          } else {
            while (!done.get()) {
              int before = acknowledged.get();
              assertThat(intOf(store, "n")).isGreaterThanOrEqualTo(before);
              int inTransaction = store.transact(t -> intOf(t, "n")).join();
              assertThat(inTransaction).isGreaterThanOrEqualTo(before);
            }
          }
          return true;
        });
  }

  @Test
  void closing_while_others_read_and_write_ends_their_calls_and_nothing_else() throws Exception {
    write(t -> {
      for (int i = 0; i < 1000; i++) {
        t.put(number(i), bytes("value"));
      }
    });
    AtomicInteger started = new AtomicInteger();
    inThreads(
        THREADS,
        thread -> {
          if (thread == 0) {
            while (started.get() < THREADS - 1) {
              Thread.onSpinWait();
            }
            store.close();
          } else {
            useUntilClosed(new Random(thread), started);
          }
          return true;
        });
  }

  private void useUntilClosed(Random random, AtomicInteger started) {
    boolean first = true;
    try {
      while (true) {
        int n = random.nextInt(1000);
        write(t -> t.put(number(n), bytes("other")));
        assertThat(store.get(number(n))).isNotNull();
        try (Snapshot snapshot = store.snapshot();
            Cursor cursor = snapshot.range(number(0), number(1000), DESCENDING)) {
          while (cursor.next()) {
            assertThat(cursor.key()).hasSize(6);
            assertThat(cursor.value()).hasSize(5);
          }
        }
        if (first) {
          started.incrementAndGet();
          first = false;
        }
      }
    } catch (StorageException e) {
      assertThat(e).hasMessageContaining("closed");
    } catch (CompletionException e) {
      assertThat(e).hasCauseInstanceOf(StorageException.class);
    }
  }

  private static String account(int n) {
    return "account%03d".formatted(n);
  }

  private int sum(Reader reader) {
    int sum = 0;
    try (Cursor cursor = reader.range(bytes("account"), bytes("accounu"), ASCENDING)) {
      while (cursor.next()) {
        sum += Integer.parseInt(Objects.requireNonNull(text(cursor.value())));
      }
    }
    return sum;
  }

  private static int sumOfGets(Reader reader) {
    int sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
      sum += intOf(reader, account(i));
    }
    return sum;
  }

  private static int intOf(Reader reader, String key) {
    String text = text(reader.get(bytes(key)));
    return text == null ? 0 : Integer.parseInt(text);
  }

  private static boolean putInt(Transaction t, String key, int value) {
    return put(t, key, Integer.toString(value));
  }

  /** The work of one of several threads. */
  @FunctionalInterface
  protected interface ThreadBody<T> {
    T run(int thread) throws Exception;
  }

  /** Runs a body in several threads and rethrows their exceptions. */
  protected static <T> List<T> inThreads(int threads, ThreadBody<T> body) throws Exception {
    List<Callable<T>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int thread = i;
      calls.add(() -> body.run(thread));
    }
    List<T> results = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (Future<T> future : executor.invokeAll(calls)) {
        results.add(future.get());
      }
    }
    return results;
  }
}
