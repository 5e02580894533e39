package dev.gramme.apps.comparison;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Counts the requests to a database and the capacity that they consume, for each access pattern. It
 * makes each request return its consumed capacity, below every library, so that all of them are
 * counted in the same way.
 */
final class Meter implements SdkHttpClient {
  /** The name of calls that prepare others and do not count. */
  static final String NONE = "none";

  private static final Pattern CONSUMED = Pattern.compile("\"CapacityUnits\":([0-9.]+)");

  private final SdkHttpClient database;
  private final Map<String, Use> uses = new LinkedHashMap<>();
  private String pattern = NONE;

  Meter(SdkHttpClient database) {
    this.database = database;
  }

  /** Counts the requests from now on for this access pattern. */
  synchronized void begin(String name) {
    pattern = name;
  }

  /** The requests and their consumption by access pattern, in the order of the calls. */
  synchronized Map<String, Use> uses() {
    uses.remove(NONE);
    return new LinkedHashMap<>(uses);
  }

  private synchronized void add(Use use) {
    uses.merge(pattern, use, Use::plus);
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        return measured(request);
      }

      @Override
      public void abort() {}
    };
  }

  private HttpExecuteResponse measured(HttpExecuteRequest request) throws IOException {
    String operation =
        request.httpRequest().firstMatchingHeader("X-Amz-Target").orElseThrow().split("\\.")[1];
    byte[] body = asking(operation, read(request));
    var asking =
        HttpExecuteRequest.builder()
            .request(
                request.httpRequest().toBuilder()
                    .putHeader("Content-Length", Integer.toString(body.length))
                    .build())
            .contentStreamProvider(() -> new ByteArrayInputStream(body))
            .build();
    HttpExecuteResponse response = database.prepareRequest(asking).call();
    byte[] answer;
    try (var content = response.responseBody().orElseThrow()) {
      answer = content.readAllBytes();
    }
    add(use(operation, new String(answer, StandardCharsets.UTF_8)));
    return HttpExecuteResponse.builder()
        .response(response.httpResponse())
        .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer)))
        .build();
  }

  private static byte[] read(HttpExecuteRequest request) throws IOException {
    try (var content = request.contentStreamProvider().orElseThrow().newStream()) {
      return content.readAllBytes();
    }
  }

  private static byte[] asking(String operation, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8);
    return operation.contains("Table")
            || operation.contains("TimeToLive")
            || text.contains("\"ReturnConsumedCapacity\"")
        ? body
        : ("{\"ReturnConsumedCapacity\":\"TOTAL\"," + text.substring(1))
            .getBytes(StandardCharsets.UTF_8);
  }

  private static Use use(String operation, String answer) {
    double units =
        CONSUMED.matcher(answer).results().mapToDouble(m -> Double.parseDouble(m.group(1))).sum();
    boolean reads =
        operation.contains("Get") || operation.equals("Query") || operation.equals("Scan");
    return new Use(Map.of(operation, 1), reads ? units : 0, reads ? 0 : units);
  }

  @Override
  public void close() {
    // The owner of the database closes it.
  }
}
