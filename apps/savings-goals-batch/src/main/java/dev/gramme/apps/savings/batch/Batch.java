package dev.gramme.apps.savings.batch;

import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.DynamoEndpoint;
import dev.gramme.apps.savings.domain.RuleBook;
import java.io.PrintStream;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.InstantSource;
import org.apache.spark.sql.SparkSession;

/** The commands of the batch. Each can be repeated, however the previous one ended. */
final class Batch {
  private final SparkSession spark;
  private final BatchSettings settings;
  private final InstantSource clock;
  private final PrintStream out;

  Batch(SparkSession spark, BatchSettings settings, InstantSource clock, PrintStream out) {
    this.spark = spark;
    this.settings = settings;
    this.clock = clock;
    this.out = out;
  }

  /** Runs the configured command. */
  void run() throws SQLException {
    try (var dynamo = DynamoEndpoint.of(settings.dynamodb()).client()) {
      new BatchTable(dynamo).create();
    }
    var connection = DriverManager.getConnection(settings.jdbcUrl());
    try (var registry = RunRegistry.take(connection, clock)) {
      switch (settings.command()) {
        case NIGHTLY -> {
          gold().export(settings.jdbcUrl(), settings.exportId());
          out.println("exported " + settings.exportId());
          load(registry);
        }
        case LOAD -> load(registry);
        case RESUME -> resume(registry);
        case ROLLBACK -> rollback(registry);
      }
    }
  }

  private GoldTables gold() {
    return new GoldTables(spark, settings.gold());
  }

  private void load(RunRegistry registry) throws SQLException {
    var unfinished = registry.unfinished();
    if (unfinished.isPresent() && unfinished.get().exportId() == settings.exportId()) {
      carryOut(unfinished.get(), registry);
      return;
    }
    if (unfinished.isPresent()) {
      registry.enter(unfinished.get(), Run.State.ABANDONED);
    }
    carryOut(registry.begin(settings.exportId()), registry);
  }

  private void resume(RunRegistry registry) throws SQLException {
    var unfinished = registry.unfinished();
    if (unfinished.isEmpty()) {
      out.println("nothing to resume");
      return;
    }
    carryOut(unfinished.get(), registry);
  }

  /**
   * Generations only increase, so the previous state is restored as a new generation. All
   * conditions then work as for any load, and a loader that was wrongly considered dead cannot undo
   * the rollback.
   */
  private void rollback(RunRegistry registry) throws SQLException {
    var unfinished = registry.unfinished();
    var latest = registry.latestLoaded();
    var before =
        unfinished.isPresent() || latest.isEmpty() ? latest : registry.loadedBefore(latest.get());
    if (before.isEmpty()) {
      throw new IllegalStateException("there is no earlier load to restore");
    }
    if (unfinished.isPresent()) {
      registry.enter(unfinished.get(), Run.State.ABANDONED);
    }
    carryOut(registry.beginAgain(before.get()), registry);
  }

  private void carryOut(Run run, RunRegistry registry) throws SQLException {
    String stage = settings.runs() + "/" + run.stagedBy();
    var current = run;
    if (current.state() == Run.State.STAGING) {
      Consolidation.stage(gold(), run.exportId(), rules(), stage);
      current = registry.enter(run, Run.State.LOADING);
      out.println("staged " + run.generation());
    }
    var load = new BulkLoad(spark, stage, settings.dynamodb(), settings.writesPerSecond());
    var outcome = load.load(current, registry);
    registry.enter(current, Run.State.LOADED);
    out.printf(
        "loaded %d: %d customers written, %d removed, %d chunks already loaded%n",
        run.generation(), outcome.written(), outcome.removed(), outcome.chunksSkipped());
  }

  private RuleBook rules() throws SQLException {
    try (var connection = DriverManager.getConnection(settings.jdbcUrl())) {
      return RuleBook.read(connection);
    }
  }
}
