package dev.gramme.bench;

import dev.gramme.bench.results.Figure;
import dev.gramme.bench.results.Measurement;
import dev.gramme.embedded.Gramme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Measures how soon a new database in memory answers: the time from its opening until a table was
 * created and a first PutItem was answered, and until a first GetItem was answered. The first
 * database of a JVM also loads the classes of the database, and of the SDK if the requests go
 * through its client. So each sample of it is taken in a JVM of its own, which is running already.
 *
 * @param putNanos until the PutItem was answered
 * @param getNanos until the GetItem, which follows, was answered
 */
record FirstAnswer(long putNanos, long getNanos) {
  private static final String TABLE = "first";

  /** The number of new JVMs for each caller. */
  private static final int JVMS = 15;

  /** The requests below the SDK, in a class of its own that only their caller loads. */
  private static final class Prepared {
    static final HttpExecuteRequest CREATE =
        EmbeddedBench.request(
            "CreateTable",
            """
            {"TableName":"first","BillingMode":"PAY_PER_REQUEST",
             "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]}\
            """);

    static final HttpExecuteRequest PUT =
        EmbeddedBench.request(
            "PutItem",
            """
            {"TableName":"first","Item":{"id":{"S":"a"},"title":{"S":"b"}}}\
            """);

    static final HttpExecuteRequest GET =
        EmbeddedBench.request(
            "GetItem",
            """
            {"TableName":"first","Key":{"id":{"S":"a"}}}\
            """);

    private Prepared() {}

    static void load() {}
  }

  /** What sends the requests. */
  enum Caller {
    /** The client of the AWS SDK. */
    SDK("SDK") {
      @Override
      FirstAnswer measure() {
        long start = System.nanoTime();
        try (var gramme = Gramme.inMemory()) {
          var client = gramme.client();
          client.createTable(
              CreateTableRequest.builder()
                  .tableName(TABLE)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType(ScalarAttributeType.S)
                          .build())
                  .keySchema(
                      KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                  .build());
          var key = Map.of("id", AttributeValue.fromS("a"));
          client.putItem(
              PutItemRequest.builder()
                  .tableName(TABLE)
                  .item(Map.of("id", AttributeValue.fromS("a"), "title", AttributeValue.fromS("b")))
                  .build());
          long put = System.nanoTime();
          var found = client.getItem(GetItemRequest.builder().tableName(TABLE).key(key).build());
          long get = System.nanoTime();
          require(found.hasItem());
          return new FirstAnswer(put - start, get - start);
        }
      }
    },

    /** The HTTP client that the SDK would call, with prepared requests. */
    BELOW("below the SDK") {
      @Override
      FirstAnswer measure() throws IOException {
        Prepared.load();
        long start = System.nanoTime();
        try (var gramme = Gramme.inMemory()) {
          SdkHttpClient client = gramme.httpClient();
          var _ = EmbeddedBench.send(client, Prepared.CREATE);
          var _ = EmbeddedBench.send(client, Prepared.PUT);
          long put = System.nanoTime();
          byte[] found = EmbeddedBench.send(client, Prepared.GET);
          long get = System.nanoTime();
          require(new String(found, StandardCharsets.UTF_8).contains("\"title\""));
          return new FirstAnswer(put - start, get - start);
        }
      }
    };

    private final String title;

    Caller(String title) {
      this.title = title;
    }

    /** Opens a database, sends the requests, and closes it. */
    abstract FirstAnswer measure() throws IOException;

    /** The title in the report. */
    String title() {
      return title;
    }
  }

  private static void require(boolean found) {
    if (!found) {
      throw new IllegalStateException("the item that was put is missing");
    }
  }

  /**
   * The figures of the first databases of new JVMs, each without and with an AOT cache.
   *
   * @param scratch a folder for the caches
   */
  static List<Figure> figures(Path java, Path scratch) throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    for (var caller : Caller.values()) {
      figures.addAll(figures(java, caller, caller.title(), List.of()));
      var cache = cache(java, caller, scratch);
      figures.addAll(
          figures(java, caller, caller.title() + ", with an AOT cache", withCache(cache)));
    }
    return figures;
  }

  private static List<Figure> figures(
      Path java, Caller caller, String title, List<String> jvmOptions)
      throws IOException, InterruptedException {
    var answers = new ArrayList<FirstAnswer>();
    for (int i = 0; i < JVMS; i++) {
      answers.add(inNewJvm(java, caller, jvmOptions));
    }
    return List.of(
        figure("PutItem", title, answers.stream().mapToLong(FirstAnswer::putNanos).toArray()),
        figure("GetItem", title, answers.stream().mapToLong(FirstAnswer::getNanos).toArray()));
  }

  private static Figure figure(String operation, String title, long[] nanos) {
    var figure =
        new Figure(
            "first database of a JVM, until its first %s is answered, %s"
                .formatted(operation, title),
            Measurement.of(nanos));
    Bench.say(
        "%s: median %.1f ms".formatted(figure.title(), figure.measurement().p50Micros() / 1000.0));
    return figure;
  }

  /** Creates an AOT cache from one measurement. */
  private static Path cache(Path java, Caller caller, Path folder)
      throws IOException, InterruptedException {
    var cache = folder.resolve(caller + ".aot");
    var _ = inNewJvm(java, caller, List.of("-XX:AOTCacheOutput=" + cache));
    return cache;
  }

  /** Options of a JVM that reads a cache; it does not start if it cannot use the cache. */
  static List<String> withCache(Path cache) {
    return List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache);
  }

  /**
   * Measures the first database of a new JVM.
   *
   * @param jvmOptions options beside the JVM's defaults
   */
  static FirstAnswer inNewJvm(Path java, Caller caller, List<String> jvmOptions)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(java.toString());
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            FirstAnswer.class.getName(),
            caller.name()));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("the measurement of a first answer failed: " + output);
    }
    var numbers = new Scanner(output);
    return new FirstAnswer(numbers.nextLong(), numbers.nextLong());
  }

  /** Prints the nanoseconds of the first database of this JVM. The argument is the caller. */
  public static void main(String[] args) throws IOException {
    var answer = Caller.valueOf(args[0]).measure();
    System.out.println(answer.putNanos() + " " + answer.getNanos());
  }
}
