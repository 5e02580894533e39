package dev.gramme.conformance.kafka;

import dev.gramme.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import software.amazon.awssdk.protocols.jsoncore.JsonNode;

/** Reads a topic from its start. */
final class TopicReader {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final String servers;
  private final String topic;

  TopicReader(String servers, String topic) {
    this.servers = servers;
    this.topic = topic;
  }

  /**
   * The records of the topic, at least this many.
   *
   * @throws AssertionError if they do not arrive in time
   */
  List<JsonNode> atLeast(int count) {
    var settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, servers);
    var bytes = new ByteArrayDeserializer();
    var records = new ArrayList<JsonNode>();
    try (var consumer = new KafkaConsumer<>(settings, bytes, bytes)) {
      // The first record creates the topic.
      var partitions =
          Eventually.get(
              "topic " + topic + " exists",
              PATIENCE,
              () -> partitions(consumer),
              found -> !found.isEmpty());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Eventually.holds(
          count + " records in topic " + topic,
          PATIENCE,
          () -> {
            consumer
                .poll(Duration.ofMillis(200))
                .forEach(record ->
                    records.add(
                        JsonNode.parser()
                            .parse(new String(record.value(), StandardCharsets.UTF_8))));
            return records.size() >= count;
          });
    }
    return records;
  }

  private List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer) {
    return consumer.partitionsFor(topic, PATIENCE).stream()
        .map(partition -> new TopicPartition(topic, partition.partition()))
        .toList();
  }
}
