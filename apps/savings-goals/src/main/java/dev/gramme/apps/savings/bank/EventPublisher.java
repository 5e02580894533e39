package dev.gramme.apps.savings.bank;

import dev.gramme.apps.savings.event.BalanceEvent;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends events to Kafka; those of a customer go to one partition. */
public final class EventPublisher implements AutoCloseable {
  private final KafkaProducer<String, String> producer;

  /**
   * @param kafka the addresses of the brokers
   */
  public EventPublisher(String kafka) {
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka,
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
    producer.send(
        new ProducerRecord<>(BalanceEvent.TOPIC, personId, event),
        (metadata, failure) -> {
          if (failure == null) {
            acknowledged.complete(null);
          } else {
            acknowledged.completeExceptionally(failure);
          }
        });
    return acknowledged;
  }

  @Override
  public void close() {
    producer.close();
  }
}
