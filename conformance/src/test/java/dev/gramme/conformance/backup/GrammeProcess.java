package dev.gramme.conformance.backup;

import dev.gramme.server.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code ./gramme} with arguments, in its own process. */
final class GrammeProcess implements AutoCloseable {
  private final Process process;

  private GrammeProcess(List<String> command) throws IOException {
    this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
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
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    return command;
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
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Command(process.waitFor(), text, text);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
