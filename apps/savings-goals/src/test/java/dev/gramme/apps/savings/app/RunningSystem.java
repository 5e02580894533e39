package dev.gramme.apps.savings.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.PendingTable;
import dev.gramme.apps.savings.event.BalanceEvent;
import dev.gramme.apps.savings.stream.BalanceConsumer;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.command.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** The whole system with real servers, started like its command does, for black-box tests. */
final class RunningSystem implements AutoCloseable {
  /** Generous, since the machine may be busy; it does not decide the result. */
  static final Duration LONG = Duration.ofMinutes(10);

  private static final JsonMapper JSON = new JsonMapper();

  private final Settings settings;
  private final Backends backends;
  private final Application application;
  private final HttpClient http = HttpClient.newHttpClient();
  private @Nullable ConsumerProcess consumer;

  RunningSystem(Path folder, int customers) throws Exception {
    this(folder, customers, Path.of("../savings-goals-batch"));
    startConsumer();
  }

  /** The system without its consumer, and with the batch of another folder. */
  RunningSystem(Path folder, int customers, Path batch) throws Exception {
    this.settings =
        Settings.read(
            Main.SERVE,
            Main.PREFIX,
            Map.of(),
            "--data",
            folder.toString(),
            "--customers",
            Integer.toString(customers),
            "--batch",
            batch.toAbsolutePath().normalize().toString());
    this.backends = Backends.start(settings);
    this.application = Application.start(settings, backends, new JsonServer(0));
  }

  Application application() {
    return application;
  }

  Backends backends() {
    return backends;
  }

  Connection connection() throws SQLException {
    return DriverManager.getConnection(backends.jdbcUrl());
  }

  /** Kills the consumer as kill -9 does. */
  void killConsumer() {
    consumer().kill();
  }

  /** From now on, processes that end are started again. */
  void superviseConsumer() {
    backends.supervisor().watch("stream consumer", consumer());
  }

  void startConsumer() throws Exception {
    consumer = ConsumerProcess.start(settings, backends);
  }

  private ConsumerProcess consumer() {
    return Objects.requireNonNull(consumer, "the consumer is not started");
  }

  /**
   * Deletes the output of both pipelines: the tables, the gold tables, the batch's registry of
   * runs, and the consumer's offsets. The books, the rules and the events stay.
   */
  void forgetAllButTheSources() throws Exception {
    consumer().kill();
    try (var dynamo = backends.endpoint().client();
        var kafka =
            Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, backends.kafka()));
        var connection = connection();
        var statement = connection.createStatement()) {
      for (String table : List.of(BatchTable.NAME, PendingTable.NAME)) {
        dynamo.deleteTable(DeleteTableRequest.builder().tableName(table).build());
        dynamo
            .waiter()
            .waitUntilTableNotExists(DescribeTableRequest.builder().tableName(table).build());
      }
      new BatchTable(dynamo).create();
      new PendingTable(dynamo, InstantSource.system()).create();
      // Kafka deletes a group only after the session of its killed member has expired.
      Waiting.until("the group is forgotten", LONG, () -> forgotten(kafka));
      statement.execute("DROP SCHEMA batch CASCADE");
    }
    deleteAll(Path.of(Main.gold(settings)));
  }

  private static boolean forgotten(Admin kafka) {
    try {
      kafka.deleteConsumerGroups(List.of(BalanceConsumer.GROUP)).all().get();
      return true;
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (var paths = Files.walk(folder)) {
      for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  URI page() {
    return URI.create("http://127.0.0.1:" + application.port() + "/");
  }

  HttpResponse<String> ask(String path) throws Exception {
    return http.send(request(path).build(), BodyHandlers.ofString());
  }

  JsonNode post(String path, String body) throws Exception {
    var request = request(path).POST(BodyPublishers.ofString(body)).build();
    return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
  }

  /** A page of customers. */
  JsonNode customers(String query) throws Exception {
    return JSON.readTree(ask("/customers?" + query).body());
  }

  /** The state of a process according to the health page. */
  JsonNode process(String name) throws Exception {
    for (var process : JSON.readTree(ask("/health").body()).path("processes")) {
      if (process.path("name").asText().equals(name)) {
        return process;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Sends a request without a body. */
  HttpResponse<String> send(String method, String path) throws Exception {
    return later(method, path).get();
  }

  /** Sends a request without a body, and returns before its response. */
  CompletableFuture<HttpResponse<String>> later(String method, String path) {
    var request = request(path).method(method, BodyPublishers.noBody()).build();
    return http.sendAsync(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + application.port() + path));
  }

  /** Makes a deposit over HTTP and returns the event's id. */
  String deposit(String personId, String goalId, String amount) throws Exception {
    String body =
        """
        {"personId": "%s", "goalId": "%s", "amount": "%s"}\
        """
            .formatted(personId, goalId, amount);
    return post("/bank/deposits", body).path("eventId").asText();
  }

  /** The status and amount of a goal according to the API. */
  String goal(String personId, String goalId) {
    try {
      for (var goal :
          JSON.readTree(ask("/customers/" + personId + "/goals").body()).path("goals")) {
        if (goal.path("goalId").asText().equals(goalId)) {
          return goal.path("status").asText() + " " + goal.path("savedAmount").decimalValue();
        }
      }
      return "none";
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until a goal has a status and amount. */
  void untilGoal(String personId, String goalId, String expected) {
    Waiting.until(
        personId + "'s " + goalId + " is " + expected,
        LONG,
        () -> goal(personId, goalId).equals(expected));
  }

  /** Sends events to Kafka, bypassing the bank. */
  void send(Iterable<BalanceEvent> events) throws Exception {
    try (var producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, (Object) backends.kafka()),
            new StringSerializer(),
            new StringSerializer())) {
      for (var event : events) {
        producer
            .send(new ProducerRecord<>(BalanceEvent.TOPIC, event.personId(), event.json()))
            .get();
      }
    }
  }

  @Override
  public void close() {
    http.close();
    backends.supervisor().close();
    if (consumer != null) {
      consumer.close();
    }
    application.close();
    backends.close();
  }
}
