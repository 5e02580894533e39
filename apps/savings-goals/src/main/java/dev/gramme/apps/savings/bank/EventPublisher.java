package dev.gramme.apps.savings.bank;

import dev.gramme.apps.savings.event.BalanceEvent;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends events to Kafka; those of a customer go to one partition. */
public final class EventPublisher implements AutoCloseable {
  /** How long a broker may take; the outbox sends later what takes longer. */
  private static final int MAX_BLOCK_MILLIS = 2_000;

  private static final int REQUEST_MILLIS = 5_000;
  private static final int DELIVERY_MILLIS = 10_000;

  private final Producer<String, String> producer;

  /**
   * @param kafka the addresses of the brokers
   */
  public EventPublisher(String kafka) {
    this(producer(kafka));
  }

  /**
   * @param producer is closed with the publisher
   */
  EventPublisher(Producer<String, String> producer) {
    this.producer = producer;
  }

  private static Producer<String, String> producer(String kafka) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            MAX_BLOCK_MILLIS,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            REQUEST_MILLIS,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            DELIVERY_MILLIS,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.LINGER_MS_CONFIG,
            0),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Sends an event; the result completes when Kafka has acknowledged it. */
  @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the result
  public CompletableFuture<Void> publish(String personId, String event) {
    var acknowledged = new CompletableFuture<Void>();
    try {
      producer.send(
          new ProducerRecord<>(BalanceEvent.TOPIC, personId, event),
          (metadata, failure) -> {
            if (failure == null) {
              acknowledged.complete(null);
            } else {
              acknowledged.completeExceptionally(failure);
            }
          });
    } catch (KafkaException e) {
      acknowledged.completeExceptionally(e);
    }
    return acknowledged;
  }

  @Override
  public void close() {
    producer.close();
  }
}
