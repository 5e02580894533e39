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
 * The manifest of runs, in the relational database. One process at a time may have it: it holds a
 * lock of the database's session, which a killed process cannot leave behind.
 */
final class RunRegistry implements AutoCloseable {
  /** Any number, as long as nobody else locks by it. */
  private static final long LOCK = 7_283_401_556L;

  private static final String COLUMNS = "generation, export_id, staged_by, state";

  private final Connection connection;
  private final InstantSource clock;

  private RunRegistry(Connection connection, InstantSource clock) {
    this.connection = connection;
    this.clock = clock;
  }

  /**
   * Takes the registry, which is created if it is not there.
   *
   * @param connection its own, closed with it
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

  /** The run that has begun and not ended, of which there is at most one. */
  Optional<Run> unfinished() throws SQLException {
    return first("state IN ('STAGING', 'LOADING')");
  }

  /** The latest run that was loaded. */
  Optional<Run> latestLoaded() throws SQLException {
    return first("state = 'LOADED'");
  }

  /** The latest run before the latest that was loaded of another export. */
  Optional<Run> loadedBefore(Run run) throws SQLException {
    return first(
        "state = 'LOADED' AND generation < ? AND staged_by <> ?", run.generation(), run.stagedBy());
  }

  /** Begins a run that stages what an export has. */
  Run begin(long exportId) throws SQLException {
    long generation = nextGeneration();
    return insert(new Run(generation, exportId, generation, Run.State.STAGING));
  }

  /** Begins a run that loads once more what an earlier one had staged. */
  Run beginAgain(Run earlier) throws SQLException {
    return insert(
        new Run(nextGeneration(), earlier.exportId(), earlier.stagedBy(), Run.State.LOADING));
  }

  /** Says how far a run is. */
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

  /** Notes that all customers of a chunk are in the table. */
  void loaded(Run run, int chunk) throws SQLException {
    update(
        "INSERT INTO batch.chunk (generation, chunk) VALUES (?, ?) ON CONFLICT DO NOTHING",
        run.generation(),
        chunk);
  }

  /** The chunks of a run that are in the table. */
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

  /** Above all before; a time, so that it is above them even if the registry was lost. */
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
