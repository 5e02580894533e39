package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Store} for reads of snapshots, under preconditions, and in memory.
 */
public abstract class ReadsContract extends RangesContract {
  @Test
  void a_snapshot_has_every_write_that_was_acknowledged_before_it() {
    for (int i = 0; i < 30; i++) {
      String value = Integer.toString(i);
      put("a", value);
      write(t -> put(t, "b", value));
      try (Snapshot snapshot = store.snapshot()) {
        assertThat(text(snapshot.get(bytes("a")))).isEqualTo(value);
        assertThat(entries(snapshot, "b", "c", ASCENDING)).containsExactly("b=" + value);
      }
    }
  }

  @Test
  void a_snapshot_returns_the_values_of_several_keys_in_their_order() {
    putAll("a", "b", "c");
    try (Snapshot snapshot = store.snapshot()) {
      put("b", "later");
      put("x", "later");
      List<byte @Nullable []> values =
          snapshot.getAll(List.of(bytes("c"), bytes("x"), bytes("b"), bytes("c")));
      assertThat(values.stream().map(each -> String.valueOf(text(each))))
          .containsExactly("c", "null", "b", "c");
    }
  }

  @Test
  void snapshots_of_different_times_can_be_open_together() {
    put("a", "1");
    try (Snapshot first = store.snapshot()) {
      put("a", "2");
      try (Snapshot second = store.snapshot()) {
        put("a", "3");
        assertThat(text(second.get(bytes("a")))).isEqualTo("2");
        assertThat(text(first.get(bytes("a")))).isEqualTo("1");
      }
      assertThat(text(first.get(bytes("a")))).isEqualTo("1");
    }
    assertThat(get("a")).isEqualTo("3");
  }

  @Test
  void removing_what_no_reader_can_reach_changes_no_read() {
    putAll("a", "b");
    write(t -> t.derive(bytes("a"), bytes("D1"), bytes("derived")));
    try (Snapshot snapshot = store.snapshot()) {
      put("a", "later");
      write(t -> t.delete(bytes("b")));
      store.removeUnreachable(() -> true);
      assertThat(entries(snapshot, "a", "z", ASCENDING)).containsExactly("a=a", "b=b");
    }
    store.removeUnreachable(() -> false);
    assertThat(entries("a", "z", ASCENDING)).containsExactly("a=later");
    assertThat(get("D1")).isEqualTo("derived");
  }

  /** The row was just written, so no store has to wait for it. */
  @Test
  void a_read_that_does_not_wait_returns_a_row_that_is_in_memory() {
    putAll("a", "b");
    Reader reader = store.withoutWaiting();
    assertThat(text(reader.get(bytes("a")))).isEqualTo("a");
    assertThat(entries(reader, "a", "z", ASCENDING)).containsExactly("a=a", "b=b");
  }

  @Test
  void a_precondition_on_a_row_that_does_not_exist_does_not_hold() {
    put("a1", "x");
    var precondition = new Precondition(bytes("Ga"), bytes(""));
    assertThat(store.transact(t -> t.holds(precondition)).join()).isFalse();
    assertThatThrownBy(() -> store.get(bytes("a1"), precondition))
        .isInstanceOf(OutdatedException.class);
    assertThatThrownBy(() -> store.range(bytes("a"), bytes("az"), ASCENDING, precondition))
        .isInstanceOf(OutdatedException.class);
  }

  @Test
  void a_precondition_on_a_row_that_the_transaction_has_written_holds_for_the_new_value() {
    put("Ga", "1");
    var before = new Precondition(bytes("Ga"), bytes("1"));
    var after = new Precondition(bytes("Ga"), bytes("2"));
    var seen =
        store
            .transact(t -> {
              boolean first = t.holds(before);
              t.put(bytes("Ga"), bytes("2"));
              t.put(bytes("a1"), bytes("x"));
              return List.of(first, t.holds(before), t.holds(after));
            })
            .join();
    assertThat(seen).containsExactly(true, false, true);
    assertThat(text(store.get(bytes("a1"), after))).isEqualTo("x");
  }
}
