package dev.gramme.storage;

import static dev.gramme.storage.Direction.ASCENDING;
import static dev.gramme.storage.Direction.DESCENDING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Store} for keys of any bytes and for long and large ranges. */
public abstract class RangesContract extends DerivedRowsContract {
  /** About the longest key of an entry of a global index. */
  private static final int LONG_KEY_BYTES = 12_000;

  /** More rows than a store reads at a time. */
  private static final int MANY_ROWS = 3000;

  /** The largest item, and as many as together exceed a page of a request several times. */
  private static final int LARGE_VALUE_BYTES = 400 << 10;

  private static final int LARGE_VALUES = 12;

  @Test
  void every_byte_may_be_in_a_key() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 256; i++) {
      keys.add(new byte[] {'k', (byte) i});
      keys.add(new byte[] {'k', (byte) i, (byte) (255 - i)});
    }
    write(t -> keys.forEach(key -> t.put(key, key)));
    assertSame(rows(store, bytes("k"), bytes("l"), ASCENDING), keys);
    for (byte[] key : keys) {
      assertThat(store.get(key)).isEqualTo(key);
    }
  }

  @Test
  void long_keys_that_differ_in_their_last_byte_are_different_and_in_order() {
    byte[] longest = new byte[LONG_KEY_BYTES];
    // Bytes that cannot be compressed.
    new Random(1).nextBytes(longest);
    longest[0] = 'k';
    List<byte[]> keys = new ArrayList<>();
    for (byte last : new byte[] {0, 1, 0x7f, (byte) 0x80, (byte) 0xff}) {
      byte[] key = longest.clone();
      key[LONG_KEY_BYTES - 1] = last;
      keys.add(key);
    }
    write(t -> keys.reversed().forEach(key -> t.put(key, new byte[] {key[LONG_KEY_BYTES - 1]})));
    for (byte[] key : keys) {
      assertThat(store.get(key)).isEqualTo(new byte[] {key[LONG_KEY_BYTES - 1]});
    }
    assertThat(store.get(Arrays.copyOf(longest, LONG_KEY_BYTES - 1))).isNull();
    assertSame(keysOf(store, keys.get(1), keys.get(4), ASCENDING), keys.subList(1, 4));
    assertSame(keysOf(store, keys.get(1), keys.get(4), DESCENDING), keys.subList(1, 4).reversed());
    write(t -> {
      t.delete(keys.get(2));
      t.deleteRange(keys.get(3), keys.get(4));
    });
    assertSame(
        keysOf(store, bytes("k"), bytes("l"), ASCENDING),
        List.of(keys.get(0), keys.get(1), keys.get(4)));
  }

  @Test
  void a_range_of_thousands_of_rows_has_each_row_once_in_both_directions() {
    List<byte[]> expected = new ArrayList<>();
    for (int i = 0; i < MANY_ROWS; i++) {
      expected.add(number(i));
    }
    write(t -> expected.forEach(key -> t.put(key, key)));
    byte[] end = number(MANY_ROWS);
    assertSame(rows(store, number(0), end, ASCENDING), expected);
    assertSame(rows(store, number(0), end, DESCENDING), expected.reversed());
    try (Snapshot snapshot = store.snapshot()) {
      assertSame(rows(snapshot, number(0), end, ASCENDING), expected);
      assertSame(rows(snapshot, number(0), end, DESCENDING), expected.reversed());
    }
    var inTransaction =
        store
            .transact(t ->
                List.of(rows(t, number(0), end, ASCENDING), rows(t, number(0), end, DESCENDING)))
            .join();
    assertSame(inTransaction.getFirst(), expected);
    assertSame(inTransaction.getLast(), expected.reversed());
  }

  @Test
  void a_range_of_rows_of_the_largest_size_is_whole() {
    byte[] value = new byte[LARGE_VALUE_BYTES];
    for (int i = 0; i < LARGE_VALUES; i++) {
      int n = i;
      new Random(i).nextBytes(value);
      write(t -> t.put(number(n), value));
    }
    for (Direction direction : Direction.values()) {
      int n = direction == ASCENDING ? 0 : LARGE_VALUES - 1;
      try (Cursor cursor = store.range(number(0), number(LARGE_VALUES), direction)) {
        while (cursor.next()) {
          new Random(n).nextBytes(value);
          assertThat(cursor.key()).isEqualTo(number(n));
          assertThat(cursor.value()).isEqualTo(value);
          n += direction == ASCENDING ? 1 : -1;
        }
      }
      assertThat(n).isEqualTo(direction == ASCENDING ? LARGE_VALUES : -1);
    }
  }

  /** The keys of rows whose values are equal to their keys. */
  private static List<byte[]> rows(Reader reader, byte[] from, byte[] to, Direction direction) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = reader.range(from, to, direction)) {
      while (cursor.next()) {
        assertThat(cursor.value()).isEqualTo(cursor.key());
        keys.add(cursor.key());
      }
    }
    return keys;
  }

  private static List<byte[]> keysOf(Reader reader, byte[] from, byte[] to, Direction direction) {
    List<byte[]> keys = new ArrayList<>();
    try (Cursor cursor = reader.range(from, to, direction)) {
      while (cursor.next()) {
        keys.add(cursor.key());
      }
    }
    return keys;
  }

  private static void assertSame(List<byte[]> actual, List<byte[]> expected) {
    assertThat(actual.toArray(new byte[0][])).isDeepEqualTo(expected.toArray(new byte[0][]));
  }
}
