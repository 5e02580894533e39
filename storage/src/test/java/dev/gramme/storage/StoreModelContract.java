package dev.gramme.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random histories give the same answers on a {@link Store} and on a sorted map. A seed determines
 * each history; a failure names the seed.
 */
public abstract class StoreModelContract extends StoreFixture {
  private static final byte[] LEAST = {};
  private static final byte[] GREATEST = {-1, -1, -1, -1};
  private static final byte[] SEQUENCE = {-1, -1, -1, -1, -1};

  @Test
  void a_random_history_gives_the_answers_of_a_sorted_map() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    Random random = new Random(seed);
    ModelTransaction model = new ModelTransaction();
    for (int i = 0; i < 1500; i++) {
      RandomBody body = new RandomBody(random.nextLong());
      ModelTransaction next = new ModelTransaction(model);
      Outcome expected = outcome(body, next);
      assertThat(outcome(body)).as("transaction %d of seed %d", i, seed).isEqualTo(expected);
      if (!expected.thrown()) {
        model = next;
      }
      if (i % 10 == 0) {
        assertSameReads(random, model, "transaction " + i + " of seed " + seed);
      }
    }
  }

  private void assertSameReads(Random random, ModelTransaction model, String at) {
    assertThat(content(store)).as(at).isEqualTo(model.content());
    try (Snapshot snapshot = store.snapshot()) {
      for (int i = 0; i < 10; i++) {
        byte[] from = RandomBody.key(random);
        byte[] to = RandomBody.key(random);
        for (Direction direction : Direction.values()) {
          List<String> expected = new ArrayList<>();
          RandomBody.read(model, from, to, direction, expected);
          for (Reader reader : List.of(store, snapshot)) {
            List<String> actual = new ArrayList<>();
            RandomBody.read(reader, from, to, direction, actual);
            assertThat(actual).as(at).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void snapshots_of_a_random_history_do_not_change() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    Random random = new Random(seed);
    List<Snapshot> snapshots = new ArrayList<>();
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcome(new RandomBody(random.nextLong()));
      if (i % 10 == 0) {
        snapshots.add(store.snapshot());
        expected.add(content(store));
      }
    }
    for (int i = 0; i < snapshots.size(); i++) {
      assertThat(content(snapshots.get(i))).as("seed %d", seed).isEqualTo(expected.get(i));
      snapshots.get(i).close();
    }
  }

  /**
   * Each transaction takes a sequence number from the store. Replayed in the order of these numbers
   * on a sorted map, each must read the same values. This is the definition of serializable.
   */
  @Test
  void the_transactions_of_many_threads_have_an_order_that_explains_what_they_read()
      throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    int threads = 8;
    List<List<Numbered>> histories =
        StoreConcurrencyContract.inThreads(
            threads, thread -> numberedHistory(new Random(seed + thread), 300));
    List<Numbered> all =
        histories.stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingInt(Numbered::number))
            .toList();
    ModelTransaction model = new ModelTransaction();
    int number = 0;
    for (Numbered transaction : all) {
      assertThat(transaction.number()).isEqualTo(++number);
      ModelTransaction next = new ModelTransaction(model);
      Outcome expected = outcome(transaction.body(), next);
      assertThat(transaction.outcome())
          .as("transaction %d of seed %d", number, seed)
          .isEqualTo(expected);
      if (!expected.thrown()) {
        model = next;
      }
    }
    assertThat(content(store)).as("seed %d", seed).isEqualTo(model.content());
  }

  /** The transactions of one thread, several of them in flight. */
  private List<Numbered> numberedHistory(Random random, int count) {
    List<CompletableFuture<Numbered>> futures = new ArrayList<>();
    List<Numbered> history = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RandomBody body = new RandomBody(random.nextLong());
      // A transaction that throws leaves no number, so its place in the order is unknown and it is
      // left out.
      Function<Transaction, Numbered> function =
          t -> new Numbered(nextNumber(t), body, new Outcome(body.apply(t), false));
      futures.add(
          random.nextInt(4) == 0 ? store.transactByCaller(function) : store.transact(function));
      if (futures.size() == 4) {
        collect(futures, history);
      }
    }
    collect(futures, history);
    return history;
  }

  private static void collect(List<CompletableFuture<Numbered>> futures, List<Numbered> history) {
    for (CompletableFuture<Numbered> future : futures) {
      try {
        history.add(future.join());
      } catch (CompletionException e) {
        assertThat(e).hasCauseInstanceOf(RandomBody.Thrown.class);
      }
    }
    futures.clear();
  }

  private static int nextNumber(Transaction t) {
    String last = text(t.get(SEQUENCE));
    int next = last == null ? 1 : Integer.parseInt(last) + 1;
    t.put(SEQUENCE, bytes(Integer.toString(next)));
    return next;
  }

  /** What a transaction read, and whether it threw at the end. */
  private record Outcome(List<String> log, boolean thrown) {}

  private record Numbered(int number, RandomBody body, Outcome outcome) {}

  private static Outcome outcome(RandomBody body, ModelTransaction model) {
    try {
      return new Outcome(body.apply(model), false);
    } catch (RandomBody.Thrown e) {
      return new Outcome(e.log(), true);
    }
  }

  private Outcome outcome(RandomBody body) {
    try {
      return new Outcome(store.transact(body).join(), false);
    } catch (CompletionException e) {
      if (e.getCause() instanceof RandomBody.Thrown thrown) {
        return new Outcome(thrown.log(), true);
      }
      throw e;
    }
  }

  private static List<String> content(Reader reader) {
    List<String> log = new ArrayList<>();
    RandomBody.read(reader, LEAST, GREATEST, Direction.ASCENDING, log);
    return log.subList(1, log.size());
  }
}
