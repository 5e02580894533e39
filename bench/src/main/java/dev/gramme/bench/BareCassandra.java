package dev.gramme.bench;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import com.datastax.oss.driver.internal.core.util.concurrent.CompletableFutures;
import dev.gramme.bench.results.Measurement;
import dev.gramme.storage.cassandra.session.HedgedRequests;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * Measures Cassandra without Gramme: the same rows, read and written by the driver's prepared
 * statements in a transactional table, at QUORUM. Reads are hedged like Gramme's: otherwise some
 * block for seconds, and the measurement would be of an idle cluster. It lacks what Gramme adds:
 * versions, the history of each row (except in the statements that keep it), and the check of the
 * table's definition.
 */
final class BareCassandra implements AutoCloseable {
  /** The measured statements. */
  enum Statement {
    READ("one row"),
    SLICE("a slice of 10 rows"),
    WRITE("one row written"),
    CHECKED_WRITE("one row read, checked and written, in one statement"),
    READ_THEN_CHECKED_WRITE("one row read, then written if it is unchanged, in two"),
    TRANSACTION("4 rows written in one transaction"),
    CHECKED_TRANSACTION("4 rows read, checked and written in one transaction"),
    KEPT_WRITE("one row written, and kept what it replaces, in one statement"),
    KEPT_TRANSACTION("4 rows written, and kept what they replace, in one transaction"),
    MOVED_ENTRY("the row, its old entry deleted and a new one written, in one transaction"),
    DERIVED_ENTRY(
        "the row and the change beside it in one statement, then plain writes of entries");

    private final String title;

    Statement(String title) {
      this.title = title;
    }

    /** The title in the report. */
    String title() {
      return title;
    }
  }

  private static final int TEN = 10;
  private static final int FOUR = 4;
  private static final int VALUE_BYTES = 500;

  /** The sort key after the rows of a partition. */
  private static final ByteBuffer LOG =
      ByteBuffer.allocate(Integer.BYTES).putInt(-1).flip().asReadOnlyBuffer();

  private static final long SEED = 20_261_121;

