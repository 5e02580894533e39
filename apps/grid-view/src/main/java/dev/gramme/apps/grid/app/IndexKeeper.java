package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.document.IssueIndex;
import dev.gramme.apps.grid.document.StreamConsumer;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Maintains the index of the documents: polls the stream, and rebuilds the index if records were
 * lost.
 */
public final class IndexKeeper implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(IndexKeeper.class);

  /** The service allows five requests per second for a shard. */
  private static final Duration BETWEEN_POLLS = Duration.ofMillis(200);

  private final IssueIndex index;
  private final CapacityMeter meter;
  private final StreamConsumer consumer;
  private final Thread thread;
  private volatile boolean closed;

  private IndexKeeper(IssueIndex index, CapacityMeter meter, StreamConsumer consumer) {
    this.index = index;
    this.meter = meter;
    this.consumer = consumer;
    this.thread = Thread.ofPlatform().daemon().name("grid-index").unstarted(this::run);
  }

  /** Starts. When this returns, the stream is enabled and all later changes are captured. */
  public static IndexKeeper start(Clients clients, DynamoDbStreamsClient streams) {
    var meter = new CapacityMeter();
    var index = DocumentGrid.issueIndex(clients.by(meter.around(clients.client())));
    var keeper = new IndexKeeper(index, meter, index.consumer(streams));
    keeper.thread.start();
    return keeper;
  }

  /** What maintaining the index has consumed since the start. */
  Consumption consumed() {
    return meter.consumed();
  }

  private void run() {
    while (!closed) {
      try {
        int handled = consumer.poll();
        if (consumer.hasGap()) {
          log.warn("records of the stream were lost; the index is rebuilt");
          index.rebuild();
          consumer.repaired();
        }
        if (handled == 0) {
          LockSupport.parkNanos(BETWEEN_POLLS.toNanos());
        }
      } catch (SdkException | IllegalStateException e) {
        if (!closed) {
          log.warn("the index could not be maintained; will retry", e);
          LockSupport.parkNanos(BETWEEN_POLLS.toNanos());
        }
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
