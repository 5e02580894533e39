package dev.gramme.bench;

import dev.gramme.bench.results.Measurement;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Drives a server with wrk, the load generator. Requests are formatted and signed before the run,
 * so that wrk spends its time on sending them; or each is formatted when it is sent.
 */
final class Wrk {
  /** The number of different requests that are prepared for a run. */
  static final int PREPARED = 2_000;

  /** The number of items that are chosen for a run over a large table. */
  static final int CHOSEN = 2_000_000;

  private static final long SEED = 20_261_121;

  private final Path folder;
  private final Path script;
  private final Signer signer;
  private final boolean fresh;

  /**
   * Unpacks the script into a folder.
   *
   * @param fresh whether requests are formatted when they are sent; then their signatures are not
   *     valid
   */
  Wrk(Path folder, Signer signer, boolean fresh) throws IOException {
    this.folder = folder;
    this.script = folder.resolve("load.lua");
    this.signer = signer;
    this.fresh = fresh;
    try (InputStream in = Wrk.class.getResourceAsStream("/load.lua")) {
      if (in == null) {
        throw new IllegalStateException("load.lua is not on the class path");
      }
      Files.copy(in, script, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Runs a workload.
   *
   * @param items the number of items in the table, over which the keys are spread
   */
  Measurement run(int port, Workload workload, int connections, int seconds, int items)
      throws IOException, InterruptedException {
    return run(port, workload, connections, seconds, items, "").measurement();
  }

  /** Runs a workload and returns the number of requests in each second. */
  List<Long> course(int port, Workload workload, int connections, int seconds, int items)
      throws IOException, InterruptedException {
    return run(port, workload, connections, seconds, items, "seconds").perSecond();
  }

  /**
   * Runs an operation on items that a source chooses.
   *
   * @param numbers the numbers of the items, which are repeated after {@link #CHOSEN} requests
   */
  Measurement run(
      int port,
      LargeOperation operation,
      String table,
      LongSupplier numbers,
      int connections,
      int seconds)
      throws IOException, InterruptedException {
    var chosen = Files.createTempFile(folder, "numbers", "");
    try {
      var bytes = ByteBuffer.allocate(CHOSEN * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining()) {
        bytes.putInt((int) numbers.getAsLong());
      }
      Files.write(chosen, bytes.array());
      var text = LargeItem.randomText(LargeItem.TEXT, new SplittableRandom(SEED));
      int length = operation.body(table, 0, text).length();
      var request =
          RawConnection.head(port, operation.operation(), length) + operation.pattern(table);
      return run(
              port,
              connections,
              seconds,
              request,
              0,
              List.of(
                  "keys",
                  chosen.toString(),
                  Integer.toString(LargeItem.PER_PARTITION),
                  Integer.toString(LargeItem.TEXT)))
          .measurement();
    } finally {
      Files.delete(chosen);
    }
  }

  private WrkOutput run(
      int port, Workload workload, int connections, int seconds, int items, String mode)
      throws IOException, InterruptedException {
    var endpoint = URI.create("http://127.0.0.1:" + port + "/");
    return run(
        port,
        connections,
        seconds,
        fresh ? pattern(endpoint, workload) : prepared(endpoint, workload, items),
        fresh ? items : 0,
        List.of(mode));
  }

  private WrkOutput run(
      int port, int connections, int seconds, String text, int items, List<String> mode)
      throws IOException, InterruptedException {
    var requests = Files.createTempFile(folder, "requests", "");
    try {
      Files.writeString(requests, text);
      var command =
          new ArrayList<>(
              List.of(
                  "wrk",
                  "-t1",
                  "-c" + connections,
                  "-d" + seconds + "s",
                  "--timeout",
                  "20s",
                  "-s",
                  script.toString(),
                  "http://127.0.0.1:" + port + "/",
                  "--",
                  requests.toString(),
                  Integer.toString(items),
                  Long.toString(SEED)));
      command.addAll(mode);
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return WrkOutput.parse(output);
    } finally {
      Files.delete(requests);
    }
  }

  private String prepared(URI endpoint, Workload workload, int items) {
    var random = new Random(SEED);
    var requests = new StringBuilder();
    for (int i = 0; i < PREPARED; i++) {
      var body = workload.body(random.nextInt(items), items);
      var fields = signer.fields(endpoint, workload.operation(), body);
      requests
          .append("POST / HTTP/1.1\r\nHost: ")
          .append(endpoint.getAuthority())
          .append("\r\nContent-Length: ")
          .append(body.length())
          .append("\r\n")
          .append(lines(fields, "\r\n"))
          .append("\r\n\r\n")
          .append(body)
          .append('\0');
    }
    return requests.toString();
  }

  private String pattern(URI endpoint, Workload workload) {
    return lines(signer.fields(endpoint, workload.operation(), ""), "\n")
        + "\n\n"
        + workload.many()
        + "\n"
        + workload.pattern();
  }

  private static String lines(Map<String, String> fields, String end) {
    return fields.entrySet().stream()
        .map(field -> field.getKey() + ": " + field.getValue())
        .collect(Collectors.joining(end));
  }
}
