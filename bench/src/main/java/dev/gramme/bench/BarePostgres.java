package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures PostgreSQL without Gramme: the statements that Gramme sends for one request alone, on a
 * table of the same shape, by a connection for each client. Each request is a serializable
 * transaction. Gramme combines the statements of concurrent requests.
 */
final class BarePostgres {
  /** The measured statements. */
  enum Work {
    READ("two rows read in one read-only statement"),
    SLICE("a row and a range of 10 rows read in one read-only round trip"),
    WRITE("a row checked, another one read and written, in one round trip"),
    READ_THEN_WRITE("two rows read, then one written, in two round trips"),
    WRITE_FOUR("a row checked, 4 rows read and written, in one round trip");

    private final String title;

    Work(String title) {
      this.title = title;
    }

    /** The title in the report. */
    String title() {
      return title;
    }

    private boolean isReadOnly() {
      return this == READ || this == SLICE;
    }
  }

  private static final String TABLE = "bare_rows";
  private static final int TEN = 10;
  private static final int FOUR = 4;
  private static final int VALUE_BYTES = 500;
  private static final long SEED = 20_261_126;
  private static final byte[] NONE = {};

  /** The row that stands for the definition of the table, which every request reads. */
  private static final byte[] DEFINITION = {0};

  private static final String GET = "SELECT value FROM " + TABLE + " WHERE head = ? AND digest = ?";
  private static final String GET_SEVERAL =
      "SELECT head, value FROM " + TABLE + " WHERE head = ANY (?) AND digest = ''";
  private static final String RANGE =
      "SELECT head, tail, value FROM "
          + TABLE
          + " WHERE head >= ? AND head < ? ORDER BY head, tail LIMIT 32";
  private static final String PUT =
      "INSERT INTO "
          + TABLE
          + " (head, digest, tail, value) SELECT * FROM unnest(?, ?, ?, ?) WHERE NOT EXISTS (SELECT"
          + " 1 FROM unnest(?, ?) AS e (head, value) WHERE e.value IS DISTINCT FROM (SELECT r.value"
          + " FROM "
          + TABLE
          + " r WHERE r.head = e.head AND r.digest = '')) ON CONFLICT (head, digest) DO UPDATE SET"
          + " value = excluded.value;COMMIT";

  private final String url;
  private final Properties login;
  private final int items;

  /**
   * Creates the table and fills it.
   *
   * @param url the JDBC URL of the database
   * @param login the user and the password
   */
  BarePostgres(String url, Properties login, int items) throws SQLException {
    this.url = url;
    this.login = login;
    this.items = items;
    try (Client client = new Client(0, false)) {
      client.create();
    }
  }

  /** Repeats statements over all items, with a number of concurrent clients. */
  Measurement run(Work work, int clients, int seconds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    var running = new ArrayList<Future<Samples>>();
    try (var threads = Executors.newFixedThreadPool(clients)) {
      for (int i = 0; i < clients; i++) {
        int number = i;
        running.add(
            threads.submit(() -> {
              try (var client = new Client(number, work.isReadOnly())) {
                return client.repeat(work, end);
              }
            }));
      }
      var all = new ArrayList<Samples>();
      for (var one : running) {
        all.add(one.get());
      }
      long[] nanos =
          all.stream().flatMap(one -> one.nanos().stream()).mapToLong(Long::longValue).toArray();
      long errors = all.stream().mapToLong(Samples::errors).sum();
      return Measurement.of(nanos, nanos.length / (double) seconds, errors);
    } catch (ExecutionException e) {
      throw new IllegalStateException("PostgreSQL refused a statement", e.getCause());
    }
  }

  /**
   * The measurement of one client.
   *
   * @param nanos the duration of each successful step
   * @param errors the number of steps that conflicted
   */
  private record Samples(List<Long> nanos, long errors) {}

  /** A connection and its statements. */
  private final class Client implements AutoCloseable {
    private final Connection connection;
    private final Random random;

    Client(int number, boolean readOnly) throws SQLException {
      this.connection = DriverManager.getConnection(url, login);
      this.random = new Random(SEED + number);
      execute(
          "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL SERIALIZABLE, "
              + (readOnly ? "READ ONLY" : "READ WRITE"));
      execute("SET enable_seqscan = off");
      execute("SET enable_bitmapscan = off");
      execute("SET enable_sort = off");
      execute("SET client_connection_check_interval = '5s'");
      execute("SET tcp_keepalives_idle = 10");
      execute("SET tcp_keepalives_interval = 5");
      execute("SET tcp_keepalives_count = 3");
      execute("SET tcp_user_timeout = '25s'");
      if (!readOnly) {
        execute("SET idle_in_transaction_session_timeout = '10s'");
      }
    }

