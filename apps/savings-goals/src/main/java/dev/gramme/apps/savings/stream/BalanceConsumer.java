package dev.gramme.apps.savings.stream;

import dev.gramme.apps.savings.event.BalanceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes balance events at least once and in any order.
 *
 * <p>Offsets are committed only after all earlier events have been processed: written, superseded
 * by a later event in the table, or sent to the dead-letter topic. So a killed consumer loses
 * nothing; events after its last commit are delivered again. The events of a poll are written
 * concurrently, since the table's condition makes their order irrelevant. Invalid events, and
 * events that the rules refuse (a goal that is not available to the segment, a deposit that is too
 * small), go to {@link #DEAD_TOPIC}.
 */
public final class BalanceConsumer implements AutoCloseable {
  /** The dead-letter topic for invalid and refused events. */
  public static final String DEAD_TOPIC = BalanceEvent.TOPIC + ".dead";

  private static final Logger log = LoggerFactory.getLogger(BalanceConsumer.class);

  /** The consumer group. */
  public static final String GROUP = "savings-goals-nrt";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final int MAX_AT_ONCE = 64;

  /**
   * How long Kafka waits for a killed consumer before it reassigns its partitions; this is Kafka's
   * minimum.
   */
  private static final int SESSION_MILLIS = 6_000;

  /** The pause after events could not be written. */
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

  private final Consumer<String, String> consumer;
  private final Producer<String, String> dead;
  private final BalanceWriter writer;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Semaphore free = new Semaphore(MAX_AT_ONCE);
  private final Map<BalanceWriter.Outcome, AtomicLong> counts =
      new EnumMap<>(BalanceWriter.Outcome.class);
  private final Thread loop;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile boolean closed;

  private BalanceConsumer(
      Consumer<String, String> consumer, Producer<String, String> dead, BalanceWriter writer) {
    this.consumer = consumer;
    this.dead = dead;
    this.writer = writer;
    for (var outcome : BalanceWriter.Outcome.values()) {
      counts.put(outcome, new AtomicLong());
    }
    this.loop = Thread.ofPlatform().name("balance-consumer").unstarted(this::run);
  }

  private static Consumer<String, String> consumer(String kafka) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ConsumerConfig.GROUP_ID_CONFIG,
            GROUP,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
            SESSION_MILLIS,
            ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
            SESSION_MILLIS / 3),
        new StringDeserializer(),
        new StringDeserializer());
  }

  private static Producer<String, String> producer(String kafka) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Starts consuming. */
  public static BalanceConsumer start(String kafka, BalanceWriter writer) {
    return start(consumer(kafka), producer(kafka), writer);
  }

  /**
   * Starts consuming.
   *
   * @param consumer the source; closed when consuming ends
   * @param dead the producer for {@link #DEAD_TOPIC}; {@link #close} closes it
   */
  public static BalanceConsumer start(
      Consumer<String, String> consumer, Producer<String, String> dead, BalanceWriter writer) {
    var started = new BalanceConsumer(consumer, dead, writer);
    started.loop.start();
    return started;
  }

  /** The number of events with an outcome since the start. */
  public long count(BalanceWriter.Outcome outcome) {
    var count = counts.get(outcome);
    return count == null ? 0 : count.get();
  }

  private void consume() {
    consumer.subscribe(List.of(BalanceEvent.TOPIC));
    try {
      while (!closed) {
        var records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          handle(records);
        }
      }
    } catch (WakeupException e) {
      if (!closed) {
        throw e;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      consumer.close();
    }
  }

  private void run() {
    try {
      consume();
      ended.complete(null);
    } catch (RuntimeException e) {
      log.error("the stream consumer has stopped because of an error", e);
      ended.completeExceptionally(e);
    }
  }

  /** Calls an action if consuming ends because of an error. */
  public void whenFailed(Runnable action) {
    var _ =
        ended.exceptionally(failure -> {
          action.run();
          return null;
        });
  }

  /** After a failure the offsets stay unchanged, and the next poll returns the records again. */
  private void handle(ConsumerRecords<String, String> records) throws InterruptedException {
    try {
      writeAll(records);
      consumer.commitSync();
    } catch (ExecutionException e) {
      log.warn(
          "not all of {} events could be written; all are read again",
          records.count(),
          e.getCause());
      for (var partition : records.partitions()) {
        consumer.seek(partition, records.records(partition).getFirst().offset());
      }
      var _ = closing.await(BETWEEN_ATTEMPTS.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void writeAll(ConsumerRecords<String, String> records)
      throws InterruptedException, ExecutionException {
    var writes = new ArrayList<Future<?>>(records.count());
    for (var record : records) {
      free.acquire();
      writes.add(threads.submit(releasing(() -> handle(record))));
    }
    for (var write : writes) {
      write.get();
    }
  }

  private Callable<Void> releasing(Callable<Void> write) {
    return () -> {
      try {
        return write.call();
      } finally {
        free.release();
      }
    };
  }

  private Void handle(ConsumerRecord<String, String> record) throws Exception {
    var outcome = BalanceWriter.Outcome.REFUSED;
    try {
      outcome = writer.write(BalanceEvent.parse(record.value()));
    } catch (IllegalArgumentException e) {
      log.warn(
          "the event in partition {} at offset {} is invalid and goes to the dead-letter topic",
          record.partition(),
          record.offset(),
          e);
    }
    if (outcome == BalanceWriter.Outcome.REFUSED) {
      dead.send(new ProducerRecord<>(DEAD_TOPIC, record.key(), record.value())).get();
    }
    var count = counts.get(outcome);
    if (count != null) {
      count.incrementAndGet();
    }
    return null;
  }

  /**
   * Stops consuming after the current batch. Its offsets may stay uncommitted; then its events are
   * delivered again.
   */
  @Override
  public void close() {
    closed = true;
    closing.countDown();
    consumer.wakeup();
    try {
      loop.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.close();
    dead.close();
  }
}
