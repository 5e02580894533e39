package dev.gramme.conformance.fuzz;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.auth.identity.Identities;
import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.conformance.support.Json;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.model.Wording;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.server.Database;
import dev.gramme.server.http.HttpExchange;
import dev.gramme.server.http.HttpFields;
import dev.gramme.server.http.HttpRequest;
import dev.gramme.server.http.HttpResponse;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.Transfers;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;

/**
 * A database in memory that gets requests one at a time, in the form in which its HTTP server would
 * pass them on. Every answer is checked: it arrives before a deadline, its status is 200 or 400, it
 * is JSON, an error has a type, and the memory of the request is released.
 */
final class FuzzedDatabase implements AutoCloseable {
  /** The bucket that tables are exported to. */
  static final String EXPORTS = "exports";

  /**
   * The bucket that tables are imported from. It has objects under {@code csv/} and {@code json/}.
   */
  static final String IMPORTS = "imports";

  /** A request without an answer after this time hangs. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final String ACCOUNT = "000000000000";
  private static final String REGION = "us-east-1";
  private static final String KEY_ID = "AKIAFUZZ";
  private static final String SECRET = "fuzz-secret";
  private static final URI ENDPOINT = URI.create("http://localhost");
  private static final AwsV4HttpSigner SIGNER = AwsV4HttpSigner.create();

  /** The identity that signs requests. It may execute all operations. */
  private static final String IDENTITIES =
      """
      {"identities":[{"accessKeyId":"%s","secretAccessKey":"%s",
       "arn":"arn:aws:iam::%s:user/fuzzer","policies":[{"Version":"2012-10-17",
       "Statement":[{"Effect":"Allow","Action":"dynamodb:*","Resource":"*"}]}]}]}
      """
          .formatted(KEY_ID, SECRET, ACCOUNT);

  /** The configurations of databases. */
  enum Kind {
    CLASSIC_WORDING,
    CURRENT_WORDING,
    /** Signatures are verified and every access is authorized. */
    WITH_IDENTITIES
  }

