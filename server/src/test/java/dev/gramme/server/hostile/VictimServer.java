package dev.gramme.server.hostile;

import dev.gramme.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A server on disk with a heap of 256 MB, in a process that exits at its first OutOfMemoryError.
 */
final class VictimServer implements AutoCloseable {
  static final int HEAP_MEGABYTES = 256;

  private static final int CACHE_MEGABYTES = 128;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final URI address;
  private final URI admin;

  VictimServer(Path folder, String... flags) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx" + HEAP_MEGABYTES + "m",
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dio.netty.leakDetection.level=disabled"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("serve", "--port=0", "--data=" + folder.resolve("data")));
    // By default the cache is a share of the machine's memory, and what a test writes fills it.
    command.addAll(List.of("--cache=" + CACHE_MEGABYTES, "--write-buffer=32"));
    command.addAll(List.of(flags));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    this.process = builder.redirectError(folder.resolve("log").toFile()).start();
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String first = lines.readLine();
    if (first == null || !first.startsWith("Gramme ")) {
      throw new IOException(
          "the server did not start: " + first + "\n" + Files.readString(folder.resolve("log")));
    }
    this.address = URI.create(first.replaceAll(".* at ", ""));
    String line = lines.readLine();
    while (!line.contains(" admin ")) {
      line = lines.readLine();
    }
    this.admin = URI.create(line.strip().split("\\s+")[1]);
  }

  /** Creates a table whose partition key is the string {@code pk}. */
  void createTable(String name) throws IOException, InterruptedException {
    var answer =
        call(
            "CreateTable",
            "{\"TableName\":\""
                + name
                + "\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
                + "[{\"AttributeName\":\"pk\",\"AttributeType\":\"S\"}],\"KeySchema\":"
                + "[{\"AttributeName\":\"pk\",\"KeyType\":\"HASH\"}]}");
    if (answer.statusCode() != 200) {
      throw new IOException(answer.body());
    }
  }

  int port() {
    return address.getPort();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** The peak resident memory of the process in megabytes. */
  long peakResidentMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) >> 10;
      }
    }
    throw new IOException("no VmHWM of process " + process.pid());
  }

  HttpResponse<String> call(String operation, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header("Authorization", AttackClient.AUTHORIZATION)
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException(operation + " was not answered; " + connectionCounts(), e);
    }
  }

  /** The metrics that show why the server closed a connection. */
  private String connectionCounts() throws IOException, InterruptedException {
    return operatorPage("/metrics")
        .body()
        .lines()
        .filter(line -> line.matches("gramme_(\\w+_connections_total|connections|receiv\\w+) .*"))
        .collect(Collectors.joining(", "));
  }

  /** A page at the address of the protocol. */
  HttpResponse<String> page(String path) throws IOException, InterruptedException {
    return get(address.resolve(path));
  }

  /** A page at the address for operators. */
  HttpResponse<String> operatorPage(String path) throws IOException, InterruptedException {
    return get(admin.resolve(path));
  }

  private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    client.close();
  }
}
