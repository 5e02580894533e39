package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.Direction.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Store}, with those that it inherits. {@link
 * StoreConcurrencyContract} covers many threads, {@link StoreModelContract} random histories, and
 * {@link TwoStoresContract} several stores on the same data.
 */
public abstract class StoreContract extends ReadsContract {
  @Test
  void a_key_that_was_never_put_has_no_value() {
    assertThat(store.get(bytes("a"))).isNull();
  }

  @Test
  void what_was_put_is_read_again() {
    put("a", "1");
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void a_store_that_commits_is_writable() {
    assertThat(store.health()).isEqualTo(StoreHealth.WRITABLE);
    put("a", "1");
    CompletableFuture<Boolean> failed =
        store.transact(t -> {
          throw new IllegalStateException("of the body");
        });
    assertThatThrownBy(failed::join).hasCauseInstanceOf(IllegalStateException.class);
    assertThat(store.health()).isEqualTo(StoreHealth.WRITABLE);
  }

  @Test
  void a_later_put_replaces_the_value() {
    put("a", "1");
    put("a", "22");
    assertThat(get("a")).isEqualTo("22");
  }

  @Test
  void a_value_may_be_empty_and_is_not_the_same_as_none() {
    put("a", "");
    assertThat(get("a")).isEmpty();
    assertThat(entries("a", "b", ASCENDING)).containsExactly("a=");
  }

  @Test
  void a_key_may_be_empty() {
    put("", "nothing");
    assertThat(get("")).isEqualTo("nothing");
    assertThat(entries("", "a", ASCENDING)).containsExactly("=nothing");
  }

  @Test
  void a_large_value_is_kept_whole() {
    byte[] value = new byte[5 << 20];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) ((i * 31) >>> 3);
    }
    write(t -> t.put(bytes("large"), value));
    assertThat(store.get(bytes("large"))).isEqualTo(value);
  }

  @Test
  void delete_removes_a_key_and_no_other() {
    putAll("a", "b", "c");
    write(t -> t.delete(bytes("b")));
    assertThat(get("b")).isNull();
    assertThat(keys("a", "z", ASCENDING)).containsExactly("a", "c");
  }

  @Test
  void deleting_a_missing_key_does_nothing() {
    putAll("a");
    write(t -> t.delete(bytes("b")));
    assertThat(keys("a", "z", ASCENDING)).containsExactly("a");
  }

  @Test
  void delete_range_removes_from_inclusive_to_exclusive() {
    putAll("a", "b", "ba", "c", "d");
    write(t -> t.deleteRange(bytes("b"), bytes("c")));
    assertThat(keys("", "z", ASCENDING)).containsExactly("a", "c", "d");
  }

  @Test
  void delete_range_that_ends_before_it_begins_does_nothing() {
    putAll("a", "b");
    write(t -> {
      t.deleteRange(bytes("b"), bytes("a"));
      t.deleteRange(bytes("a"), bytes("a"));
    });
    assertThat(keys("", "z", ASCENDING)).containsExactly("a", "b");
  }

  @Test
  void delete_range_of_very_many_keys_leaves_the_others() {
    write(t -> {
      for (int i = 0; i < 20_000; i++) {
        t.put(number(i), bytes("v"));
      }
    });
    write(t -> t.deleteRange(number(5), number(19_990)));
    assertThat(count(number(0), number(20_000))).isEqualTo(15);
    assertThat(store.get(number(5))).isNull();
    assertThat(store.get(number(4))).isNotNull();
    assertThat(store.get(number(19_990))).isNotNull();
    write(t -> t.put(number(77), bytes("again")));
    assertThat(count(number(0), number(20_000))).isEqualTo(16);
  }

  @Test
  void keys_are_ordered_by_unsigned_bytes_and_a_prefix_comes_first() {
    byte[][] ordered = {
      {}, {0}, {0, 0}, {0, 1}, {1}, {0x7f}, {0x7f, (byte) 0xff}, {(byte) 0x80}, {(byte) 0xff}
    };
    for (int i = ordered.length - 1; i >= 0; i--) {
      byte[] key = ordered[i];
      write(t -> t.put(key, key));
    }
    List<byte[]> found = new ArrayList<>();
    try (Cursor cursor = store.range(new byte[0], new byte[] {-1, -1}, ASCENDING)) {
      while (cursor.next()) {
        found.add(cursor.key());
      }
    }
    assertThat(found.toArray(new byte[0][])).isDeepEqualTo(ordered);
  }

  @Test
  void a_range_includes_its_begin_and_excludes_its_end_in_both_directions() {
    putAll("a", "b", "c", "d");
    assertThat(keys("b", "d", ASCENDING)).containsExactly("b", "c");
    assertThat(keys("b", "d", DESCENDING)).containsExactly("c", "b");
  }

  @Test
  void the_bounds_of_a_range_need_not_be_keys() {
    putAll("b", "d", "f");
    assertThat(keys("a", "e", ASCENDING)).containsExactly("b", "d");
    assertThat(keys("c", "g", DESCENDING)).containsExactly("f", "d");
  }

  @Test
  void a_range_without_keys_is_empty() {
    putAll("a", "z");
    assertThat(keys("b", "c", ASCENDING)).isEmpty();
    assertThat(keys("b", "c", DESCENDING)).isEmpty();
    assertThat(keys("c", "b", ASCENDING)).isEmpty();
    assertThat(keys("z", "a", DESCENDING)).isEmpty();
    assertThat(keys("a", "a", ASCENDING)).isEmpty();
    assertThat(keys("a", "a", DESCENDING)).isEmpty();
  }

  @Test
  void a_cursor_at_its_end_stays_there() {
    putAll("a");
    try (Cursor cursor = store.range(bytes("a"), bytes("b"), ASCENDING)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void a_cursor_sees_the_state_of_the_call() {
    putAll("a", "b");
    try (Cursor cursor = store.range(bytes("a"), bytes("z"), ASCENDING)) {
      putAll("c");
      write(t -> t.delete(bytes("a")));
      assertThat(cursor.next()).isTrue();
      assertThat(text(cursor.key())).isEqualTo("a");
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
    }
  }

  @Test
  void arrays_passed_in_may_be_changed_afterwards() {
    byte[] key = bytes("a");
    byte[] value = bytes("1");
    write(t -> {
      t.put(key, value);
      key[0] = 'b';
      value[0] = '2';
      assertThat(text(t.get(bytes("a")))).isEqualTo("1");
    });
    assertThat(get("a")).isEqualTo("1");
    assertThat(get("b")).isNull();
  }

  @Test
  void returned_arrays_may_be_changed() {
    put("a", "1");
    byte[] value = Objects.requireNonNull(store.get(bytes("a")));
    value[0] = 'x';
    try (Cursor cursor = store.range(bytes("a"), bytes("b"), ASCENDING)) {
      cursor.next();
      cursor.key()[0] = 'x';
      cursor.value()[0] = 'x';
      assertThat(text(cursor.key())).isEqualTo("a");
    }
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void a_transaction_gives_back_what_its_body_returns() {
    assertThat(store.transact(t -> "result").join()).isEqualTo("result");
    assertThat(store.<@Nullable String>transact(t -> null).join()).isNull();
  }

  @Test
  void a_transaction_reads_its_own_writes() {
    put("a", "old");
    put("b", "old");
    List<@Nullable String> seen = new ArrayList<>();
    write(t -> {
      t.put(bytes("a"), bytes("new"));
      t.delete(bytes("b"));
      t.put(bytes("c"), bytes("new"));
      seen.add(text(t.get(bytes("a"))));
      seen.add(text(t.get(bytes("b"))));
      seen.add(text(t.get(bytes("c"))));
      t.delete(bytes("c"));
      seen.add(text(t.get(bytes("c"))));
    });
    assertThat(seen).containsExactly("new", null, "new", null);
    assertThat(entries("a", "z", ASCENDING)).containsExactly("a=new");
  }

  @Test
  void a_transaction_sees_ranges_of_its_own_and_committed_data() {
    putAll("a", "b", "c", "d", "e", "f", "g");
    List<List<String>> seen = new ArrayList<>();
    write(t -> {
      t.put(bytes("bb"), bytes("own"));
      t.put(bytes("c"), bytes("own"));
      t.delete(bytes("d"));
      t.deleteRange(bytes("e"), bytes("g"));
      t.put(bytes("f"), bytes("own"));
      t.put(bytes("h"), bytes("own"));
      seen.add(entries(t, "a", "z", ASCENDING));
      seen.add(entries(t, "a", "z", DESCENDING));
      seen.add(entries(t, "bb", "g", ASCENDING));
      seen.add(entries(t, "bb", "g", DESCENDING));
      t.deleteRange(bytes("a"), bytes("c"));
      seen.add(entries(t, "a", "z", ASCENDING));
    });
    assertThat(seen)
        .containsExactly(
            List.of("a=a", "b=b", "bb=own", "c=own", "f=own", "g=g", "h=own"),
            List.of("h=own", "g=g", "f=own", "c=own", "bb=own", "b=b", "a=a"),
            List.of("bb=own", "c=own", "f=own"),
            List.of("f=own", "c=own", "bb=own"),
            List.of("c=own", "f=own", "g=g", "h=own"));
    assertThat(entries("a", "z", ASCENDING)).containsExactly("c=own", "f=own", "g=g", "h=own");
  }

  @Test
  void a_cursor_of_a_transaction_does_not_move_with_its_later_writes() {
    putAll("a", "b", "c");
    List<String> seen = new ArrayList<>();
    write(t -> {
      try (Cursor cursor = t.range(bytes("a"), bytes("z"), ASCENDING)) {
        while (cursor.next()) {
          seen.add(text(cursor.key()));
          t.delete(cursor.key());
          t.put(bytes("d"), bytes("later"));
        }
      }
    });
    assertThat(seen).containsExactly("a", "b", "c");
    assertThat(keys("a", "z", ASCENDING)).containsExactly("d");
  }

  @Test
  void a_body_that_throws_writes_nothing_and_the_caller_gets_its_exception() {
    putAll("a", "b");
    IllegalStateException thrown = new IllegalStateException("no");
    CompletableFuture<Object> future =
        store.transact(t -> {
          t.put(bytes("c"), bytes("1"));
          t.delete(bytes("a"));
          t.deleteRange(bytes("a"), bytes("z"));
          throw thrown;
        });
    assertThatThrownBy(future::join).isInstanceOf(CompletionException.class).hasCause(thrown);
    assertThat(keys("", "z", ASCENDING)).containsExactly("a", "b");
  }

  @Test
  void a_body_that_throws_does_not_hurt_its_neighbours() {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int n = i;
      futures.add(
          store.transact(t -> {
            t.put(number(n), bytes("v"));
            if (n % 3 == 0) {
              t.deleteRange(number(0), number(n));
              throw new IllegalStateException("no");
            }
            return t.get(number(n)) != null;
          }));
    }
    for (int i = 0; i < 300; i++) {
      if (i % 3 == 0) {
        assertThatThrownBy(futures.get(i)::join).hasCauseInstanceOf(IllegalStateException.class);
      } else {
        assertThat(futures.get(i).join()).isTrue();
      }
    }
    assertThat(count(number(0), number(300))).isEqualTo(200);
  }

  @Test
  void an_error_of_a_body_reaches_its_caller_and_the_store_commits_further() {
    var error = new AssertionError("no");
    CompletableFuture<Object> failed =
        store.transact(t -> {
          t.put(bytes("a"), bytes("1"));
          throw error;
        });
    assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class).hasCause(error);
    put("b", "2");
    assertThat(entries("a", "z", ASCENDING)).containsExactly("b=2");
  }

  @Test
  void a_continuation_that_throws_harms_no_other_transaction() {
    var thrown = new IllegalStateException("no");
    var continued =
        store
            .transact(t -> put(t, "a", "1"))
            .thenAccept(done -> {
              throw thrown;
            });
    assertThatThrownBy(continued::join).hasCause(thrown);
    put("b", "2");
    assertThat(entries("a", "z", ASCENDING)).containsExactly("a=1", "b=2");
  }

  @Test
  void counters_of_the_metrics_never_decrease() {
    put("a", "1");
    var before = store.metrics();
    assertThatThrownBy(() ->
            write(t -> {
              throw new IllegalStateException("no");
            }))
        .isInstanceOf(CompletionException.class);
    put("a", "2");
    var after = store.metrics();
    assertThat(after.keySet()).isEqualTo(before.keySet());
    before.forEach((name, value) -> {
      if (name.endsWith("_total")) {
        assertThat(after.get(name)).as(name).isGreaterThanOrEqualTo(value);
      }
    });
  }

  @Test
  void a_transaction_cannot_be_used_after_its_body_returned() {
    Transaction[] escaped = new Transaction[1];
    write(t -> escaped[0] = t);
    Transaction transaction = escaped[0];
    assertThatThrownBy(() -> transaction.put(bytes("a"), bytes("1")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> transaction.get(bytes("a"))).isInstanceOf(IllegalStateException.class);
    assertThat(get("a")).isNull();
  }

  @Test
  void a_snapshot_does_not_change() {
    put("a", "1");
    put("b", "1");
    try (Snapshot snapshot = store.snapshot()) {
      put("a", "2");
      write(t -> t.delete(bytes("b")));
      put("c", "2");
      write(t -> t.deleteRange(bytes("a"), bytes("b")));
      assertThat(text(snapshot.get(bytes("a")))).isEqualTo("1");
      assertThat(snapshot.get(bytes("c"))).isNull();
      assertThat(entries(snapshot, "", "z", ASCENDING)).containsExactly("a=1", "b=1");
      assertThat(entries(snapshot, "", "z", DESCENDING)).containsExactly("b=1", "a=1");
    }
    assertThat(entries("", "z", ASCENDING)).containsExactly("c=2");
  }

  @Test
  void an_acknowledged_write_is_seen_by_the_next_read_of_any_thread() {
    for (int i = 0; i < 500; i++) {
      String value = Integer.toString(i);
      String read =
          store
              .transact(t -> {
                t.put(bytes("a"), bytes(value));
                return "";
              })
              .thenApplyAsync(done -> get("a"))
              .join();
      assertThat(read).isEqualTo(value);
    }
  }

  @Test
  void a_completion_may_begin_the_next_transaction() {
    String read =
        store
            .transact(t -> put(t, "a", "1"))
            .thenCompose(done -> store.transact(t -> put(t, "b", "2")))
            .thenApply(done -> get("a") + get("b"))
            .join();
    assertThat(read).isEqualTo("12");
  }

  @Test
  void a_closed_store_refuses_everything_and_may_be_closed_again() {
    put("a", "1");
    store.close();
    assertThatThrownBy(() -> store.get(bytes("a"))).isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> store.range(bytes("a"), bytes("b"), ASCENDING))
        .isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> store.snapshot()).isInstanceOf(StorageException.class);
    assertThatThrownBy(() -> store.checkpoint(folder.resolve("checkpoint")))
        .isInstanceOf(StorageException.class);
    CompletableFuture<Boolean> future = store.transact(t -> put(t, "b", "2"));
    assertThatThrownBy(future::join).hasCauseInstanceOf(StorageException.class);
    assertThatCode(store::health).doesNotThrowAnyException();
    assertThatCode(store::close).doesNotThrowAnyException();
  }

  @Test
  void close_waits_for_the_transactions_that_were_accepted() {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String key = "k" + i;
      futures.add(store.transact(t -> put(t, key, "v")));
    }
    store.close();
    assertThat(futures).allMatch(f -> f.isDone() && !f.isCompletedExceptionally());
  }

  @Test
  void cursors_and_snapshots_can_be_closed_after_the_store() {
    putAll("a", "b");
    Snapshot snapshot = store.snapshot();
    Cursor cursor = store.range(bytes("a"), bytes("z"), ASCENDING);
    cursor.next();
    store.close();
    assertThatCode(
            () -> {
              cursor.close();
              cursor.close();
              snapshot.close();
              snapshot.close();
            })
        .doesNotThrowAnyException();
  }

  @Test
  void bodies_never_run_at_the_same_time_as_seen_by_what_they_write() {
    ConcurrentHashMap<Integer, Boolean> results = new ConcurrentHashMap<>();
    List<CompletableFuture<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      futures.add(
          store.transact(t -> {
            String old = text(t.get(bytes("n")));
            int next = old == null ? 1 : Integer.parseInt(old) + 1;
            t.put(bytes("n"), bytes(Integer.toString(next)));
            return next;
          }));
    }
    futures.forEach(f -> results.put(f.join(), true));
    assertThat(results).hasSize(1000);
    assertThat(get("n")).isEqualTo("1000");
  }

  @Test
  void a_replaced_value_is_available_after_the_commit() {
    put("a", "1");
    assertThat(replaced("a", "2")).isEqualTo("1");
    assertThat(replaced("b", "3")).isNull();
    assertThat(replaced("a", null)).isEqualTo("2");
    assertThat(replaced("a", null)).isNull();
    assertThat(entries("a", "z", ASCENDING)).containsExactly("b=3");
  }

  private @Nullable String replaced(String key, @Nullable String value) {
    return text(
        store
            .<Supplier<byte @Nullable []>>transact(
                t -> t.replace(bytes(key), value == null ? null : bytes(value)))
            .join()
            .get());
  }

  @Test
  void a_replaced_value_may_come_from_the_same_transaction() {
    put("a", "1");
    var before =
        store
            .<List<Supplier<byte @Nullable []>>>transact(t -> {
              var first = t.replace(bytes("a"), bytes("2"));
              var second = t.replace(bytes("a"), bytes("3"));
              t.deleteRange(bytes("a"), bytes("b"));
              return List.of(first, second, t.replace(bytes("a"), bytes("4")));
            })
            .join();
    assertThat(before.stream().map(each -> String.valueOf(text(each.get()))))
        .containsExactly("1", "2", "null");
    assertThat(get("a")).isEqualTo("4");
  }

  @Test
  void values_of_several_keys_come_in_their_order() {
    putAll("a", "b", "c");
    var keys = List.of(bytes("c"), bytes("x"), bytes("a"), bytes("c"));
    assertThat(store.getAll(keys).stream().map(each -> String.valueOf(text(each))))
        .containsExactly("c", "null", "a", "c");
    var inTransaction =
        store
            .<List<byte @Nullable []>>transact(t -> {
              t.put(bytes("x"), bytes("own"));
              return t.getAll(keys);
            })
            .join();
    assertThat(inTransaction.stream().map(each -> String.valueOf(text(each))))
        .containsExactly("c", "own", "a", "c");
  }

  @Test
  void reads_under_a_precondition_fail_once_it_does_not_hold() {
    put("Ga", "1");
    put("a1", "x");
    var precondition = new Precondition(bytes("Ga"), bytes("1"));
    assertThat(text(store.get(bytes("a1"), precondition))).isEqualTo("x");
    assertThat(store.get(bytes("a2"), precondition)).isNull();
    try (Cursor range = store.range(bytes("a"), bytes("az"), ASCENDING, precondition)) {
      assertThat(range.next()).isTrue();
    }
    assertThat(holds(precondition)).isTrue();
    put("Ga", "2");
    assertThatThrownBy(() -> store.get(bytes("a1"), precondition))
        .isInstanceOf(OutdatedException.class);
    assertThatThrownBy(() -> store.get(bytes("a2"), precondition))
        .isInstanceOf(OutdatedException.class);
    assertThatThrownBy(() -> store.range(bytes("a"), bytes("az"), ASCENDING, precondition))
        .isInstanceOf(OutdatedException.class);
    assertThat(holds(precondition)).isFalse();
    assertThat(holds(new Precondition(bytes("Ga"), bytes("2")))).isTrue();
  }

  private boolean holds(Precondition precondition) {
    return store
        .transact(t -> {
          boolean holds = t.holds(precondition);
          if (holds) {
            t.put(bytes("a1"), bytes("y"));
          }
          return holds;
        })
        .join();
  }
}
