package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.Direction;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.TestCassandra;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Conflicting transactions of one server are committed together, with the results of a sequence.
 */
@Tag("long")
@Tag("slow")
final class CommitBatcherTest {
  private static final int MANY = 200;

  private CassandraStore store;

  @BeforeEach
  void open() {
    store = CassandraStore.open(TestCassandra.options());
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  private static int increment(Transaction t) {
    String old = text(t.get(bytes("n")));
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    t.put(bytes("n"), bytes(Integer.toString(next)));
    return next;
  }

  private int commits() {
    return Objects.requireNonNull(store.metrics().get("commits_total")).intValue();
  }

  @Test
  void concurrent_increments_of_one_number_take_fewer_commits() {
    int before = commits();
    var all =
        IntStream.range(0, MANY)
            .mapToObj(i -> store.transact(CommitBatcherTest::increment))
            .toList();
    assertThat(all.stream().map(CompletableFuture::join))
        .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, MANY).boxed().toList());
    assertThat(text(store.get(bytes("n")))).isEqualTo(Integer.toString(MANY));
    assertThat(commits() - before).isLessThan(MANY / 2);
  }

  @Test
  void an_exception_undoes_only_the_writes_of_its_own_function() {
    var all = new ArrayList<CompletableFuture<Integer>>();
    for (int i = 0; i < MANY; i++) {
      int number = i;
      all.add(
          store.transact(t -> {
            int next = increment(t);
            t.put(bytes("x" + number), bytes("put"));
            if (number % 2 == 1) {
              t.deleteRange(bytes("x"), bytes("y"));
              throw new IllegalStateException("thrown by " + number);
            }
            return next;
          }));
    }
    for (int i = 0; i < MANY; i++) {
      var one = all.get(i);
      if (i % 2 == 1) {
        assertThatThrownBy(one::join).hasRootCauseMessage("thrown by " + i);
      } else {
        one.join();
      }
    }
    assertThat(text(store.get(bytes("n")))).isEqualTo(Integer.toString(MANY / 2));
    assertThat(rowsPut()).isEqualTo(MANY / 2);
  }

  private int rowsPut() {
    int found = 0;
    try (var cursor = store.range(bytes("x"), bytes("y"), Direction.ASCENDING)) {
      while (cursor.next()) {
        found++;
      }
    }
    return found;
  }

  @Test
  void each_function_gets_the_value_that_the_previous_one_has_written() {
    var all = new ArrayList<CompletableFuture<Supplier<byte @Nullable []>>>();
    for (int i = 0; i < MANY; i++) {
      byte[] value = bytes(Integer.toString(i));
      all.add(
          store.transact(t -> {
            increment(t);
            return t.replace(bytes("r"), value);
          }));
    }
    List<@Nullable String> replaced = new ArrayList<>();
    all.forEach(one -> replaced.add(text(one.join().get())));
    replaced.add(text(store.get(bytes("r"))));
    List<@Nullable String> written = new ArrayList<>();
    written.add(null);
    IntStream.range(0, MANY).forEach(i -> written.add(Integer.toString(i)));
    assertThat(replaced).containsExactlyInAnyOrderElementsOf(written);
  }
}
