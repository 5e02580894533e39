package dev.gramme.conformance.fuzz;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.conformance.support.Json;
import dev.gramme.engine.Engine;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Comparator;
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

/**
 * A database in memory that gets its requests as its HTTP server would hand them over, one after
 * the other. Every answer is checked: it comes before a deadline, its status is 200 or 400, it is
 * JSON, an error has a type, and the memory of the request is given back.
 */
final class FuzzedDatabase implements AutoCloseable {
  /** The bucket that tables are exported to. */
  static final String EXPORTS = "exports";

  /** The bucket that tables are imported from; it has objects below {@code csv/}, {@code json/}. */
  static final String IMPORTS = "imports";

  /** A request that has no answer after this long hangs. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=AKIAFUZZ/20261123/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host;x-amz-date;x-amz-target, Signature="
          + "0".repeat(64);

  private final Path folder;
  private final MemoryBudget memory = MemoryBudget.ofHeap(Runtime.getRuntime().maxMemory());
  private final Map<String, String> services = new TreeMap<>();
  private final ExecutorService requests =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().name("fuzzed-request").factory());
  private final Database database;

  FuzzedDatabase(Path folder) throws IOException {
    this.folder = folder;
    operations().forEach(operation -> services.put(operation.name(), operation.service()));
    Files.createDirectories(folder.resolve(EXPORTS));
    write("csv/a.csv", "pk,s,n\na,b,1\nb,,x\n");
    write("json/a.json", "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}}\n");
    var options =
        new Database.Options(InstantSource.system(), "000000000000", Wording.CLASSIC, "us-east-1")
            .withPlaces(Transfers.Places.folders(folder));
    this.database = Database.open(new MemoryStore(), options);
  }

  private void write(String object, String content) throws IOException {
    Path file = folder.resolve(IMPORTS).resolve(object);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** All operations. */
  static List<Operation> operations() {
    try (var background = Executors.newVirtualThreadPerTaskExecutor();
        var store = new MemoryStore();
        var engine =
            Engine.open(store, InstantSource.system(), background, Engine.Options.DEFAULT)) {
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
   * @param body JSON, or nothing
   */
  record Answer(int status, String body) {
    /** The body as an object, which is empty if there is no body. */
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
      throw new AssertionError("the answer is no JSON object: " + answer, malformed);
    }
    if (isTyped != (answer.status() == 400)) {
      throw new AssertionError("an error and nothing else has a type: " + answer);
    }
    if (memory.reservedBytes() != 0) {
      // The thread that has answered may still be about to give back the last of it.
      Eventually.holds("the memory of requests is given back", () -> memory.reservedBytes() == 0);
    }
    return answer;
  }

  private Answer send(String operation, byte[] body) {
    var service = services.getOrDefault(operation, "DynamoDB_20120810");
    var exchange =
        new Exchange(new HttpRequest("POST", "/", fields(service + "." + operation), body), memory);
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

  /** What the thread of the requests does. */
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

  private static HttpFields fields(String target) {
    return HttpFields.of(
        Map.of(
            "Content-Type",
            "application/x-amz-json-1.0",
            "Host",
            "localhost",
            "X-Amz-Date",
            "20261123T000000Z",
            "X-Amz-Target",
            target,
            "Authorization",
            AUTHORIZATION));
  }

  private static String text(HttpResponse response) {
    var body = new StringBuilder();
    response.parts().forEach(part -> body.append(StandardCharsets.UTF_8.decode(part.duplicate())));
    return body.toString();
  }

  /** Moves its clock ahead. */
  void advance(Duration by) {
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
