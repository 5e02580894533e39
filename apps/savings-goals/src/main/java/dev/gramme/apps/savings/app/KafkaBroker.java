package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** An Apache Kafka broker with its own controller (KRaft), as a separate process. */
public final class KafkaBroker extends ChildServer {
  private static final String CLUSTER = "b2Fz6g3nShT-eMCtK--X8w";
  private static final String[] JVM = {
    "-Xmx400m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"
  };

  private final String address;

  private KafkaBroker(Path log, Path settings, String address) throws IOException {
    super(log, command("kafka.Kafka", settings.toString()));
    this.address = address;
  }

  /** Starts a broker with its data in a folder and returns when it accepts connections. */
  public static KafkaBroker start(Path folder) throws IOException {
    int port = Ports.free();
    int controller = Ports.free();
    var log = folder.resolve("kafka.log");
    var data = folder.resolve("kafka");
    var settings = writeSettings(folder, data, port, controller);
    if (!Files.exists(data.resolve("meta.properties"))) {
      format(log, settings);
    }
    return started(new KafkaBroker(log, settings, "127.0.0.1:" + port));
  }

  @Override
  void awaitAnswer(Process broker) throws IOException {
    try (var admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) address))) {
      admin.describeCluster().nodes().get(2, TimeUnit.MINUTES);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("Kafka does not serve; see " + log(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static Path writeSettings(Path folder, Path data, int port, int controller)
      throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(
        folder.resolve("kafka.properties"),
        """
        process.roles=broker,controller
        node.id=1
        controller.quorum.voters=1@127.0.0.1:%2$d
        listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
        advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
        controller.listener.names=CONTROLLER
        listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
        log.dirs=%3$s
        num.partitions=3
        offsets.topic.replication.factor=1
        offsets.topic.num.partitions=1
        group.initial.rebalance.delay.ms=0
        """
            .formatted(port, controller, data));
  }

  private static void format(Path log, Path settings) throws IOException {
    var command =
        command("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString());
    var format = ChildJvm.start(log, command.toArray(String[]::new));
    if (format.process().onExit().join().exitValue() != 0) {
      throw new IOException("Kafka's data folder could not be formatted; see " + log);
    }
  }

  private static List<String> command(String... mainAndArguments) {
    var command = new ArrayList<>(List.of(JVM));
    command.addAll(Arrays.asList(mainAndArguments));
    return command;
  }

  /** The broker's address, as host and port. */
  public String address() {
    return address;
  }
}
