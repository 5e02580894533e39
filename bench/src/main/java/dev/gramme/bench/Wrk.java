package dev.gramme.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Drives a server with wrk, the load generator. */
final class Wrk {
  private static final long SEED = 20_261_121;

  private final Path script;

  /** Unpacks the script into a folder. */
  Wrk(Path folder) throws IOException {
    script = folder.resolve("load.lua");
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
    var command =
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
            workload.operation(),
            Integer.toString(items),
            Long.toString(SEED));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    for (var line : output.split("\n")) {
      if (line.startsWith("RESULT ")) {
        return parsed(line.split(" "));
      }
    }
    throw new IOException("wrk gave no result:\n" + output);
  }

  private static Measurement parsed(String[] words) {
    double seconds = Long.parseLong(words[2]) / 1e6;
    return new Measurement(
        Long.parseLong(words[1]) / seconds,
        Long.parseLong(words[4]),
        Long.parseLong(words[5]),
        Long.parseLong(words[3]));
  }
}
