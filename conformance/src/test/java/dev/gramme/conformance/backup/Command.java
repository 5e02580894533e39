package dev.gramme.conformance.backup;

import dev.gramme.server.backup.BackupCommand;
import dev.gramme.server.backup.CheckCommand;
import dev.gramme.server.backup.RestoreCommand;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The result of a command.
 *
 * @param out its output
 * @param err its progress and errors
 */
record Command(int status, String out, String err) {
  private interface Body {
    int run(PrintStream out, PrintStream err);
  }

  static Command backup(String... arguments) {
    return run((out, err) -> BackupCommand.run(List.of(arguments), Map.of(), "1.2.3", out, err));
  }

  static Command restore(String... arguments) {
    return run((out, err) -> RestoreCommand.run(List.of(arguments), Map.of(), out, err));
  }

  static Command check(String... arguments) {
    return run((out, err) -> CheckCommand.run(List.of(arguments), Map.of(), out, err));
  }

  private static Command run(Body body) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        body.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Command(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** This result, if the command has succeeded. */
  Command succeeded() {
    if (status != 0) {
      throw new AssertionError("status " + status + ": " + err);
    }
    return this;
  }

  /** The last line of the errors of a command that failed. */
  String failure() {
    if (status != 1) {
      throw new AssertionError("status " + status + ": " + out + err);
    }
    return err.lines().reduce((a, b) -> b).orElse("");
  }
}
