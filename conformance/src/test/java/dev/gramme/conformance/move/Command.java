package dev.gramme.conformance.move;

import dev.gramme.move.Commands;
import dev.gramme.move.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The result of a command. */
record Command(int status, String out, String err) {
  /** Runs a command in this process. */
  static Command run(String name, String... arguments) {
    return run(InstantSource.system(), name, arguments);
  }

  /** Runs a command in this process with a clock. */
  static Command run(InstantSource clock, String name, String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        Commands.run(
            name,
            List.of(arguments),
            new Terminal(
                Map.of(),
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                clock));
    return new Command(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** The output of a command that has succeeded. */
  String succeeded() {
    if (status != 0) {
      throw new AssertionError("status " + status + ": " + out + err);
    }
    return out;
  }

  /** The last line of the errors of a command that has failed. */
  String failure(int expectedStatus) {
    if (status != expectedStatus) {
      throw new AssertionError("status " + status + ": " + out + err);
    }
    return err.lines().reduce((a, b) -> b).orElse("");
  }
}
