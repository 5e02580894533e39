package dev.gramme.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Creates the table and fills it. */
final class Loader {
  private static final int BATCH = Workload.BATCH.many();
  private static final int WRITERS = 16;
  private static final int PROGRESS_SECONDS = 10;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI endpoint;
  private final Signer signer;
  private final LongAdder written = new LongAdder();

  Loader(int port, Signer signer) {
    this.signer = signer;
    endpoint = URI.create("http://127.0.0.1:" + port + "/");
  }

  /** Creates the table and waits until it is active. */
  void createTable() throws IOException, InterruptedException {
    createTable("bench");
  }

  /** Creates a table and waits until it is active. */
  void createTable(String name) throws IOException, InterruptedException {
    call("CreateTable", definition(name));
    while (!call("DescribeTable", "{\"TableName\":\"" + name + "\"}").contains("\"ACTIVE\"")) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** The parameters for the creation of a table. */
  static String definition(String name) {
    return """
    {"TableName":"%s","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[
    {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}\
    """
        .formatted(name);
  }

  /** Adds a global index whose key changes with every update, and waits until it is active. */
  void createIndex() throws IOException, InterruptedException {
    call(
        "UpdateTable",
        """
        {"TableName":"bench","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
        {"AttributeName":"sk","AttributeType":"S"},{"AttributeName":"count","AttributeType":"N"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by-count",
        "KeySchema":[{"AttributeName":"count","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}}]}\
        """);
    while (!call("DescribeTable", "{\"TableName\":\"bench\"}")
        .contains("\"IndexStatus\":\"ACTIVE\"")) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /** Deletes the index, and waits until it is gone. */
  void deleteIndex() throws IOException, InterruptedException {
    call(
        "UpdateTable",
        """
        {"TableName":"bench","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by-count"}}]}\
        """);
    while (call("DescribeTable", "{\"TableName\":\"bench\"}").contains("\"by-count\"")) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  /**
   * Writes the items in a range of numbers. Batches are whole: the last ones may repeat items.
   *
   * @param to at least the number of items in a batch
   */
  void fill(int from, int to) throws IOException, InterruptedException {
    written.reset();
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      var parts = new ArrayList<Future<?>>();
      int share = (to - from + WRITERS - 1) / WRITERS;
      for (int start = from; start < to; start += share) {
        int first = start;
        int last = Math.min(to, start + share);
        parts.add(
            writers.submit(() -> {
              fillOne(first, last, to);
              return null;
            }));
      }
      for (var part : parts) {
        awaitWithProgress(part, to - from);
      }
    } catch (ExecutionException e) {
      throw new IOException("loading failed: " + e.getCause(), e);
    }
  }

  private void awaitWithProgress(Future<?> part, int wanted)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        part.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        System.err.printf(
            Locale.ROOT, "gramme bench: %,d of %,d items are loaded%n", written.sum(), wanted);
      }
    }
  }

  private void fillOne(int from, int to, int items) throws IOException, InterruptedException {
    for (int start = from; start < to; start += BATCH) {
      call(Workload.BATCH.operation(), Workload.BATCH.body(start, items));
      written.add(Math.min(BATCH, to - start));
    }
  }

  /** Calls an operation and returns the response body. */
  String call(String operation, String body) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(endpoint).POST(HttpRequest.BodyPublishers.ofString(body));
    signer.fields(endpoint, operation, body).forEach(request::header);
    var response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          operation + " was answered " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }
}
