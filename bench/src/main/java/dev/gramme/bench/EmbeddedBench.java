package dev.gramme.bench;

import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.Measurement;
import dev.gramme.embedded.Gramme;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Measures a database in this process on one thread: through the SDK's client, and below it through
 * the HTTP client that the SDK would call, with prepared requests. Then forks of the database, and
 * how soon a new database answers.
 */
final class EmbeddedBench {
  private static final String TABLE = "bench";
  private static final int PREPARED = 2_000;
  private static final int PER_PARTITION = 10;
  private static final URI ENDPOINT = URI.create("http://127.0.0.1:8000/");

  private final Options options;
  private final List<Figure> figures = new ArrayList<>();

  EmbeddedBench(Options options) {
    this.options = options;
  }

  /** Measures a database in memory, its forks, a database in a new folder, and first answers. */
  Figure.Group run(Path scratch) throws IOException, InterruptedException {
    try (var gramme = Gramme.inMemory()) {
      fill(gramme.client());
      operations("in memory", gramme);
      forks(gramme);
    }
    try (var gramme = Gramme.open(scratch.resolve("embedded"))) {
      fill(gramme.client());
      operations("in a folder", gramme);
    }
    figures.addAll(FirstAnswer.figures(options.setup().java(), scratch));
    for (var caller : FirstAnswer.Caller.values()) {
      add(
          "new database in a warm JVM, its first PutItem and GetItem, and closing it, "
              + caller.title(),
          _ -> check(caller.measure().getNanos() > 0));
    }
    var about =
        String.format(
            Locale.ROOT,
            "%,d items, one thread, %d seconds after %d of warm-up for each figure. Each first database"
                + " of a JVM is in a process of its own; the goal for its first answer is 150 ms.",
            options.items(),
            options.seconds(),
            options.warmUp());
    return new Figure.Group(Bench.run(options, about), figures);
  }

  private void fill(DynamoDbClient client) {
    client.createTable(
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("pk"), attribute("sk"))
            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
            .build());
    for (int i = 0; i < options.items(); i++) {
      client.putItem(put(i));
    }
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private void operations(String where, Gramme gramme) throws IOException {
    var client = gramme.client();
    var below = gramme.httpClient();
    var gets = prepared(EmbeddedBench::get);
    var puts = prepared(EmbeddedBench::put);
    var queries = prepared(EmbeddedBench::query);
    add("GetItem, SDK, " + where, at -> client.getItem(gets.get(at)));
    below(Workload.GET, where, below);
    add("PutItem, SDK, " + where, at -> client.putItem(puts.get(at)));
    below(Workload.PUT, where, below);
    add("Query of 10 items, SDK, " + where, at -> client.query(queries.get(at)));
    below(Workload.QUERY, where, below);
  }

  private void below(Workload workload, String where, SdkHttpClient below) throws IOException {
    var requests =
        prepared(number -> request(workload.operation(), workload.body(number, options.items())));
    add(
        workload.title() + ", below the SDK, " + where,
        at -> {
          var _ = send(below, requests.get(at));
        });
  }

  /** A request as the SDK would pass it on to its HTTP client. */
  static HttpExecuteRequest request(String operation, String body) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(ENDPOINT)
            .putHeader("Host", ENDPOINT.getAuthority());
    Signer.FORMAL.fields(ENDPOINT, operation, body).forEach(request::putHeader);
    return HttpExecuteRequest.builder()
        .request(request.build())
        .contentStreamProvider(() -> new ByteArrayInputStream(bytes))
        .build();
  }

  /** Sends a request and reads the whole answer. */
  static byte[] send(SdkHttpClient client, HttpExecuteRequest request) throws IOException {
    var response = client.prepareRequest(request).call();
    try (var body = response.responseBody().orElseThrow()) {
      var bytes = body.readAllBytes();
      if (!response.httpResponse().isSuccessful()) {
        throw new IOException("a request failed: " + new String(bytes, StandardCharsets.UTF_8));
      }
      return bytes;
    }
  }

  /** Values for random items, each made before the measurement. */
  private <T> List<T> prepared(IntFunction<T> made) {
    var random = new Random(1);
    return random.ints(PREPARED, 0, options.items()).mapToObj(made).toList();
  }

  private static GetItemRequest get(int number) {
    return GetItemRequest.builder().tableName(TABLE).key(key(number)).build();
  }

  /** The same item as that of {@link Workload#PUT}. */
  private static PutItemRequest put(int number) {
    var item = new HashMap<>(key(number));
    item.put("status", AttributeValue.fromS("shipped"));
    item.put("count", AttributeValue.fromN(Integer.toString(number)));
    item.put(
        "lines",
        AttributeValue.fromL(List.of(AttributeValue.fromS("first"), AttributeValue.fromN("2"))));
    item.put("text", AttributeValue.fromS("x".repeat(425)));
    return PutItemRequest.builder().tableName(TABLE).item(item).build();
  }

  private static QueryRequest query(int number) {
    return QueryRequest.builder()
        .tableName(TABLE)
        .keyConditionExpression("pk = :p")
        .expressionAttributeValues(Map.of(":p", partition(number)))
        .build();
  }

  private static Map<String, AttributeValue> key(int number) {
    return Map.of(
        "pk",
        partition(number),
        "sk",
        AttributeValue.fromS("order#%03d".formatted(number % PER_PARTITION)));
  }

  private static AttributeValue partition(int number) {
    return AttributeValue.fromS("user#%08d".formatted(number / PER_PARTITION));
  }

  private void forks(Gramme gramme) throws IOException {
    var title = "fork of %,d items".formatted(options.items());
    add(
        title + ", and closing it",
        _ -> {
          try (var fork = gramme.fork()) {
            check(fork != gramme);
          }
        });
    var get = get(0);
    add(
        title + ", its client's first GetItem, and closing it",
        _ -> {
          try (var fork = gramme.fork()) {
            check(fork.client().getItem(get).hasItem());
          }
        });
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("a database does not have what it must have");
    }
  }

  /** One step, with the number of a prepared request. */
  private interface Step {
    void run(int at) throws IOException;
  }

  private void add(String title, Step step) throws IOException {
    var _ = run(step, options.warmUp());
    var measured = run(step, options.seconds());
    Bench.say("%s: %,.0f/s".formatted(title, measured.perSecond()));
    figures.add(new Figure(title, measured));
  }

  private static Measurement run(Step step, int seconds) throws IOException {
    var latencies = new Histogram(Latencies.DIGITS);
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    long before = start;
    for (int i = 0; before < end; i++) {
      step.run(i % PREPARED);
      long after = System.nanoTime();
      latencies.recordValue(after - before);
      before = after;
    }
    return Latencies.measurement(List.of(latencies), (before - start) / 1e9, 0);
  }
}