  private final CqlSession session;
  private final int items;
  private final ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES).asReadOnlyBuffer();
  private final Map<Statement, IntConsumer> steps = new EnumMap<>(Statement.class);

  /** Connects, creates the tables and fills them. */
  BareCassandra(List<InetSocketAddress> nodes, int items) {
    this.items = items;
    var config =
        DriverConfigLoader.programmaticBuilder()
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(40))
            .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "QUORUM")
            .withClass(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS, HedgedRequests.class)
            .build();
    this.session =
        CqlSession.builder()
            .addContactPoints(nodes)
            .withLocalDatacenter("datacenter1")
            .withConfigLoader(config)
            .build();
    session.execute(
        "CREATE KEYSPACE bare WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': "
            + nodes.size()
            + "}");
    session.execute(
        "CREATE TABLE bare.rows (pk blob, sk blob, value blob, PRIMARY KEY (pk, sk))"
            + " WITH transactional_mode = 'full'");
    session.execute(
        "CREATE TABLE bare.kept (pk blob, era tinyint, sk blob, ended_by blob, value blob,"
            + " PRIMARY KEY (pk, era, sk, ended_by)) WITH transactional_mode = 'full'");
    session.execute(
        "CREATE TABLE bare.derived (pk blob, sk blob, value blob, PRIMARY KEY (pk, sk))");
    prepare();
    for (int i = 0; i < items; i++) {
      step(Statement.WRITE).accept(i);
    }
  }

  private void prepare() {
    String insert = "INSERT INTO bare.rows (pk, sk, value) VALUES (?, ?, ?)";
    var read = session.prepare("SELECT sk, value FROM bare.rows WHERE pk = ? AND sk = ?");
    steps.put(Statement.READ, i -> read(read, pk(i), sk(i)));
    var slice = session.prepare("SELECT sk, value FROM bare.rows WHERE pk = ?");
    steps.put(Statement.SLICE, i -> session.execute(slice.bind(pk(i)).setIdempotent(true)).all());
    var write = session.prepare(insert);
    steps.put(Statement.WRITE, i -> session.execute(write.bind(pk(i), sk(i), value)));
    String select =
        "BEGIN TRANSACTION LET r = (SELECT value FROM bare.rows WHERE pk = ? AND sk = ?);";
    String change = " THEN UPDATE bare.rows SET value = ? WHERE pk = ? AND sk = ?; END IF";
    var checked =
        session.prepare(
            select + " SELECT r.value; IF r.value IS NOT NULL" + change + " COMMIT TRANSACTION");
    steps.put(Statement.CHECKED_WRITE, i -> one(checked, pk(i), sk(i), value, pk(i), sk(i)));
    var compared =
        session.prepare(
            select + " SELECT r.value; IF r.value = ?" + change + " COMMIT TRANSACTION");
    steps.put(
        Statement.READ_THEN_CHECKED_WRITE,
        i -> {
          ByteBuffer seen = Objects.requireNonNull(read(read, pk(i), sk(i)).getByteBuffer("value"));
          one(compared, pk(i), sk(i), seen, value, pk(i), sk(i));
        });
    var four =
        session.prepare("BEGIN TRANSACTION " + (insert + "; ").repeat(FOUR) + "COMMIT TRANSACTION");
    steps.put(
        Statement.TRANSACTION,
        i -> {
          var values = new ArrayList<Object>();
          for (int row = i; row < i + FOUR; row++) {
            values.addAll(List.of(pk(row % items), sk(row % items), value));
          }
          session.execute(four.bind(values.toArray()));
        });
    prepareIndexes(select, change, insert);
    prepareKept(Statement.KEPT_WRITE, 1);
    prepareKept(Statement.KEPT_TRANSACTION, FOUR);
    var fourChecked = session.prepare(fourChecked(insert));
    steps.put(
        Statement.CHECKED_TRANSACTION,
        i -> {
          var selects = new ArrayList<Object>();
          var values = new ArrayList<Object>();
          for (int row = i; row < i + FOUR; row++) {
            selects.addAll(List.of(pk(row % items), sk(row % items)));
            values.addAll(List.of(pk(row % items), sk(row % items), value));
          }
          selects.addAll(values);
          one(fourChecked, selects.toArray());
        });
  }

  /**
   * Two ways to maintain an index: its entries are moved in the transaction that changes the row,
   * or afterwards in a table without transactions. For the latter the change is stored next to the
   * row.
   */
  private void prepareIndexes(String select, String change, String insert) {
    String begin = select + " SELECT r.value; IF r.value IS NOT NULL";
    String end = "; END IF COMMIT TRANSACTION";
    String update = change.replace("; END IF", "; ");
    var at = new AtomicIntegerArray(items);
    var moved =
        session.prepare(
            begin + update + "DELETE FROM bare.rows WHERE pk = ? AND sk = ?; " + insert + end);
    steps.put(
        Statement.MOVED_ENTRY,
        i -> {
          int fresh = ThreadLocalRandom.current().nextInt(items);
          var old = entry(at.getAndSet(i, fresh));
          one(moved, pk(i), sk(i), value, pk(i), sk(i), old, sk(i), entry(fresh), sk(i), value);
        });
    var logged = session.prepare(begin + update + insert + end);
    var remove =
        session.prepare("DELETE FROM bare.derived USING TIMESTAMP ? WHERE pk = ? AND sk = ?");
    var add =
        session.prepare(
            "INSERT INTO bare.derived (pk, sk, value) VALUES (?, ?, ?) USING TIMESTAMP ?");
    var stamp = new AtomicLong();
    steps.put(
        Statement.DERIVED_ENTRY,
        i -> {
          int fresh = ThreadLocalRandom.current().nextInt(items);
          var old = entry(at.getAndSet(i, fresh));
          one(logged, pk(i), sk(i), value, pk(i), sk(i), pk(i), change(i), value);
          long now = stamp.incrementAndGet();
          var removing = session.executeAsync(remove.bind(now, old, sk(i)).setIdempotent(true));
          var adding =
              session.executeAsync(add.bind(entry(fresh), sk(i), value, now).setIdempotent(true));
          CompletableFutures.getUninterruptibly(removing);
          CompletableFutures.getUninterruptibly(adding);
        });
  }

  /** The rows that Gramme writes: the previous value of a row is kept next to it for snapshots. */
  private void prepareKept(Statement statement, int many) {
    String row = "INSERT INTO bare.kept (pk, era, sk, ended_by, value) VALUES (?, ";
    var selects = new StringBuilder("BEGIN TRANSACTION ");
    var seen = new ArrayList<String>();
    var writes = new StringBuilder();
    for (int i = 0; i < many; i++) {
      seen.add("r" + i + ".value");
      selects
          .append("LET r" + i + " = (SELECT value FROM bare.kept")
          .append(" WHERE pk = ? AND era = 0 AND sk = ? AND ended_by = 0x); ");
      writes.append(row + "1, ?, ?, r" + i + ".value); " + row + "0, ?, 0x, ?); ");
    }
    var prepared =
        session.prepare(
            selects + "SELECT " + String.join(", ", seen) + "; " + writes + "COMMIT TRANSACTION");
    steps.put(
        statement,
        i -> {
          var random = ThreadLocalRandom.current();
          var id = ByteBuffer.allocate(2 * Long.BYTES).putLong(random.nextLong());
          id.putLong(random.nextLong()).flip();
          var keys = new ArrayList<Object>();
          var values = new ArrayList<Object>();
          for (int at = i; at < i + many; at++) {
            keys.addAll(List.of(pk(at % items), sk(at % items)));
            values.addAll(List.of(pk(at % items), sk(at % items), id));
            values.addAll(List.of(pk(at % items), sk(at % items), value));
          }
          keys.addAll(values);
          one(prepared, keys.toArray());
        });
  }

  /** A partition of an index. */
  private static ByteBuffer entry(int item) {
    return ByteBuffer.allocate(Long.BYTES).putLong(item).flip();
  }

  /** The sort key of a partition's stored change. */
  private static ByteBuffer change(int item) {
    return ByteBuffer.allocate(Long.BYTES).put(LOG.duplicate()).putInt(item).flip();
  }

  private static String fourChecked(String insert) {
    var text = new StringBuilder("BEGIN TRANSACTION ");
    var seen = new ArrayList<String>();
    var checks = new ArrayList<String>();
    for (int row = 0; row < FOUR; row++) {
      text.append("LET r" + row)
          .append(" = (SELECT value FROM bare.rows WHERE pk = ? AND sk = ?); ");
      seen.add("r" + row + ".value");
      checks.add("r" + row + ".value IS NOT NULL");
    }
    return text.append("SELECT " + String.join(", ", seen))
        .append("; IF " + String.join(" AND ", checks) + " THEN ")
        .append((insert + "; ").repeat(FOUR))
        .append("END IF COMMIT TRANSACTION")
        .toString();
  }

  private Row one(PreparedStatement statement, Object... values) {
    return one(statement.bind(values));
  }

  private Row read(PreparedStatement statement, Object... values) {
    return one(statement.bind(values).setIdempotent(true));
  }

  private Row one(BoundStatement statement) {
    Row row = session.execute(statement).one();
    if (row == null) {
      throw new IllegalStateException("a row is missing that was written");
    }
    return row;
  }

  private static ByteBuffer pk(int item) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(item / TEN).flip();
  }

  private static ByteBuffer sk(int item) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(item % TEN).flip();
  }

  private IntConsumer step(Statement statement) {
    IntConsumer step = steps.get(statement);
    if (step == null) {
      throw new IllegalStateException("not prepared: " + statement);
    }
    return step;
  }

  /** Repeats a statement over all items, with a number of concurrent requests. */
  Measurement run(Statement statement, int atOnce, int seconds) throws InterruptedException {
    return run(statement, atOnce, seconds, items);
  }

  /** Repeats a statement over the first items only. */
  Measurement run(Statement statement, int atOnce, int seconds, int among)
      throws InterruptedException {
    IntConsumer step = step(statement);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    List<Future<Samples>> running = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(atOnce)) {
      for (int i = 0; i < atOnce; i++) {
        var random = new Random(SEED + i);
        running.add(threads.submit(() -> repeat(step, random, end, among)));
      }
      var all = new ArrayList<Samples>();
      for (var one : running) {
        all.add(one.get());
      }
      long[] nanos =
          all.stream().flatMap(one -> one.nanos.stream()).mapToLong(Long::longValue).toArray();
      if (nanos.length == 0) {
        throw new IllegalStateException("Cassandra answered nothing in %d s".formatted(seconds));
      }
      long errors = all.stream().mapToLong(Samples::errors).sum();
      return Measurement.of(nanos, nanos.length / (double) seconds, errors);
    } catch (ExecutionException e) {
      throw new IllegalStateException("Cassandra refused a statement", e.getCause());
    }
  }

  /**
   * The measurement of one thread.
   *
   * @param nanos the duration of each successful statement
   * @param errors the number of failed statements, which conflicted for too long
   */
  private record Samples(List<Long> nanos, long errors) {}

  private Samples repeat(IntConsumer step, Random random, long end, int among) {
    var took = new ArrayList<Long>();
    long errors = 0;
    for (long before = System.nanoTime(); before < end; before = System.nanoTime()) {
      try {
        step.accept(random.nextInt(among));
        took.add(System.nanoTime() - before);
      } catch (QueryExecutionException | DriverTimeoutException e) {
        errors++;
      }
    }
    return new Samples(took, errors);
  }

  @Override
  public void close() {
    session.close();
  }
}
