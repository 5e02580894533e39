package dev.gramme.storage.postgres;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.Direction.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Precondition;
import dev.gramme.storage.Reader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys that are longer than an entry of an index in PostgreSQL can be. */
@Tag("slow")
final class LongKeysTest {
  private static final byte[] GREATEST = {-1, -1};

  private PostgresStore store;

  @BeforeEach
  void open() {
    store = PostgresStore.open(TestPostgres.options());
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Keys around the length of a head, many with the same head, of bytes that do not compress. */
  private static TreeSet<byte[]> keys() {
    var random = new Random(7);
    byte[] longest = new byte[12_000];
    random.nextBytes(longest);
    longest[0] = 1;
    var keys = new TreeSet<byte[]>(Arrays::compareUnsigned);
    for (int length : new int[] {1, 2599, 2600, 2601, 2602, 5000, 12_000}) {
      keys.add(Arrays.copyOf(longest, length));
    }
    for (int i = 0; i < 100; i++) {
      byte[] sibling = Arrays.copyOf(longest, 2600 + 1 + random.nextInt(900));
      sibling[2600] = (byte) random.nextInt(256);
      keys.add(sibling);
      byte[] beside = longest.clone();
      beside[2599] = (byte) random.nextInt(256);
      keys.add(beside);
    }
    return keys;
  }

  private void fill(TreeSet<byte[]> keys) {
    store
        .transact(t -> {
          keys.forEach(key -> t.put(key, new byte[] {(byte) key.length}));
          return true;
        })
        .join();
  }

  private static List<byte[]> read(Reader reader, byte[] from, byte[] to, Direction direction) {
    var found = new ArrayList<byte[]>();
    try (Cursor cursor = reader.range(from, to, direction)) {
      while (cursor.next()) {
        found.add(cursor.key());
        assertThat(cursor.value()).isEqualTo(new byte[] {(byte) cursor.key().length});
      }
    }
    return found;
  }

  private static void assertSame(List<byte[]> actual, List<byte[]> expected) {
    assertThat(actual.toArray(new byte[0][])).isDeepEqualTo(expected.toArray(new byte[0][]));
  }

  @Test
  void they_are_read_and_replaced_and_removed() {
    var keys = keys();
    fill(keys);
    for (byte[] key : keys) {
      assertThat(store.get(key)).isEqualTo(new byte[] {(byte) key.length});
      byte[] other = Arrays.copyOf(key, key.length + 1);
      assertThat(store.get(other)).isNull();
    }
    byte[] longest = keys.stream().filter(key -> key.length == 12_000).findFirst().orElseThrow();
    var pair = List.of(longest, Arrays.copyOf(longest, 2599));
    assertThat(store.getAll(pair)).doesNotContainNull();
    assertThat(store.get(longest, new Precondition(pair.get(1), new byte[] {(byte) 2599})))
        .isEqualTo(new byte[] {(byte) 12_000});
    var before = store.transact(t -> t.replace(longest, new byte[] {42})).join();
    assertThat(before.get()).isEqualTo(new byte[] {(byte) 12_000});
    assertThat(store.get(longest)).isEqualTo(new byte[] {42});
    store
        .transact(t -> {
          t.delete(longest);
          return true;
        })
        .join();
    keys.remove(longest);
    assertSame(read(store, new byte[0], GREATEST, ASCENDING), List.copyOf(keys));
  }

  @Test
  void they_are_in_order_between_any_bounds() {
    var keys = keys();
    fill(keys);
    var bounds = new ArrayList<>(keys);
    bounds.add(new byte[0]);
    bounds.add(GREATEST);
    var random = new Random(11);
    assertSame(read(store, new byte[0], GREATEST, ASCENDING), List.copyOf(keys));
    assertSame(read(store, new byte[0], GREATEST, DESCENDING), List.copyOf(keys.descendingSet()));
    for (int i = 0; i < 40; i++) {
      byte[] from = bounds.get(random.nextInt(bounds.size()));
      byte[] to = bounds.get(random.nextInt(bounds.size()));
      TreeSet<byte[]> expected = new TreeSet<>(Arrays::compareUnsigned);
      if (Arrays.compareUnsigned(from, to) < 0) {
        expected.addAll(keys.subSet(from, to));
      }
      assertSame(read(store, from, to, ASCENDING), List.copyOf(expected));
      assertSame(read(store, from, to, DESCENDING), List.copyOf(expected.descendingSet()));
    }
  }

  @Test
  void a_range_of_them_is_deleted() {
    var keys = keys();
    fill(keys);
    var inOrder = new ArrayList<>(keys);
    byte[] from = inOrder.get(50);
    byte[] to = inOrder.get(150);
    store
        .transact(t -> {
          t.deleteRange(from, to);
          return true;
        })
        .join();
    keys.subSet(from, to).clear();
    assertThat(keys).hasSize(inOrder.size() - 100);
    assertSame(read(store, new byte[0], GREATEST, ASCENDING), List.copyOf(keys));
  }
}
