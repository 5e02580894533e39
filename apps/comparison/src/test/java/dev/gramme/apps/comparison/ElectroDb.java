package dev.gramme.apps.comparison;

import dev.gramme.toolkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the version with ElectroDB. It needs Node.js, npm and a connection to npm's registry. */
final class ElectroDb {
  private static final Path FOLDER = Sources.MODULE.resolve("target/electrodb");
  private static final Pattern ERROR = Pattern.compile("error (TS\\d+: .*)");
  private static final Pattern THROWN = Pattern.compile("(?m)^\\w*(?:Error|Exception)\\b.*");
  private static final int MINUTES = 5;
  private static final int MOST = 160;

  private ElectroDb() {}

  /** Installs the libraries. */
  static void install() throws IOException {
    Files.createDirectories(FOLDER);
    for (String file : List.of("package.json", "tsconfig.json")) {
      Files.writeString(
          FOLDER.resolve(file), Files.readString(Sources.electroDbFolder().resolve(file)));
    }
    Ended installed =
        run(Map.of(), "npm", "install", "--no-audit", "--no-fund", "--no-package-lock");
    if (installed.status() != 0) {
      throw new IllegalStateException("npm install failed: " + installed.output());
    }
  }

  /** Compiles the sources and makes all calls. */
  static Run correct() throws IOException {
    Ended compiled = compile(Edit.NONE);
    if (compiled.status() != 0) {
      throw new IllegalStateException("tsc failed: " + compiled.output());
    }
    var results = new ArrayList<Recorder.Result>();
    var uses = new java.util.LinkedHashMap<String, Use>();
    Ended ended = call(results, uses);
    if (ended.status() != 0) {
      throw new IllegalStateException("the calls failed: " + ended.output());
    }
    return new Run(results, uses);
  }

  /** What happens with a mistake. */
  static String outcome(String input, List<Recorder.Result> correct) {
    if (input.lines().findFirst().orElseThrow().equals(Mistakes.IMPOSSIBLE)) {
      return "impossible: " + input.lines().skip(1).reduce("", (a, b) -> (a + " " + b).strip());
    }
    try {
      Ended compiled = compile(Edit.parse(input));
      if (compiled.status() != 0) {
        Matcher error = ERROR.matcher(compiled.output());
        return "compiler: " + shortened(error.find() ? error.group(1) : compiled.output());
      }
      var results = new ArrayList<Recorder.Result>();
      Ended ended = call(results, new java.util.LinkedHashMap<>());
      Matcher thrown = THROWN.matcher(ended.output());
      String message = shortened(thrown.find() ? thrown.group() : "exit " + ended.status());
      // Creating the table is the first result.
      String end = (results.isEmpty() ? "start fails: " : "call fails: ") + message;
      return Outcome.compared(correct, results, end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shortened(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > MOST ? line.substring(0, MOST) + "..." : line;
  }

  private static Ended compile(Edit edit) throws IOException {
    for (Path source : Sources.electroDb()) {
      Files.writeString(FOLDER.resolve(source.getFileName()), edit.applied(source));
    }
    return run(Map.of(), "node_modules/.bin/tsc", "-p", ".");
  }

  private static Ended call(List<Recorder.Result> results, Map<String, Use> uses)
      throws IOException {
    try (var gramme = Run.database()) {
      var meter = new Meter(gramme.httpClient());
      try (var front = Front.start(meter)) {
        Ended ended = run(Map.of("ENDPOINT", front.endpoint()), "node", "build/calls.js");
        ended
            .output()
            .lines()
            .filter(line -> line.startsWith("{\"pattern\":"))
            .forEach(line -> results.add(result(Json.parse(line))));
        uses.putAll(meter.uses());
        return ended;
      }
    }
  }

  private static Recorder.Result result(Json line) {
    return new Recorder.Result(text(line, "pattern"), text(line, "result"));
  }

  private static String text(Json line, String member) {
    return ((Json.Text) ((Json.Members) line).member(member).orElseThrow()).value();
  }

  /** The end of a process: its status and all that it printed. */
  private record Ended(int status, String output) {}

  private static Ended run(Map<String, String> environment, String... command) throws IOException {
    Path output = Files.createTempFile("electrodb", ".txt");
    var builder = new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(output.toFile()).start();
    try {
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
        throw new IllegalStateException(command[0] + " has not ended");
      }
      return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      process.destroyForcibly();
      Files.deleteIfExists(output);
    }
  }
}
