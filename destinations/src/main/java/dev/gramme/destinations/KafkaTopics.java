package dev.gramme.destinations;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends records to the topics of a Kafka cluster. Records with the same key keep their order, since
 * they go to the same partition and the producer is idempotent. They count as sent when all in-sync
 * replicas have them. The producer is created on first use.
 */
final class KafkaTopics implements AutoCloseable {
  private static final Duration DELIVERY = Duration.ofSeconds(30);
  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);

  /**
   * The maximum size of a record, larger than Kafka's default of 1 MiB. A change with two images of
   * 400 KB of binary data has 1.1 MB in JSON. Many short values in an image can take nine times
   * their size.
   */
  private static final int MAX_RECORD_BYTES = 8 << 20;

  private final String servers;
  private final Duration patience;
  private final KafkaSecurity security;
  private @Nullable Producer<byte[], byte[]> producer;

  /**
   * @param servers the brokers as {@code host:port}, separated by commas
   * @param security TLS and login settings
   */
  KafkaTopics(String servers, KafkaSecurity security) {
    this(servers, REQUEST, security);
  }

  /**
   * As above.
   *
   * @param patience the maximum time to wait for the metadata of a topic
   */
  KafkaTopics(String servers, Duration patience, KafkaSecurity security) {
    this.security = security;
    this.servers = servers;
    this.patience = patience;
  }

  /**
   * Sends records and waits until all are delivered, except those that are too large.
   *
   * @return the records that the topic refuses as too large; it would refuse them again
   * @throws DeliveryException if other records were not delivered
   */
  List<DestinationRecord> send(String topic, List<DestinationRecord> records)
      throws DeliveryException {
    if (records.isEmpty()) {
      return List.of();
    }
    try {
      var sending = new ArrayList<Future<?>>(records.size());
      for (DestinationRecord record : records) {
        Future<?> last = producer().send(new ProducerRecord<>(topic, record.key(), record.json()));
        sending.add(last);
        // For a topic without metadata, each call waits as long as the first one.
        if (last.isDone() && last.state() == Future.State.FAILED && !isTooLarge(last)) {
          break;
        }
      }
      producer().flush();
      var tooLarge = new ArrayList<DestinationRecord>();
      for (int i = 0; i < sending.size(); i++) {
        Future<?> sent = sending.get(i);
        if (isTooLarge(sent)) {
          tooLarge.add(records.get(i));
        } else {
          sent.get();
        }
      }
      return tooLarge;
    } catch (ExecutionException | KafkaException e) {
      throw new DeliveryException(topic, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DeliveryException(topic, e);
    }
  }

  /** Whether a finished delivery failed because its record is too large. */
  private static boolean isTooLarge(Future<?> sent) {
    return sent.state() == Future.State.FAILED
        && sent.exceptionNow() instanceof RecordTooLargeException;
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (producer == null) {
      var settings = new Properties();
      settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
      settings.put(ProducerConfig.CLIENT_ID_CONFIG, "gramme");
      settings.put(ProducerConfig.ACKS_CONFIG, "all");
      settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
      settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
      settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_RECORD_BYTES);
      settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
      settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patience.toMillis());
      settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY.toMillis());
      security.addTo(settings);
      producer =
          new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
    return producer;
  }

  @Override
  public synchronized void close() {
    if (producer != null) {
      producer.close(CLOSING);
    }
  }
}
