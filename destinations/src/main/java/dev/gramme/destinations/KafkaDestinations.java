package dev.gramme.destinations;

import dev.gramme.engine.Engine;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the changes of all tables with an active destination to Kafka: the topic is the last part
 * of the stream's ARN, the key is that of the item. At least once, and in the order of each item
 * but for what is repeated. How far it has come is stored, so that it goes on there after a
 * restart.
 */
public final class KafkaDestinations implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaDestinations.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);

  /** So many pages of a destination are sent before the others have their turn. */
  private static final int MOST_PAGES = 20;

  private final Engine engine;
  private final Lifecycle lifecycle;
  private final KafkaTopics topics;
  private final DestinationFeed feed;
  private final LongAdder sent = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder losses = new LongAdder();
  private volatile boolean closed;

  /**
   * Begins to send.
   *
   * @param servers where to find the cluster, as {@code host:port}, separated by commas
   * @param security how the brokers are trusted, and the user to log in as
   */
  public KafkaDestinations(Store store, Engine engine, String servers, KafkaSecurity security) {
    this(store, engine, new KafkaTopics(servers, security));
  }

  KafkaDestinations(Store store, Engine engine, KafkaTopics topics) {
    this.engine = engine;
    this.lifecycle = engine.catalog().lifecycle();
    this.topics = topics;
    this.feed = new DestinationFeed(store, topics);
    engine.destinations().restoreReaders();
    schedule(Duration.ZERO);
  }

  /** How many changes were sent since it was begun. */
  public long sent() {
    return sent.sum();
  }

  /** How often changes did not arrive and had to be sent again. */
  public long failures() {
    return failures.sum();
  }

  /** How often changes of a table were too old before they could be sent, and are lost. */
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
      sendAll();
    } catch (DeliveryException e) {
      failures.increment();
      LOG.warn("{}, tried again: {}", e.getMessage(), String.valueOf(e.getCause()));
      wait = AFTER_FAILURE;
    } catch (RuntimeException e) {
      failures.increment();
      LOG.error("changes could not be sent, tried again", e);
      wait = AFTER_FAILURE;
    }
    schedule(wait);
  }

  private void sendAll() throws DeliveryException {
    var active = engine.destinations().active();
    if (active.isEmpty()) {
      return;
    }
    Map<Integer, TableDefinition> tables =
        engine.catalog().tables().stream()
            .collect(Collectors.toMap(TableDefinition::number, Function.identity()));
    DeliveryException failed = null;
    for (Destination destination : active) {
      TableDefinition table = tables.get(destination.table());
      if (table != null) {
        feed.passOverLost(table, destination).ifPresent(since -> lost(table, destination, since));
      }
      try {
        for (int i = 0; table != null && !closed && i < MOST_PAGES; i++) {
          int count = feed.send(table, destination);
          if (count == DestinationFeed.NOTHING) {
            break;
          }
          sent.add(count);
        }
      } catch (DeliveryException e) {
        // The others are not to wait for this one's topic.
        failed = e;
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  /** The service goes on, too: a destination stays active. What is lost is in its description. */
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

  /** Ends sending; what was not sent is sent when it is next begun. */
  @Override
  public void close() {
    closed = true;
    topics.close();
  }
}