  private final Path folder;
  private final MemoryBudget memory = MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory());
  private final Map<String, String> services = new TreeMap<>();
  private final ExecutorService requests =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("fuzzed-request").factory());
  private final Kind kind;
  private final Database database;
  private Duration advanced = Duration.ZERO;

  /**
   * Opens an empty database.
   *
   * @param folder the folder of its buckets
   */
  FuzzedDatabase(Path folder, Kind kind) throws IOException {
    this.folder = folder;
    this.kind = kind;
    operations().forEach(operation -> services.put(operation.name(), operation.service()));
    Files.createDirectories(folder.resolve(EXPORTS));
    write("csv/a.csv", "pk,s,n\na,b,1\nb,,x\n");
    write("json/a.json", "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}}\n");
    this.database = Database.open(new MemoryStore(), options());
  }

  private Database.Options options() {
    var wording = kind == Kind.CURRENT_WORDING ? Wording.CURRENT : Wording.CLASSIC;
    return new Database.Options(InstantSource.system(), ACCOUNT, wording, REGION)
        .withLocations(Transfers.Locations.folders(folder))
        .withIdentities(kind == Kind.WITH_IDENTITIES ? identities() : null);
  }

  private static Identities identities() {
    try {
      return Identities.parse(IDENTITIES, ACCOUNT);
    } catch (IdentitiesException e) {
      throw new AssertionError(e);
    }
  }

  private void write(String object, String content) throws IOException {
    Path file = folder.resolve(IMPORTS).resolve(object);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** All operations. */
  static List<Operation> operations() {
    try (var background = Executors.newCachedThreadPool();
        var store = new MemoryStore();
        var engine =
            Engine.open(store, InstantSource.system(), background, EngineOptions.DEFAULT)) {
      return List.copyOf(new Operations(engine, UUID::randomUUID).all());
    }
  }

  /** The names of all operations. */
  List<String> operationNames() {
    return List.copyOf(services.keySet());
  }

  /**
   * An answer.
   *
   * @param body JSON, or empty
   */
  record Answer(int status, String body) {
    /** The body as an object; an empty object if there is no body. */
    Map<String, @Nullable Object> json() {
      return body.isEmpty() ? JsonObjects.of() : Json.object(body);
    }

    @Override
    public String toString() {
      return status + " " + body.substring(0, Math.min(2000, body.length()));
    }
  }

  /** Sends a valid request. */
  Answer call(Call call) {
    return call(call.operation(), call.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a request and checks its answer. */
  Answer call(String operation, byte[] body) {
    Answer answer = send(operation, body);
    if (answer.status() != 200 && answer.status() != 400) {
      throw new AssertionError("the status is " + answer);
    }
    boolean isTyped;
    try {
      isTyped = answer.json().get("__type") instanceof String type && type.contains("#");
    } catch (RuntimeException malformed) {
      throw new AssertionError("the answer is not a JSON object: " + answer, malformed);
    }
    if (isTyped != (answer.status() == 400)) {
      throw new AssertionError("errors, and only errors, must have a type: " + answer);
    }
    if (memory.reservedBytes() != 0) {
      // The thread that answered may not have released all of the memory yet.
      Eventually.holds("the memory of requests is given back", () -> memory.reservedBytes() == 0);
    }
    return answer;
  }

  private Answer send(String operation, byte[] body) {
    var service = services.getOrDefault(operation, "DynamoDB_20120810");
    var exchange =
        new Exchange(
            new HttpRequest("POST", "/", fields(service + "." + operation, body), body), memory);
    requests.execute(() -> {
      exchange.budget.reserve(body.length);
      database.handler().handle(exchange);
    });
    try {
      HttpResponse response = exchange.response.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      return new Answer(response.status(), text(response));
    } catch (TimeoutException e) {
      throw new AssertionError("no answer within " + DEADLINE + threads(), e);
    } catch (ExecutionException e) {
      throw new AssertionError("the request failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for an answer", e);
    }
  }

  /** The stack trace of the request thread. */
  private static String threads() {
    var text = new StringBuilder();
    Thread.getAllStackTraces()
        .forEach((thread, trace) -> {
          if (thread.getName().equals("fuzzed-request")) {
            text.append(", while it is at ").append(Arrays.toString(trace));
          }
        });
    return text.toString();
  }

  /** The header fields of a request, signed as the SDK signs it. */
  private HttpFields fields(String target, byte[] body) {
    var request =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(ENDPOINT)
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("X-Amz-Target", target)
            .build();
    var signed =
        SIGNER.sign(builder ->
            builder
                .identity(AwsBasicCredentials.create(KEY_ID, SECRET))
                .request(request)
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(HttpSigner.SIGNING_CLOCK, Clock.offset(Clock.systemUTC(), advanced))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                .putProperty(AwsV4HttpSigner.REGION_NAME, REGION));
    var fields = new HashMap<String, String>();
    signed.request().forEachHeader((name, values) -> fields.put(name, values.getFirst()));
    return HttpFields.of(fields);
  }

  private static String text(HttpResponse response) {
    var body = new StringBuilder();
    response.parts().forEach(part -> body.append(StandardCharsets.UTF_8.decode(part.duplicate())));
    return body.toString();
  }

  /** Advances the clock of the database. */
  void advance(Duration by) {
    advanced = advanced.plus(by);
    database.advance(by);
  }

  /** Deletes what exports and imports have written. */
  void emptyBuckets() throws IOException {
    for (String name : List.of(EXPORTS, ".logs")) {
      Path bucket = folder.resolve(name);
      if (Files.exists(bucket)) {
        try (var files = Files.walk(bucket)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            if (!file.equals(bucket)) {
              Files.delete(file);
            }
          }
        }
      }
    }
  }

  @Override
  public void close() {
    requests.shutdownNow();
    database.close();
  }

  /** One request and its answer. */
  private static final class Exchange implements HttpExchange {
    private final HttpRequest request;
    private final RequestBudget budget;
    private final CompletableFuture<HttpResponse> response = new CompletableFuture<>();

    Exchange(HttpRequest request, MemoryBudget memory) {
      this.request = request;
      this.budget = new RequestBudget(memory);
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public RequestBudget budget() {
      return budget;
    }

    @Override
    public void respond(HttpResponse answer) {
      budget.close();
      response.complete(answer);
    }

    @Override
    public void resume(Runnable task) {
      task.run();
    }

    @Override
    public void resumeLater(Runnable task, Duration delay) {
      LockSupport.parkNanos(delay.toNanos());
      task.run();
    }
  }
}
