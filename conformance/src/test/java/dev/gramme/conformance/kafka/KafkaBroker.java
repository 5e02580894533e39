package dev.gramme.conformance.kafka;

import dev.gramme.server.tls.SelfSigned;
import dev.gramme.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** A Kafka broker in a process of its own on loopback ports. It is its own controller. */
final class KafkaBroker implements AutoCloseable {
  static final String USER = "gramme";
  static final String PASSWORD = "a password of two words";

  private static final String CLUSTER = "4L6g3nShT-eMCtK--X86sw";

  private final Path settings;
  private final Path log;
  private final String address;
  private final String tlsAddress;
  private final String loginAddress;
  private final Path certificate;
  private Process process;

  /** Starts a broker with its data in a folder. */
  KafkaBroker(Path folder) throws Exception {
    int port = FreePorts.next();
    int tlsPort = FreePorts.next();
    int controller = FreePorts.next();
    this.address = "127.0.0.1:" + port;
    int loginPort = FreePorts.next();
    this.tlsAddress = "127.0.0.1:" + tlsPort;
    this.loginAddress = "127.0.0.1:" + loginPort;
    var keys = SelfSigned.in(folder.resolve("keys"), List.of());
    this.certificate = keys.certificate();
    var keyStore =
        Files.writeString(
            folder.resolve("broker.pem"),
            Files.readString(keys.key()) + Files.readString(certificate));
    this.log = folder.resolve("kafka.log");
    this.settings =
        Files.writeString(
            folder.resolve("kafka.properties"),
            """
            process.roles=broker,controller
            node.id=1
            controller.quorum.voters=1@127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,SSL://127.0.0.1:%4$d,SASL_SSL://127.0.0.1:%6$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d,SSL://127.0.0.1:%4$d,SASL_SSL://127.0.0.1:%6$d
            ssl.keystore.type=PEM
            ssl.keystore.location=%5$s
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
            sasl.enabled.mechanisms=PLAIN
            listener.name.sasl_ssl.plain.sasl.jaas.config=\
            org.apache.kafka.common.security.plain.PlainLoginModule required user_%7$s="%8$s";
            log.dirs=%3$s
            num.partitions=3
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=1
            group.initial.rebalance.delay.ms=0
            """
                .formatted(
                    port,
                    controller,
                    folder.resolve("kafka-data"),
                    tlsPort,
                    keyStore,
                    loginPort,
                    USER,
                    PASSWORD));
    var formatted =
        java("kafka.tools.StorageTool", "format", "-t", CLUSTER, "-c", settings.toString());
    if (formatted.waitFor() != 0) {
      throw new IllegalStateException(
          "Kafka's storage could not be formatted: " + Files.readString(log));
    }
    this.process = running();
  }

  private Process java(String... mainAndArguments) throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx400m",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-cp",
                // Surefire passes the class path in a manifest.
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))));
    command.addAll(Arrays.asList(mainAndArguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private Process running() throws Exception {
    var started = java("kafka.Kafka", settings.toString());
    // A killed test run must not leave the broker behind.
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
    try (var admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) address))) {
      admin.describeCluster().nodes().get(60, TimeUnit.SECONDS);
    }
    return started;
  }

  /** The address for clients that use TLS. */
  String tlsAddress() {
    return tlsAddress;
  }

  /** The address for clients that use TLS and log in as {@link #USER}. */
  String loginAddress() {
    return loginAddress;
  }

  /** The broker's self-signed certificate. */
  Path certificate() {
    return certificate;
  }

  /** The address for clients without TLS. */
  String address() {
    return address;
  }

  /** Creates a topic whose records may have this size. */
  void createTopic(String name, int maxMessageBytes) throws Exception {
    try (var admin =
        Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) address))) {
      var topic =
          new NewTopic(name, 1, (short) 1)
              .configs(
                  Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(maxMessageBytes)));
      admin.createTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
    }
  }

  /** Stops the broker; its data is kept. */
  void stop() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Restarts the broker. */
  void start() throws Exception {
    process = running();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
