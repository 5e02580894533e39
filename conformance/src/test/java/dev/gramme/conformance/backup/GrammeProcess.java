package dev.gramme.conformance.backup;

import static dev.gramme.conformance.support.ChildTraining.CHILD;
import static java.util.Objects.requireNonNull;

import dev.gramme.server.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code ./gramme} with arguments, in its own process. */
final class GrammeProcess implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Process process;
  private final BufferedReader output;
  private @Nullable URI address;
  private @Nullable URI admin;

  private GrammeProcess(List<String> command) throws IOException {
    this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  static GrammeProcess start(String... arguments) throws IOException {
    return new GrammeProcess(command(arguments));
  }

  /** Limits the size of every file that the process writes, which acts like a full disk. */
  static GrammeProcess startWithFileLimit(int kibibytes, String... arguments) throws IOException {
    var command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "child"));
    command.addAll(command(arguments));
    return new GrammeProcess(command);
  }

  private static List<String> command(String... arguments) {
    return CHILD.command(Main.class.getName(), arguments);
  }

  /** Starts a server at any free port and returns when it accepts requests. */
  static GrammeProcess serve(Path data, String... flags) throws IOException {
    var arguments = new ArrayList<>(List.of("serve", "--port=0", "--data=" + data));
    arguments.addAll(List.of(flags));
    GrammeProcess server = start(arguments.toArray(String[]::new));
    var output = new StringBuilder();
    while (server.admin == null) {
      String line = server.output.readLine();
      if (line == null) {
        throw new IOException("the server did not start: " + output);
      }
      output.append(line).append('\n');
      if (line.startsWith("Gramme ")) {
        server.address = URI.create(line.replaceAll(".* at ", ""));
      } else if (line.contains(" admin ")) {
        server.admin = URI.create(line.strip().split("\\s+")[1]);
      }
    }
    Thread.ofPlatform().daemon().start(() -> server.output.lines().forEach(line -> {}));
    return server;
  }

  /** A client of the server. */
  DynamoDbClient client(String region) {
    return NotesServer.client(requireNonNull(address), region);
  }

  /** A metric of the server. */
  double metric(String name) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(requireNonNull(admin).resolve("/metrics")).build();
    return HTTP.send(request, BodyHandlers.ofLines())
        .body()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Ends the process without a signal that it could handle. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** The result of a command that ends by itself; output and errors are in one text. */
  Command result() throws IOException, InterruptedException {
    String text = String.join("\n", output.lines().toList());
    return new Command(process.waitFor(), text, text);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
