package dev.gramme.apps.savings.app;

import dev.gramme.apps.web.command.Settings;
import java.io.IOException;
import java.nio.file.Path;

/** The stream consumer as a separate process. */
final class ConsumerProcess implements Supervisor.Child {
  private final Path log;
  private final Backends backends;
  private volatile ChildJvm process;

  private ConsumerProcess(Path log, Backends backends) throws IOException {
    this.log = log;
    this.backends = backends;
    this.process = launch();
  }

  /** Starts the consumer; it consumes as soon as Kafka has assigned its partitions. */
  static ConsumerProcess start(Settings settings, Backends backends) throws IOException {
    return new ConsumerProcess(settings.path("data").resolve("consumer.log"), backends);
  }

  private ChildJvm launch() throws IOException {
    return ChildJvm.start(
        log,
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "dev.gramme.apps.savings.app.Main",
        "consumer",
        "--dynamodb",
        backends.dynamodb(),
        "--kafka",
        backends.kafka(),
        "--jdbc",
        backends.jdbcUrl());
  }

  @Override
  public ProcessHandle process() {
    return process.process().toHandle();
  }

  @Override
  public void restart() throws IOException {
    process.close();
    process = launch();
  }

  /** Kills it immediately, as kill -9 does. */
  void kill() {
    process.kill();
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public void close() {
    process.close();
  }
}
