package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.bank.Bank;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the batch, one run at a time, and reports its progress, which the batch records in the
 * relational database.
 */
public final class BatchRuns {
  private static final Logger log = LoggerFactory.getLogger(BatchRuns.class);

  /** The number of chunks of a load. */
  private static final int CHUNKS = 16;

  private final BatchProcess process;
  private final Bank bank;
  private final DataSource database;
  private final ReentrantLock running = new ReentrantLock();
  private volatile long generationBefore;
  private volatile @Nullable String failure;

  BatchRuns(BatchProcess process, Bank bank, DataSource database) {
    this.process = process;
    this.bank = bank;
    this.database = database;
  }

  /** The phase of the batch. */
  public enum Phase {
    /** No batch has run yet. */
    NONE,
    /** The process starts, and writes the gold tables. */
    EXPORTING,
    /** The state of each customer is computed. */
    COMPUTING,
    /** Customers are loaded into the table. */
    LOADING,
    /** The latest run is loaded. */
    LOADED,
    /** The latest run failed. */
    FAILED
  }

  /**
   * The progress.
   *
   * @param chunksLoaded of the chunks of a load, how many are in the table
   * @param since when the latest recorded run began or ended
   * @param failure what failed and where the log is, if the latest run failed
   */
  public record Progress(
      Phase phase,
      int chunksLoaded,
      int chunks,
      @Nullable String since,
      @Nullable String failure) {}

  private record Recorded(long generation, String state, int chunks, String since) {}

  /**
   * Runs a command to its end.
   *
   * @return the export, or nothing if the batch is running already
   * @throws IOException if the run fails
   */
  OptionalLong run(String command, Export export) throws IOException, SQLException {
    if (!running.tryLock()) {
      return OptionalLong.empty();
    }
    try {
      failure = null;
      generationBefore = latest().map(Recorded::generation).orElse(0L);
      long exportId = export.id();
      process.run(command, exportId);
      return OptionalLong.of(exportId);
    } catch (IOException | SQLException | RuntimeException e) {
      failure = String.valueOf(e.getMessage());
      throw e;
    } finally {
      running.unlock();
    }
  }

  /** Supplies the export of a run, when the run may begin. */
  @FunctionalInterface
  interface Export {
    long id() throws SQLException;
  }

  /** Runs the first batch in the background, unless there was one: before it, nobody has goals. */
  void startFirst() throws SQLException {
    if (latest().isPresent()) {
      return;
    }
    Thread.ofPlatform()
        .daemon()
        .name("first-batch")
        .start(() -> {
          try {
            if (run("nightly", bank::closeBooks).isEmpty()) {
              log.info("a batch was started before the first one");
            }
          } catch (IOException | SQLException | RuntimeException e) {
            // Progress shows it until the next run.
            log.error("the first batch failed", e);
          }
        });
  }

  /** The current progress. */
  Progress progress() throws SQLException {
    var latest = latest();
    int chunks = latest.map(Recorded::chunks).orElse(0);
    String since = latest.map(Recorded::since).orElse(null);
    if (running.isLocked()) {
      boolean isRecorded = latest.isPresent() && latest.get().generation() > generationBefore;
      return isRecorded
          ? new Progress(phase(latest.get()), chunks, CHUNKS, since, null)
          : new Progress(Phase.EXPORTING, 0, CHUNKS, null, null);
    }
    if (failure != null) {
      return new Progress(Phase.FAILED, chunks, CHUNKS, since, failure);
    }
    if (latest.isEmpty()) {
      return new Progress(Phase.NONE, 0, CHUNKS, null, null);
    }
    boolean isLoaded = latest.get().state().equals("LOADED");
    return new Progress(
        isLoaded ? Phase.LOADED : Phase.FAILED,
        chunks,
        CHUNKS,
        since,
        isLoaded ? null : "the latest run did not end; run the batch again");
  }

  private static Phase phase(Recorded run) {
    return switch (run.state()) {
      case "STAGING" -> Phase.COMPUTING;
      case "LOADING" -> Phase.LOADING;
      default -> Phase.LOADED;
    };
  }

  /** The latest run that the batch has recorded. */
  private Optional<Recorded> latest() throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      try (var table = statement.executeQuery("SELECT to_regclass('batch.chunk') IS NOT NULL")) {
        table.next();
        if (!table.getBoolean(1)) {
          return Optional.empty();
        }
      }
      try (var rows =
          statement.executeQuery(
              "SELECT generation, state,"
                  + " (SELECT count(*) FROM batch.chunk c WHERE c.generation = r.generation),"
                  + " to_char(coalesce(ended_at, began_at) AT TIME ZONE 'UTC',"
                  + " 'YYYY-MM-DD HH24:MI:SS')"
                  + " FROM batch.run r ORDER BY generation DESC LIMIT 1")) {
        return rows.next()
            ? Optional.of(
                new Recorded(rows.getLong(1), rows.getString(2), rows.getInt(3), rows.getString(4)))
            : Optional.empty();
      }
    }
  }
}
