package dev.gramme.destinations;

import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.destination.Destination;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the changes of all tables with an active destination to Kafka. The topic is the last part
 * of the stream's ARN, the record key is the item's key. Delivery is at least once, and in order
 * for each item except for repetitions. The position is stored, so that sending resumes after a
 * restart. After a failed delivery, a later change of an item can arrive before an earlier one;
 * then both are sent again, in order. Of several servers on one store, the holder of a {@link
 * Lease} sends. If it dies or is suspended, another one takes over and repeats at most what was
 * sent last.
 */
public final class KafkaDestinations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaDestinations.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

  /** The maximum number of pages that one destination sends before the others may send. */
  private static final int MAX_PAGES = 20;

  private final Store store;
  private final Engine engine;
  private final Lifecycle lifecycle;
  private final KafkaTopics topics;
  private final Lease lease;
  private final LongAdder sent = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder losses = new LongAdder();
  private Lease.@Nullable Term current;
  private volatile boolean closed;

  /**
   * Starts sending.
   *
   * @param servers the brokers as {@code host:port}, separated by commas
   * @param security TLS and login settings
   */
  public KafkaDestinations(Store store, Engine engine, String servers, KafkaSecurity security) {
    this(store, engine, new KafkaTopics(servers, security));
  }

  KafkaDestinations(Store store, Engine engine, KafkaTopics topics) {
    this.engine = engine;
    this.lifecycle = engine.catalog().lifecycle();
    this.topics = topics;
    this.store = store;
    this.lease = new Lease(store, lifecycle.clock(), "destinations");
    schedule(Duration.ZERO);
    // On its own, because a page can take longer than the lease lasts.
    lifecycle.repeat(Lease.INTERVAL, "lease of destinations", lease::renew);
  }

  /** The number of changes sent since the start. */
  public long sent() {
    return sent.sum();
  }

  /** The number of failed deliveries, which were or will be retried. */
  public long failures() {
    return failures.sum();
  }

  /** How often changes of a table expired before they could be sent, and were lost. */
  public long losses() {
    return losses.sum();
  }

  private void schedule(Duration wait) {
    lifecycle.schedule(engine.clock().instant().plus(wait), "destinations", "", this::run);
  }

  private void run() {
    if (closed || lifecycle.isClosed()) {
      return;
    }
    Duration wait = POLL;
    try {
      Lease.Term term = lease.acquire().orElse(null);
      if (closed) {
        lease.release();
      } else if (term != null) {
        sendAll(term);
      }
    } catch (DeliveryException e) {
      failures.increment();
      LOG.warn("{}; will retry: {}", e.getMessage(), String.valueOf(e.getCause()));
      wait = AFTER_FAILURE;
    } catch (RuntimeException e) {
      if (LeaseLostException.isCauseOf(e)) {
        LOG.info("another server sends the changes of tables to Kafka now");
      } else {
        failures.increment();
        LOG.error("changes could not be sent; will retry", e);
        wait = AFTER_FAILURE;
      }
    }
    schedule(wait);
  }

  private void sendAll(Lease.Term term) throws DeliveryException {
    if (term != current) {
      engine.destinations().restoreReaders();
      current = term;
    }
    var active = engine.destinations().active();
    if (active.isEmpty()) {
      return;
    }
    Map<Integer, TableDefinition> tables =
        engine.catalog().tables().stream()
            .collect(Collectors.toMap(TableDefinition::number, Function.identity()));
    var feed = new DestinationFeed(store, topics, term);
    DeliveryException failed = null;
    for (Destination destination : active) {
      TableDefinition table = tables.get(destination.table());
      if (table != null) {
        feed.skipLost(table, destination).ifPresent(since -> lost(table, destination, since));
      }
      try {
        for (int i = 0; table != null && isTurn(term) && i < MAX_PAGES; i++) {
          int count = feed.send(table, destination);
          if (count == DestinationFeed.NOTHING) {
            break;
          }
          sent.add(count);
        }
      } catch (DeliveryException e) {
        // A failure of one topic must not stop the others.
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  private boolean isTurn(Lease.Term term) {
    return !closed && term.isHeld();
  }

  /**
   * As in the service, the destination stays active after a loss. Its description reports the loss.
   */
  private void lost(TableDefinition table, Destination destination, Instant since) {
    losses.increment();
    LOG.error(
        "changes of table {} that were made after {} could not be sent to {} in time and are lost",
        table.name(),
        since,
        destination.streamArn());
    engine
        .destinations()
        .describe(destination, "Changes made after " + since + " could not be sent and are lost.")
        .join();
  }

  /** Stops sending. Unsent changes are sent after the next start, or by another server. */
  @Override
  public void close() {
    closed = true;
    topics.close();
    lease.release();
  }
}
