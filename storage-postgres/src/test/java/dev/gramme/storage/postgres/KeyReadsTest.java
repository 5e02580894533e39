package dev.gramme.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.StorageException;
import dev.gramme.testkit.Eventually;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Concurrent reads by key share statements. */
@Tag("slow")
final class KeyReadsTest {
  private static final int KEYS = 200;

  private final PostgresStoreOptions options = TestPostgres.options();
  private final PostgresStore store = PostgresStore.open(options);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    store.close();
    threads.close();
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
  }

  private long metric(String name) {
    return Objects.requireNonNull(store.metrics().get(name)).longValue();
  }

  /** Locks the table: statements wait until the transaction of the returned connection ends. */
  private Connection lockedTable() throws Exception {
    Connection connection = DriverManager.getConnection(options.url());
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("LOCK TABLE " + options.schema() + ".rows IN ACCESS EXCLUSIVE MODE");
    }
    return connection;
  }

  /**
   * Starts reads while the table is locked, and waits until all but the first {@link
   * KeyReads#STATEMENTS} have to wait.
   */
  private List<Future<byte[]>> waitingReads(int from, int to) {
    var reads = new ArrayList<Future<byte[]>>();
    for (int i = from; i < to; i++) {
      byte[] key = bytes(i);
      reads.add(threads.submit(() -> store.get(key)));
    }
    Eventually.passes(
        () -> assertThat(metric("key_reads_waiting")).isEqualTo(to - from - KeyReads.STATEMENTS));
    return reads;
  }

  @Test
  void reads_that_wait_for_a_statement_share_the_next_one() throws Exception {
    store
        .transact(t -> {
          for (int i = 0; i < KEYS; i += 2) {
            t.put(bytes(i), bytes(-i));
          }
          return true;
        })
        .join();
    long before = metric("key_read_statements_total");
    List<Future<byte[]>> reads;
    try (Connection lock = lockedTable()) {
      reads = waitingReads(0, KEYS);
      lock.rollback();
    }
    for (int i = 0; i < KEYS; i++) {
      assertThat(reads.get(i).get()).isEqualTo(i % 2 == 0 ? bytes(-i) : null);
    }
    int shared = (KEYS - KeyReads.STATEMENTS + KeyReads.SHARED_KEYS - 1) / KeyReads.SHARED_KEYS;
    assertThat(metric("key_read_statements_total") - before)
        .isEqualTo(KeyReads.STATEMENTS + shared);
    assertThat(metric("key_reads_waiting")).isZero();
  }

  @Test
  void a_read_with_more_keys_than_a_shared_statement_has_its_own() throws Exception {
    var keys = new ArrayList<byte[]>();
    for (int i = 0; i < KEYS; i++) {
      keys.add(bytes(i));
    }
    store
        .transact(t -> {
          keys.forEach(key -> t.put(key, key));
          return true;
        })
        .join();
    List<Future<byte[]>> reads;
    Future<List<byte[]>> large;
    try (Connection lock = lockedTable()) {
      reads = waitingReads(0, KeyReads.STATEMENTS + 1);
      large = threads.submit(() -> store.getAll(keys));
      Eventually.passes(() -> assertThat(metric("key_reads_waiting")).isEqualTo(2));
      lock.rollback();
    }
    assertThat(large.get()).containsExactlyElementsOf(keys);
    for (int i = 0; i < reads.size(); i++) {
      assertThat(reads.get(i).get()).isEqualTo(bytes(i));
    }
  }

  @Test
  void a_failure_reaches_all_that_share_the_statement_and_later_reads_work() throws Exception {
    List<Future<byte[]>> reads;
    try (Connection lock = lockedTable();
        Statement statement = lock.createStatement()) {
      reads = waitingReads(0, 20);
      statement.execute("ALTER TABLE " + options.schema() + ".rows RENAME TO hidden");
      lock.commit();
      for (Future<byte[]> read : reads) {
        assertThatThrownBy(read::get)
            .hasCauseInstanceOf(StorageException.class)
            .hasMessageContaining("PostgreSQL reports an error");
      }
      statement.execute("ALTER TABLE " + options.schema() + ".hidden RENAME TO rows");
      lock.commit();
    }
    assertThat(store.get(bytes(1))).isNull();
    assertThat(metric("key_reads_waiting")).isZero();
  }
}
