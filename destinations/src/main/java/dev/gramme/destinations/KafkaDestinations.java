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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the changes of all tables with an active destination to Kafka. The topic is the last part
 * of the stream's ARN. The record key is the item's key. Delivery is at least once. The position is
 * stored, so that sending resumes after a restart. Changes of an item arrive in order until a
 * delivery fails. Then the page is sent again, so a later change may arrive before an earlier one.
 * Of several servers on one store, the holder of a {@link Lease} sends. If it dies or is suspended,
 * another one takes over and sends at most the last page again.
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

  /**
   * The term in which the readers of the change logs were last repaired, which happens once in each
   * term: a crash can leave a destination that the change log of its table does not list as a
   * reader.
   */
  private Lease.@Nullable Term readersRestoredFor;

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
    // A separate job renews the lease, because one page can take longer than Lease.LIFE.
    lifecycle.repeat(Lease.INTERVAL, "lease of destinations", lease::renew);
  }

  /** The number of changes sent since the start. */
  public long sent() {
    return sent.sum();
  }

  /**
   * How often a page of a destination could not be delivered, or a round of deliveries failed for
   * another reason, such as a failed read of the store. The work was or will be repeated.
   */
  public long failures() {
    return failures.sum();
  }

  /**
   * The number of changes that were too large, plus the number of times that changes expired before
   * they were sent.
   */
  public long losses() {
    return losses.sum();
  }

  private void schedule(Duration wait) {
    lifecycle.schedule(wait, "destinations", "", this::run);
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
        wait = sendAll(term) ? POLL : AFTER_FAILURE;
      }
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

  /** Sends the changes of all destinations. Returns true if all deliveries succeeded. */
  private boolean sendAll(Lease.Term term) {
    if (term != readersRestoredFor) {
      engine.destinations().restoreReaders();
      readersRestoredFor = term;
    }
    var active = engine.destinations().active();
    if (active.isEmpty()) {
      return true;
    }
    Map<Integer, TableDefinition> tables =
        engine.catalog().tables().stream()
            .collect(Collectors.toMap(TableDefinition::number, Function.identity()));
    var feed = new DestinationFeed(store, topics, term);
    boolean all = true;
    for (Destination destination : active) {
      TableDefinition table = tables.get(destination.table());
      if (table == null) {
        continue;
      }
      feed.skipLost(table, destination).ifPresent(since -> reportLoss(table, destination, since));
      try {
        send(feed, table, destination, term);
      } catch (DeliveryException e) {
        // The other destinations are next. A missing topic costs one wait for each round, not one
        // for each record.
        failures.increment();
        LOG.warn("{}; will retry: {}", e.getMessage(), String.valueOf(e.getCause()));
        all = false;
      }
    }
    return all;
  }

  private void send(
      DestinationFeed feed, TableDefinition table, Destination destination, Lease.Term term)
      throws DeliveryException {
    for (int i = 0; holdsLease(term) && i < MAX_PAGES; i++) {
      var page = feed.send(table, destination);
      if (page.isEmpty()) {
        return;
      }
      sent.add(page.get().delivered());
      var tooLarge = page.get().tooLarge();
      if (!tooLarge.isEmpty()) {
        reportTooLarge(table, destination, tooLarge);
      }
    }
  }

  private boolean holdsLease(Lease.Term term) {
    return !closed && term.isHeld();
  }

  /**
   * As in the service, the destination stays active after a loss. Its description reports the loss.
   */
  private void reportLoss(TableDefinition table, Destination destination, Instant since) {
    losses.increment();
    LOG.error(
        "changes of table {} that were made after {} could not be sent to {} in time and are lost",
        table.name(),
        since,
        destination.streamArn());
    describe(destination, "Changes made after " + since + " could not be sent and are lost.");
  }

  /**
   * Reports changes that the topic refuses as too large. They are skipped, because they would block
   * all later changes until they expire.
   */
  private void reportTooLarge(
      TableDefinition table, Destination destination, List<DestinationRecord> tooLarge) {
    losses.add(tooLarge.size());
    Instant first = tooLarge.getFirst().change().time();
    LOG.error(
        "changes of table {} are too large for max.message.bytes of the topic {} and are lost;"
            + " number of changes: {}, time of the first: {}",
        table.name(),
        DestinationFeed.topic(destination),
        tooLarge.size(),
        first);
    describe(destination, "A change made at " + first + " is too large for the topic and is lost.");
  }

  private void describe(Destination destination, String loss) {
    engine.destinations().describe(destination, loss).join();
  }

  /** Stops sending. Unsent changes are sent after the next start, or by another server. */
  @Override
  public void close() {
    closed = true;
    topics.close();
    lease.release();
  }
}
