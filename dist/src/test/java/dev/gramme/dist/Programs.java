package dev.gramme.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Programs of the machine. */
final class Programs {
  private Programs() {}

  /**
   * The end of a program.
   *
   * @param output what it wrote to both of its outputs
   */
  record Outcome(int status, String output) {}

  /** Runs a program to its end. */
  static Outcome run(Object... command) throws IOException, InterruptedException {
    return run(new ProcessBuilder(Stream.of(command).map(String::valueOf).toList()));
  }

  static Outcome run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output);
  }

  /** The output of a program that must succeed. */
  static String output(Object... command) throws IOException, InterruptedException {
    Outcome outcome = run(command);
    assertThat(outcome.status()).as("%s: %s", Arrays.asList(command), outcome.output()).isZero();
    return outcome.output();
  }

  /** Whether a program is in a folder of {@code PATH}. */
  static boolean isInstalled(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
  }
}
