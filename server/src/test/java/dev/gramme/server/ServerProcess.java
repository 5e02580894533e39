package dev.gramme.server;

import dev.gramme.cluster.Host;
import dev.gramme.testkit.ChildJvm;
import dev.gramme.testkit.FreePorts;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
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

/** A server in its own process, which can be killed and restarted at the same port. */
final class ServerProcess {
  /** The processes of this module's tests. */
  static final ChildJvm CHILD = new ChildJvm(AotTraining.class);

  private static final String DEFAULT_REGION = "us-east-1";
  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final URI address;
  private final Path log;
  private final List<String> command = new ArrayList<>();
  private Process process;

  ServerProcess(Path folder, Host host, List<String> flags) throws IOException {
    int port = FreePorts.next();
    this.address = URI.create("http://" + host.address() + ":" + port);
    this.log = folder.resolve("server-" + port + ".log");
    command.addAll(host.prefix());
    command.addAll(CHILD.command(Main.class.getName(), "serve"));
    command.addAll(List.of("--port=" + port, "--bind=" + host.address(), "--insecure"));
    command.add("--data=" + folder);
    command.addAll(flags);
    this.process = start();
  }

  private Process start() throws IOException {
    var started =
        new ProcessBuilder(command).redirectError(Redirect.appendTo(log.toFile())).start();
    String first = started.inputReader(StandardCharsets.UTF_8).readLine();
    if (first == null || !first.startsWith("Gramme ")) {
      throw new IOException("the server did not start: " + first + "\n" + Files.readString(log));
    }
    return started;
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void startAgain() throws IOException {
    process = start();
  }

  /** The answer to a request, with any status. */
  HttpResponse<String> ask(String service, String operation, String body)
      throws IOException, InterruptedException {
    return ask(service, operation, body, PATIENCE);
  }

  HttpResponse<String> ask(String service, String operation, String body, Duration patience)
      throws IOException, InterruptedException {
    return ask(address, DEFAULT_REGION, service, operation, body, patience);
  }

  static String call(int port, String service, String operation, String body)
      throws IOException, InterruptedException {
    return call(port, DEFAULT_REGION, service, operation, body);
  }

  /** The answer of a region of a server. */
  static String call(int port, String region, String service, String operation, String body)
      throws IOException, InterruptedException {
    URI address = URI.create("http://127.0.0.1:" + port);
    return ask(address, region, service, operation, body, PATIENCE).body();
  }

  /** The answer of a page beside the protocol. */
  static String post(int port, String path, String body) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString()).body();
  }

  private static HttpResponse<String> ask(
      URI address, String region, String service, String operation, String body, Duration patience)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address)
            .timeout(patience)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", service + "_20120810." + operation)
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=A/20260101/"
                    + region
                    + "/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0")
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }
}
