package dev.gramme.storage.cassandra.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.cassandra.CassandraStore;
import dev.gramme.storage.cassandra.TestCassandra;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server does not read again what it has written itself, and still returns no stale results. */
@Tag("long")
@Tag("slow")
final class OwnWriteCacheTest {
  private static final byte[] KEY = bytes("a1");

  private CassandraStore one;
  private CassandraStore other;

  @BeforeEach
  void open() {
    var options = TestCassandra.options();
    one = CassandraStore.open(options);
    other = CassandraStore.open(options);
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Appends to the value of the row. */
  private static String append(CassandraStore store, String more) {
    return store
        .transact(t -> {
          byte[] old = t.get(KEY);
          String fresh = (old == null ? "" : new String(old, StandardCharsets.UTF_8)) + more;
          t.put(KEY, bytes(fresh));
          return fresh;
        })
        .join();
  }

  private static void delete(CassandraStore store) {
    store
        .transact(t -> {
          t.delete(KEY);
          return true;
        })
        .join();
  }

  /** Throws an exception with the value of the row. */
  private static void throwValue(CassandraStore store) {
    store
        .transact(t -> {
          byte[] found = t.get(KEY);
          throw new IllegalStateException(
              "found " + (found == null ? "nothing" : new String(found, StandardCharsets.UTF_8)));
        })
        .join();
  }

  @Test
  void a_row_that_this_server_has_written_is_not_read_again() {
    append(one, "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "2")).isEqualTo("12")))
        .isEqualTo(1);
    assertThat(
            TestCassandra.statements(
                one, () -> assertThatThrownBy(() -> throwValue(one)).isNotNull()))
        .isEqualTo(1);
    delete(one);
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "3")).isEqualTo("3")))
        .isEqualTo(1);
  }

  @Test
  void a_later_write_of_another_server_is_seen() {
    append(one, "1");
    append(other, "2");
    assertThat(append(one, "3")).isEqualTo("123");
    // After the conflict, the row is read before each write.
    append(other, "4");
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "5")).isEqualTo("12345")))
        .isEqualTo(2);
  }

  @Test
  void a_row_is_cached_again_when_the_other_server_no_longer_writes_it() {
    append(one, "1");
    append(other, "2");
    assertThat(append(one, "3")).isEqualTo("123");
    for (String more : List.of("4", "5", "6")) {
      assertThat(TestCassandra.statements(one, () -> append(one, more))).isEqualTo(2);
    }
    assertThat(
            TestCassandra.statements(one, () -> assertThat(append(one, "7")).isEqualTo("1234567")))
        .isEqualTo(1);
    append(other, "8");
    assertThat(append(one, "9")).isEqualTo("123456789");
  }

  @Test
  void a_row_is_trusted_again_after_three_consecutive_reads_of_the_own_version() {
    var cache = new OwnWriteCache();
    Bytes key = new Bytes(bytes("k"));
    Bytes first = new Bytes(bytes("first"));
    var own = Optional.of(new Row(key, first, 0));
    cache.wrote(key, key, first);
    cache.markStale(key);
    cache.read(key, own);
    cache.read(key, own);
    cache.read(key, Optional.of(new Row(key, new Bytes(bytes("other")), 0)));
    cache.read(key, own);
    cache.read(key, own);
    assertThat(cache.find(key)).isNull();
    cache.read(key, own);
    assertThat(cache.find(key)).isEqualTo(new OwnWriteCache.Entry(own, 3));
  }

  @Test
  void an_exception_is_based_on_validated_reads() {
    append(one, "1");
    append(other, "2");
    assertThatThrownBy(() -> throwValue(one)).hasRootCauseMessage("found 12");
    append(one, "3");
    delete(other);
    assertThatThrownBy(() -> throwValue(one)).hasRootCauseMessage("found nothing");
  }

  @Test
  void the_cache_is_limited_to_16_megabytes() {
    var cache = new OwnWriteCache();
    Bytes id = new Bytes(bytes("id"));
    var value = new Bytes(new byte[32 << 10]);
    var hot = new Bytes(bytes("hot"));
    cache.wrote(hot, value, id);
    for (int i = 0; i < 1000; i++) {
      cache.wrote(new Bytes(bytes("k" + i)), value, id);
      assertThat(cache.find(hot)).isNotNull();
    }
    assertThat(cache.find(new Bytes(bytes("k999"))))
        .isEqualTo(new OwnWriteCache.Entry(Optional.of(new Row(value, id, 0)), 3));
    long cached =
        IntStream.range(0, 1000).filter(i -> cache.find(new Bytes(bytes("k" + i))) != null).count();
    assertThat(cached).isBetween(480L, (16L << 20) / value.length());
    cache.wrote(new Bytes(bytes("k999")), new Bytes(new byte[100 << 10]), id);
    assertThat(cache.find(new Bytes(bytes("k999")))).isNull();
  }

  @Test
  void a_deleted_row_is_cached_until_a_conflict() {
    var cache = new OwnWriteCache();
    Bytes key = new Bytes(bytes("k"));
    cache.wrote(key, null, new Bytes(bytes("id")));

    assertThat(cache.find(key)).isEqualTo(new OwnWriteCache.Entry(Optional.empty(), 3));
    cache.markStale(key);
    assertThat(cache.find(key)).isNull();
    cache.wrote(key, key, key);
    assertThat(cache.find(key)).isNull();
  }
}
