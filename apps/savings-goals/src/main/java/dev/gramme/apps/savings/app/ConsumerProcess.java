package dev.gramme.apps.savings.app;

import dev.gramme.apps.web.command.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The stream consumer as a separate process. */
final class ConsumerProcess extends ChildServer {
  private ConsumerProcess(Path log, Backends backends) throws IOException {
    super(
        log,
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "dev.gramme.apps.savings.app.Main",
            "consumer",
            "--dynamodb",
            backends.dynamodb(),
            "--kafka",
            backends.kafka()),
        Map.of(Main.JDBC_VARIABLE, backends.jdbcUrl()));
  }

  /** Starts the consumer; it consumes as soon as Kafka has assigned its partitions. */
  static ConsumerProcess start(Settings settings, Backends backends) throws IOException {
    return started(new ConsumerProcess(settings.path("data").resolve("consumer.log"), backends));
  }

  /** The consumer has no address; it may work at once. */
  @Override
  void awaitAnswer(Process consumer) {}
}
