package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked archive. Its programs run with an empty environment, in which neither Java nor any
 * other program is found.
 *
 * @param home the folder of the installation
 * @param work the working directory of its programs
 */
record Installation(Path home, Path work) {
  private static final int PATIENCE_SECONDS = 60;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** The end of a command. */
  record Outcome(int status, List<String> lines) {}

  /** A running server. */
  record Server(Process process, String url, List<String> lines) {
    /** Starts a program that is a server, and returns when it has printed its lines. */
    static Server start(ProcessBuilder program) throws IOException {
      Process process = program.redirectErrorStream(true).start();
      var reader = process.inputReader(StandardCharsets.UTF_8);
      var lines = new ArrayList<String>();
      for (@Nullable String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
        if (line.startsWith("  try it")) {
          return new Server(process, lines.getFirst().replaceAll(".* at ", ""), lines);
        }
      }
      throw new AssertionError("the server did not start: " + String.join("\n", lines));
    }

    /** The body of the answer to a request. */
    String call(String operation, String body) throws Exception {
      var request =
          HttpRequest.newBuilder(URI.create(url))
              .header("Content-Type", "application/x-amz-json-1.0")
              .header("X-Amz-Target", "DynamoDB_20120810." + operation)
              .header("X-Amz-Date", "20260101T000000Z")
              .header(
                  "Authorization",
                  "AWS4-HMAC-SHA256 Credential=A/20260101/us-east-1/dynamodb/aws4_request,"
                      + " SignedHeaders=host, Signature=0")
              .POST(BodyPublishers.ofString(body))
              .build();
      return CLIENT.send(request, BodyHandlers.ofString()).body();
    }

    /** The file of the server's console with this name. */
    String consoleFile(String name) throws Exception {
      var request = HttpRequest.newBuilder(URI.create(url + "/console/" + name)).build();
      var response = CLIENT.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).as(name).isEqualTo(200);
      return response.body();
    }

    /** Checks that the console has its page and the modules of other projects that this loads. */
    void checkConsole() throws Exception {
      assertThat(consoleFile("")).contains("<script");
      assertThat(consoleFile("preact.js")).contains("useState");
      assertThat(consoleFile("yaml.js")).contains("export");
    }

    String port() {
      return url.replaceAll(".*:", "");
    }

    /** Stops the server, which must end in an orderly way. */
    void stop() throws Exception {
      process.toHandle().destroy(); // unlike Process.destroy, this leaves the output open
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      var rest = process.inputReader(StandardCharsets.UTF_8).lines().toList();
      assertThat(process.exitValue()).as(String.join("\n", rest)).isZero();
      assertThat(rest).contains("stopped");
    }
  }

  /** Unpacks an archive in a new folder. */
  static Installation unpack(Path archive, Path folder) throws Exception {
    Files.createDirectories(folder.resolve("work"));
    tar(archive, folder);
    try (var folders = Files.list(folder)) {
      Path home =
          folders
              .filter(path -> Files.isExecutable(path.resolve("bin/gramme")))
              .findFirst()
              .orElseThrow();
      return new Installation(home, folder.resolve("work"));
    }
  }

  static void tar(Path archive, Path folder) throws Exception {
    Programs.output("tar", "xzf", archive, "-C", folder);
  }

  private ProcessBuilder program(Map<String, String> environment, String... arguments) {
    var command = new ArrayList<>(List.of(home.resolve("bin/gramme").toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", "/nowhere");
    builder.environment().putAll(environment);
    return builder;
  }

  /** Runs a command to its end. */
  Outcome run(String... arguments) throws Exception {
    Process process = program(Map.of(), arguments).start();
    var lines = process.inputReader(StandardCharsets.UTF_8).lines().toList();
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Outcome(process.exitValue(), lines);
  }

  /** Starts a server and returns when it has printed its lines. */
  Server serve(Map<String, String> environment, String... arguments) throws IOException {
    return Server.start(program(environment, arguments));
  }
}
