package dev.gramme.apps.savings.app;

import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.stream.BalanceConsumer;
import dev.gramme.apps.savings.stream.BalanceWriter;
import dev.gramme.embedded.Gramme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/** The consumer's process with a Kafka that fails in its first run, and works in the next one. */
public final class FailingConsumer {
  private FailingConsumer() {}

  /**
   * Consumes.
   *
   * @param arguments a file that remembers the first run
   */
  public static void main(String[] arguments) throws Exception {
    Path ran = Path.of(arguments[0]);
    var kafka = new MockConsumer<String, String>("earliest");
    if (!Files.exists(ran)) {
      Files.createFile(ran);
      kafka.setPollException(new KafkaException("the broker refuses the group"));
    }
    var strings = new StringSerializer();
    var dead = new MockProducer<>(true, new RoundRobinPartitioner(), strings, strings);
    var table = new PendingTable(Gramme.inMemory().client(), InstantSource.system());
    var writer =
        new BalanceWriter(
            table,
            () -> {
              throw new IllegalStateException("this process has no rules");
            });
    Main.exitWhenFailed(BalanceConsumer.start(kafka, dead, writer));
    new CountDownLatch(1).await();
  }
}
