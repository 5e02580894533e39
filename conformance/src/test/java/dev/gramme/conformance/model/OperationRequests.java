package dev.gramme.conformance.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Operation;
import dev.gramme.api.Operations;
import dev.gramme.conformance.support.RawClient;
import dev.gramme.conformance.support.RawResponse;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests of the file {@code operations.requests}, which has every operation. An empty
 * database with the regions us-east-1 and eu-west-1 answers all of them.
 */
final class OperationRequests {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)}");

  private final Map<String, Operation> operations = operations();
  private final Map<String, String> variables = new HashMap<>();
  private final RawClient client;

  private OperationRequests(RawClient client) {
    this.client = client;
  }

  /**
   * The names of operations.
   *
   * @param answered those of requests that were executed
   * @param refused those of requests that were refused, as they should be
   */
  record Outcome(Set<String> answered, Set<String> refused) {}

  /** A line of the file. */
  private record Request(String operation, boolean isRefused, String body) {
    static Request of(String line) {
      String[] words = line.split(" ", 2);
      boolean refused = words[1].startsWith("! ");
      return new Request(words[0], refused, refused ? words[1].substring(2) : words[1]);
    }
  }

  /** All operations by their names. */
  static Map<String, Operation> operations() {
    var engine =
        Engine.open(new MemoryStore(), () -> Instant.EPOCH, Runnable::run, EngineOptions.DEFAULT);
    return new Operations(engine, () -> new UUID(0, 1))
        .all().stream().collect(Collectors.toMap(Operation::name, operation -> operation));
  }

  /** Creates the buckets of the requests in the folder of a server's buckets. */
  static void createBuckets(Path folder) throws IOException {
    Files.writeString(
        Files.createDirectories(folder.resolve("source")).resolve("items.json"),
        "{\"Item\":{\"pk\":{\"S\":\"1\"}}}\n");
    Files.createDirectory(folder.resolve("target"));
  }

  /** Sends all requests, and checks the statuses of their answers. */
  static Outcome send(RawClient client) throws IOException {
    return new OperationRequests(client).send();
  }

  private Outcome send() throws IOException {
    var answered = new TreeSet<String>();
    var refused = new TreeSet<String>();
    for (Request request : requests()) {
      RawResponse response = send(request);
      assertThat(response.status())
          .as("%s: %s", request, response.text())
          .isEqualTo(request.isRefused() ? 400 : 200);
      (request.isRefused() ? refused : answered).add(request.operation());
    }
    return new Outcome(answered, refused);
  }

  private static List<Request> requests() throws IOException {
    return Files.readAllLines(Path.of("src/test/resources/operations.requests")).stream()
        .filter(line -> !line.startsWith("#"))
        .map(Request::of)
        .toList();
  }

  /** Sends a request, and repeats it while background work on its table is not done. */
  private RawResponse send(Request request) {
    String body =
        VARIABLE
            .matcher(request.body())
            .replaceAll(
                name -> Matcher.quoteReplacement(variables.getOrDefault(name.group(1), "")));
    String target = operation(request).service() + "." + request.operation();
    var headers = Map.of("Content-Type", "application/x-amz-json-1.0", "X-Amz-Target", target);
    RawResponse response =
        Eventually.get(
            request.operation(),
            () -> client.post(headers, body.getBytes(StandardCharsets.UTF_8)),
            answer -> request.isRefused() || !answer.errorType().endsWith("InUseException"));
    if (response.status() == 200 && !response.text().isEmpty()) {
      strings(response.json()).forEach(variables::putAll);
    }
    return response;
  }

  private Operation operation(Request request) {
    Operation operation = operations.get(request.operation());
    if (operation == null) {
      throw new AssertionError("no operation is called " + request.operation());
    }
    return operation;
  }

  /** The members of an answer, at any depth, that are strings. */
  private static Stream<Map<String, String>> strings(@Nullable Object json) {
    if (json instanceof Map<?, ?> object) {
      return object.entrySet().stream()
          .flatMap(member ->
              member.getValue() instanceof String text
                  ? Stream.of(Map.of(String.valueOf(member.getKey()), text))
                  : strings(member.getValue()));
    }
    return json instanceof List<?> list
        ? list.stream().flatMap(OperationRequests::strings)
        : Stream.of();
  }
}
