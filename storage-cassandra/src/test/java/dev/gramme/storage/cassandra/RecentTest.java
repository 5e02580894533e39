package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server has written itself it need not read again, but it is never wrong for that. */
final class RecentTest {
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

  /** Adds to what is there. */
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

  /** Throws what it has read. */
  private static void refuse(CassandraStore store) {
    store
        .transact(t -> {
          byte[] found = t.get(KEY);
          throw new IllegalStateException(
              "found " + (found == null ? "nothing" : new String(found, StandardCharsets.UTF_8)));
        })
        .join();
  }

  @Test
  void a_row_that_was_written_here_is_not_read_again() {
    append(one, "1");
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "2")).isEqualTo("12")))
        .isEqualTo(1);
    assertThat(
            TestCassandra.statements(one, () -> assertThatThrownBy(() -> refuse(one)).isNotNull()))
        .isEqualTo(1);
    delete(one);
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "3")).isEqualTo("3")))
        .isEqualTo(1);
  }

  @Test
  void what_another_has_written_since_is_seen() {
    append(one, "1");
    append(other, "2");
    assertThat(append(one, "3")).isEqualTo("123");
    // It is shared now: who knew it reads it from now on.
    append(other, "4");
    assertThat(TestCassandra.statements(one, () -> assertThat(append(one, "5")).isEqualTo("12345")))
        .isEqualTo(2);
  }

  @Test
  void a_row_that_another_has_stopped_writing_is_not_read_again() {
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
  void a_row_must_be_found_as_it_was_left_again_and_again() {
    var recent = new Recent();
    Bytes key = new Bytes(bytes("k"));
    Bytes first = new Bytes(bytes("first"));
    var left = Optional.of(new Row(key, first, 0));
    recent.wrote(key, key, first);
    recent.met(key);
    recent.read(key, left);
    recent.read(key, left);
    recent.read(key, Optional.of(new Row(key, new Bytes(bytes("other")), 0)));
    recent.read(key, left);
    recent.read(key, left);
    assertThat(recent.find(key)).isNull();
    recent.read(key, left);
    assertThat(recent.find(key)).isEqualTo(new Recent.Entry(left, 3));
  }

  @Test
  void what_is_thrown_goes_by_what_another_has_written() {
    append(one, "1");
    append(other, "2");
    assertThatThrownBy(() -> refuse(one)).hasRootCauseMessage("found 12");
    append(one, "3");
    delete(other);
    assertThatThrownBy(() -> refuse(one)).hasRootCauseMessage("found nothing");
  }

  @Test
  void so_many_are_remembered_and_no_more() {
    var recent = new Recent();
    Bytes id = new Bytes(bytes("id"));
    var value = new Bytes(new byte[32 << 10]);
    for (int i = 0; i < 1000; i++) {
      recent.wrote(new Bytes(bytes("k" + i)), value, id);
    }
    assertThat(recent.find(new Bytes(bytes("k999"))))
        .isEqualTo(new Recent.Entry(Optional.of(new Row(value, id, 0)), 3));
    assertThat(recent.find(new Bytes(bytes("k600")))).isNotNull();
    assertThat(recent.find(new Bytes(bytes("k400")))).isNull();
    recent.wrote(new Bytes(bytes("k999")), new Bytes(new byte[100 << 10]), id);
    assertThat(recent.find(new Bytes(bytes("k999")))).isNull();
  }

  @Test
  void a_row_that_is_not_there_is_remembered_until_another_writes_it() {
    var recent = new Recent();
    Bytes key = new Bytes(bytes("k"));
    recent.wrote(key, null, new Bytes(bytes("id")));

    assertThat(recent.find(key)).isEqualTo(new Recent.Entry(Optional.empty(), 3));
    recent.met(key);
    assertThat(recent.find(key)).isNull();
    recent.wrote(key, key, key);
    assertThat(recent.find(key)).isNull();
  }
}
