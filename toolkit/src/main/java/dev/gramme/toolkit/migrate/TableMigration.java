package dev.gramme.toolkit.migrate;

import dev.gramme.toolkit.batch.Sleeper;
import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.migrate.Checkpoints.Checkpoint;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Migrates the items of a table by a parallel scan, while the table is in use.
 *
 * <p>After every page of a segment, the migration stores a checkpoint. If the process ends, the
 * next run resumes there. It reads the items of the interrupted page again and skips those that
 * have the flag of a migrated item. Old programs may write items in the old form after the scan has
 * passed. After they have stopped, {@link #runAgain} until it migrates nothing, or migrate new
 * changes from the table's stream with the same {@link ItemMigration}.
 */
public final class TableMigration {
  private static final int DEFAULT_PAGE = 100;

  /** The number of failures after which a run ends. */
  public static final int MAX_FAILURES = 1_000;

  private final ItemMigration items;
  private final Checkpoints checkpoints;
  private final int segments;
  private final int pageSize;
  private final Pace pace;
  private final Executor executor;
  private final Consumer<Progress> listener;

  private TableMigration(
      ItemMigration items,
      Checkpoints checkpoints,
      int segments,
      int pageSize,
      Pace pace,
      Executor executor,
      Consumer<Progress> listener) {
    this.items = items;
    this.checkpoints = checkpoints;
    this.segments = segments;
    this.pageSize = pageSize;
    this.pace = pace;
    this.executor = executor;
    this.listener = listener;
  }

  /**
   * A migration of all items, on {@link CallThreads}.
   *
   * @param segments how many segments are scanned concurrently
   * @param unitsPerSecond the average read units that the scans may consume per second; writes are
   *     not limited separately
   * @param clock the clock for the rate
   */
  public static TableMigration of(
      ItemMigration items,
      Checkpoints checkpoints,
      int segments,
      double unitsPerSecond,
      InstantSource clock,
      Sleeper sleeper) {
    if (segments < 1 || unitsPerSecond <= 0) {
      throw new IllegalArgumentException("the number of segments and the rate must be positive");
    }
    return new TableMigration(
        items,
        checkpoints,
        segments,
        DEFAULT_PAGE,
        new Pace(unitsPerSecond, clock, sleeper),
        CallThreads.named("toolkit-migration"),
        progress -> {});
  }

  /**
   * This migration with another number of items per page, which is also the number between two
   * checkpoints.
   */
  public TableMigration pages(int size) {
    return new TableMigration(items, checkpoints, segments, size, pace, executor, listener);
  }

  /** This migration with scans on an executor. */
  public TableMigration on(Executor scans) {
    return new TableMigration(items, checkpoints, segments, pageSize, pace, scans, listener);
  }

  /**
   * This migration with a progress listener, which is called after every page, by one thread at a
   * time.
   */
  public TableMigration onProgress(Consumer<Progress> newListener) {
    return new TableMigration(items, checkpoints, segments, pageSize, pace, executor, newListener);
  }

  /**
   * The progress of a run.
   *
   * @param read the number of items read
   * @param outcomes the number of items per outcome, except those migrated before
   * @param failures the keys of items whose step failed, with the reason
   * @param readUnits the read units consumed by the scans
   * @param segmentsDone the number of completed segments
   */
  public record Progress(
      long read,
      Map<Outcome, Long> outcomes,
      List<Failure> failures,
      double readUnits,
      int segmentsDone) {
    public Progress {
      outcomes = Map.copyOf(outcomes);
      failures = List.copyOf(failures);
    }

    /** The number of items with an outcome. */
    public long count(Outcome outcome) {
      return outcomes.getOrDefault(outcome, 0L);
    }
  }

  /** An item whose step failed. */
  public record Failure(Map<String, AttributeValue> key, String reason) {}

  /**
   * Runs to the end, from the checkpoint of an interrupted run if there is one.
   *
   * @throws IllegalStateException if the checkpoints have another number of segments
   */
  public Progress run() {
    Run run = new Run();
    List<CompletableFuture<Void>> scans = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      int number = segment;
      scans.add(CompletableFuture.runAsync(() -> run.scan(number), executor));
    }
    try {
      CompletableFuture.allOf(scans.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
    return run.progress();
  }

  /** Runs from the beginning, ignoring earlier runs. */
  public Progress runAgain() {
    for (int segment = 0; segment < segments; segment++) {
      checkpoints.delete(segment);
    }
    return run();
  }

  /** The state of one run, shared by all segments. */
  private final class Run {
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final List<Failure> failures = new ArrayList<>();
    private long read;
    private double readUnits;
    private int segmentsDone;

    void scan(int segment) {
      Checkpoint checkpoint =
          checkpoints.load(segment).orElseGet(() -> Checkpoint.beginning(segments));
      if (checkpoint.segments() != segments) {
        throw new IllegalStateException(
            "the stored checkpoints of this migration have "
                + checkpoint.segments()
                + " segments, not "
                + segments);
      }
      while (!checkpoint.isDone()) {
        ScanResponse page = items.client().scan(request(segment, checkpoint));
        for (Map<String, AttributeValue> item : page.items()) {
          migrate(item);
        }
        boolean isDone = !page.hasLastEvaluatedKey();
        checkpoint = new Checkpoint(segments, isDone, isDone ? Map.of() : page.lastEvaluatedKey());
        checkpoints.save(segment, checkpoint);
        ConsumedCapacity consumed = page.consumedCapacity();
        double units = consumed == null ? 0 : consumed.capacityUnits();
        addProgress(page.scannedCount(), units, false);
        if (!isDone) {
          pause(units);
        }
      }
      addProgress(0, 0, true);
    }

    private ScanRequest request(int segment, Checkpoint checkpoint) {
      return ScanRequest.builder()
          .tableName(items.table())
          .segment(segment)
          .totalSegments(segments)
          .limit(pageSize)
          .consistentRead(true)
          .exclusiveStartKey(checkpoint.position().isEmpty() ? null : checkpoint.position())
          .filterExpression(
              "attribute_not_exists(#mark) AND (attribute_not_exists(#flag) OR #flag < :number)")
          .expressionAttributeNames(Map.of("#mark", Checkpoints.MARK, "#flag", items.flag()))
          .expressionAttributeValues(Map.of(":number", items.number()))
          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
          .build();
    }

    private void migrate(Map<String, AttributeValue> item) {
      try {
        Outcome outcome = items.migrate(item);
        synchronized (this) {
          outcomes.merge(outcome, 1L, Long::sum);
        }
      } catch (IllegalArgumentException | IllegalStateException e) {
        synchronized (this) {
          failures.add(new Failure(items.key(item), String.valueOf(e.getMessage())));
          if (failures.size() > MAX_FAILURES) {
            throw new IllegalStateException("more than " + MAX_FAILURES + " items failed", e);
          }
        }
      }
    }

    private void pause(double units) {
      try {
        pace.consumed(units);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }

    private synchronized void addProgress(int scanned, double units, boolean isSegmentDone) {
      read += scanned;
      readUnits += units;
      segmentsDone += isSegmentDone ? 1 : 0;
      listener.accept(progress());
    }

    synchronized Progress progress() {
      return new Progress(read, outcomes, failures, readUnits, segmentsDone);
    }
  }
}