    private void execute(String text) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(text);
      }
    }

    void create() throws SQLException {
      execute("DROP TABLE IF EXISTS " + TABLE);
      execute(
          "CREATE TABLE "
              + TABLE
              + " (head bytea NOT NULL, digest bytea NOT NULL, tail bytea NOT NULL, value bytea"
              + " NOT NULL, PRIMARY KEY (head, digest)) WITH (fillfactor = 80)");
      try (var insert =
          connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, '', '', ?)")) {
        connection.setAutoCommit(false);
        insert.setBytes(1, DEFINITION);
        insert.setBytes(2, DEFINITION);
        insert.executeUpdate();
        for (int i = 0; i < items; i++) {
          insert.setBytes(1, key(i));
          insert.setBytes(2, value());
          insert.addBatch();
          if (i % 1000 == 999 || i == items - 1) {
            insert.executeBatch();
          }
        }
        connection.commit();
        connection.setAutoCommit(true);
      }
      execute("VACUUM ANALYZE " + TABLE);
    }

    /** The key of an item, or of a partition's first item. */
    private byte[] key(int item) {
      return ByteBuffer.allocate(1 + 2 * Integer.BYTES)
          .put((byte) 1)
          .putInt(item / TEN)
          .putInt(item % TEN)
          .array();
    }

    private byte[] value() {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      return value;
    }

    Samples repeat(Work work, long end) throws SQLException {
      var took = new ArrayList<Long>();
      long errors = 0;
      connection.setAutoCommit(work.isReadOnly());
      for (long before = System.nanoTime(); before < end; before = System.nanoTime()) {
        int item = random.nextInt(items);
        try {
          step(work, item);
          took.add(System.nanoTime() - before);
        } catch (SQLException e) {
          if (!"40001".equals(e.getSQLState())) {
            throw e;
          }
          connection.rollback();
          errors++;
        }
      }
      return new Samples(took, errors);
    }

    private void step(Work work, int item) throws SQLException {
      switch (work) {
        case READ -> readTwo(item);
        case SLICE -> slice(item);
        case WRITE -> put(List.of(item), true);
        case READ_THEN_WRITE -> {
          readTwo(item);
          put(List.of(item), false);
        }
        case WRITE_FOUR -> {
          var several = new ArrayList<Integer>();
          for (int i = 0; i < FOUR; i++) {
            several.add((item + i) % items);
          }
          put(several, true);
        }
      }
    }

    private void readTwo(int item) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(GET_SEVERAL)) {
        statement.setArray(
            1, connection.createArrayOf("bytea", new byte[][] {DEFINITION, key(item)}));
        requireRows(statement.executeQuery(), 2, 2);
      }
    }

    private void slice(int item) throws SQLException {
      int first = item / TEN * TEN;
      try (PreparedStatement statement = connection.prepareStatement(GET + ";" + RANGE)) {
        statement.setBytes(1, DEFINITION);
        statement.setBytes(2, NONE);
        statement.setBytes(3, key(first));
        statement.setBytes(4, key(first + TEN));
        statement.execute();
        requireRows(statement.getResultSet(), 1, 1);
        statement.getMoreResults();
        requireRows(statement.getResultSet(), 3, Math.min(TEN, items - first));
      }
    }

    /** Writes rows; reads the definition and the rows before that, unless it has them. */
    private void put(List<Integer> several, boolean reads) throws SQLException {
      try (PreparedStatement statement =
          connection.prepareStatement(reads ? GET_SEVERAL + ";" + PUT : PUT)) {
        var heads = new byte[several.size()][];
        var empty = new byte[several.size()][];
        var values = new byte[several.size()][];
        for (int i = 0; i < several.size(); i++) {
          heads[i] = key(several.get(i));
          empty[i] = NONE;
          values[i] = value();
        }
        var definition = new byte[][] {DEFINITION};
        var columns = new ArrayList<>(List.of(heads, empty, empty, values, definition, definition));
        if (reads) {
          columns.addFirst(
              Stream.concat(Stream.of(DEFINITION), Stream.of(heads)).toArray(byte[][]::new));
        }
        for (int i = 0; i < columns.size(); i++) {
          statement.setArray(i + 1, connection.createArrayOf("bytea", columns.get(i)));
        }
        boolean hasRows = statement.execute();
        if (hasRows) {
          requireRows(statement.getResultSet(), 2, several.size() + 1);
        }
      }
    }

    /** Reads all values of a result. */
    private static void requireRows(ResultSet result, int valueColumn, int expected)
        throws SQLException {
      try (result) {
        int rows = 0;
        while (result.next()) {
          result.getBytes(valueColumn);
          rows++;
        }
        if (rows != expected) {
          throw new IllegalStateException("rows are missing that were written");
        }
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
