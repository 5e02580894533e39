package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.Direction.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Store} for derived rows, without failures. */
public abstract class DerivedRowsContract extends StoreFixture {
  /** In these tests the keys of derived rows begin with D. */
  private static void derive(Transaction t, String source, String key, @Nullable String value) {
    t.derive(bytes(source), bytes(key), value == null ? null : bytes(value));
  }

  @Test
  void a_derived_row_is_written_and_removed_with_its_source() {
    write(t -> {
      put(t, "a", "1");
      derive(t, "a", "D1a", "one");
    });
    assertThat(get("D1a")).isEqualTo("one");
    write(t -> {
      put(t, "a", "2");
      derive(t, "a", "D1a", null);
      derive(t, "a", "D2a", "two");
    });
    assertThat(entries("D", "E", ASCENDING)).containsExactly("D2a=two");
    write(t -> {
      put(t, "a", "1");
      derive(t, "a", "D2a", null);
      derive(t, "a", "D1a", "again");
    });
    assertThat(entries("D", "E", ASCENDING)).containsExactly("D1a=again");
    write(t -> derive(t, "a", "D1a", null));
    assertThat(get("D1a")).isNull();
    assertThat(keys("", "z", ASCENDING)).containsExactly("a");
  }

  @Test
  void of_what_is_derived_from_one_source_the_last_stays() {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      futures.add(
          store.transact(t -> {
            String before = text(t.get(bytes("a")));
            int next = before == null ? 1 : Integer.parseInt(before) + 1;
            put(t, "a", Integer.toString(next));
            derive(t, "a", "D%d".formatted((next - 1) % 3), null);
            derive(t, "a", "D%d".formatted(next % 3), Integer.toString(next));
            return true;
          }));
    }
    futures.forEach(CompletableFuture::join);
    assertThat(get("a")).isEqualTo("300");
    assertThat(entries("D", "E", ASCENDING)).containsExactly("D0=300");
  }

  @Test
  void derived_rows_of_many_sources_are_read_in_their_order() {
    List<CompletableFuture<Boolean>> futures = new ArrayList<>();
    for (int i = 0; i < 26; i++) {
      String source = Character.toString('a' + i);
      futures.add(
          store.transact(t -> {
            for (int j = 0; j < 40; j++) {
              put(t, source + j, "x");
              derive(t, source + j, "D%02d%s".formatted(j, source), source);
            }
            return true;
          }));
    }
    futures.forEach(CompletableFuture::join);
    List<String> ascending = entries("D", "E", ASCENDING);
    assertThat(ascending).hasSize(26 * 40).isSorted().contains("D07k=k", "D39z=z");
    assertThat(entries("D", "E", DESCENDING)).isEqualTo(ascending.reversed());
    assertThat(entries("D05", "D06", DESCENDING)).hasSize(26).first().isEqualTo("D05z=z");
    try (Snapshot snapshot = store.snapshot()) {
      assertThat(entries(snapshot, "D", "E", ASCENDING)).isEqualTo(ascending);
      assertThat(text(snapshot.get(bytes("D07k")))).isEqualTo("k");
    }
    assertThat(entries("", "zz", ASCENDING)).hasSize(2 * 26 * 40);
  }

  @Test
  void what_a_body_derives_before_it_throws_is_not_written() {
    var failed =
        store.transact(t -> {
          put(t, "a", "1");
          derive(t, "a", "D1a", "one");
          throw new IllegalStateException("no");
        });
    assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class);
    assertThat(get("D1a")).isNull();
  }

  @Test
  void derived_rows_are_removed_for_ever() {
    write(t -> {
      for (int i = 0; i < 200; i++) {
        derive(t, "a", "D%03d".formatted(i), "x");
      }
    });
    write(t -> t.deleteRange(bytes("D010"), bytes("D190")));
    assertThat(keys("D", "E", ASCENDING)).hasSize(20).contains("D009", "D190");
    assertThat(get("D100")).isNull();
  }

  @Test
  void a_transaction_reads_derived_rows() {
    write(t -> derive(t, "a", "D1", "x"));
    write(t -> {
      assertThat(text(t.get(bytes("D1")))).isEqualTo("x");
      assertThat(t.getAll(List.of(bytes("D1"), bytes("b"), bytes("D2"))))
          .extracting(each -> String.valueOf(text(each)))
          .containsExactly("x", "null", "null");
      assertThat(keys(t, "D", "E", ASCENDING)).containsExactly("D1");
      put(t, "b", "1");
    });
  }
}
