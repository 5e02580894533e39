package dev.gramme.apps.savings.batch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The registry of runs, in the relational database. Only one process at a time can use it: it holds
 * a lock of its database session, which ends with a killed process.
 */
final class RunRegistry implements AutoCloseable {
  /** An arbitrary number that no other lock uses. */
  private static final long LOCK = 7_283_401_556L;

  private static final String COLUMNS = "generation, export_id, staged_by, state";

  private final Connection connection;
  private final InstantSource clock;

  private RunRegistry(Connection connection, InstantSource clock) {
    this.connection = connection;
    this.clock = clock;
  }

  /**
   * Acquires the registry, and creates it if necessary.
   *
   * @param connection used only by the registry, which closes it
   * @throws IllegalStateException if another process runs the batch
   */
  static RunRegistry take(Connection connection, InstantSource clock) throws SQLException {
    try (var statement = connection.createStatement();
        var locked = statement.executeQuery("SELECT pg_try_advisory_lock(" + LOCK + ")")) {
      locked.next();
      if (!locked.getBoolean(1)) {
        throw new IllegalStateException("another process runs the batch");
      }
    }
    try (var in = RunRegistry.class.getResourceAsStream("runs.sql");
        var statement = connection.createStatement()) {
      if (in == null) {
        throw new IllegalStateException("runs.sql is missing");
      }
      statement.execute(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RunRegistry(connection, clock);
  }

  /** The unfinished run, of which there is at most one. */
  Optional<Run> unfinished() throws SQLException {
    return first("state IN ('STAGING', 'LOADING')");
  }

  /** The latest loaded run. */
  Optional<Run> latestLoaded() throws SQLException {
    return first("state = 'LOADED'");
  }

  /** The latest loaded run before the given one with other staged data. */
  Optional<Run> loadedBefore(Run run) throws SQLException {
    return first(
        "state = 'LOADED' AND generation < ? AND staged_by <> ?", run.generation(), run.stagedBy());
  }

  /** Begins a run that stages an export. */
  Run begin(long exportId) throws SQLException {
    long generation = nextGeneration();
    return insert(new Run(generation, exportId, generation, Run.State.STAGING));
  }

  /** Begins a run that loads the staged data of an earlier run again. */
  Run beginAgain(Run earlier) throws SQLException {
    return insert(
        new Run(nextGeneration(), earlier.exportId(), earlier.stagedBy(), Run.State.LOADING));
  }

  /** Sets the state of a run. */
  Run enter(Run run, Run.State state) throws SQLException {
    boolean ended = state == Run.State.LOADED || state == Run.State.ABANDONED;
    update(
        "UPDATE batch.run SET state = ?"
            + (ended ? ", ended_at = now()" : "")
            + " WHERE generation = ?",
        state.name(),
        run.generation());
    return run.in(state);
  }

  /** Records that all customers of a chunk are in the table. */
  void loaded(Run run, int chunk) throws SQLException {
    update(
        "INSERT INTO batch.chunk (generation, chunk) VALUES (?, ?) ON CONFLICT DO NOTHING",
        run.generation(),
        chunk);
  }

  /** The loaded chunks of a run. */
  Set<Integer> loadedChunks(Run run) throws SQLException {
    var chunks = new HashSet<Integer>();
    try (var select =
            prepare("SELECT chunk FROM batch.chunk WHERE generation = ?", run.generation());
        var rows = select.executeQuery()) {
      while (rows.next()) {
        chunks.add(rows.getInt(1));
      }
    }
    return chunks;
  }

  /** Greater than all before. It is a time, so that this holds even if the registry was lost. */
  private long nextGeneration() throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT coalesce(max(generation), 0) FROM batch.run")) {
      rows.next();
      return Math.max(rows.getLong(1) + 1, clock.millis());
    }
  }

  private Run insert(Run run) throws SQLException {
    update(
        "INSERT INTO batch.run (" + COLUMNS + ") VALUES (?, ?, ?, ?)",
        run.generation(),
        run.exportId(),
        run.stagedBy(),
        run.state().name());
    return run;
  }

  private Optional<Run> first(String condition, Object... parameters) throws SQLException {
    try (var select =
            prepare(
                "SELECT %s FROM batch.run WHERE %s ORDER BY generation DESC LIMIT 1"
                    .formatted(COLUMNS, condition),
                parameters);
        var rows = select.executeQuery()) {
      return rows.next()
          ? Optional.of(
              new Run(
                  rows.getLong(1),
                  rows.getLong(2),
                  rows.getLong(3),
                  Run.State.valueOf(rows.getString(4))))
          : Optional.empty();
    }
  }

  private void update(String sql, Object... parameters) throws SQLException {
    try (var statement = prepare(sql, parameters)) {
      statement.executeUpdate();
    }
  }

  private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
    var statement = connection.prepareStatement(sql);
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
