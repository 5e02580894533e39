package dev.gramme.embedded.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A child process that a test kills. It reports its progress in lines that end with a semicolon. A
 * line without a semicolon was cut off by the kill.
 */
final class ChildProcess {
  private static final int TIMEOUT_SECONDS = 60;
  private static final String END = " ;";

  private final Process process;
  private final Consumer<String> listener;
  private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
  private final CompletableFuture<Void> reader;
  private final int targetLines;
  private int lines;

  private ChildProcess(Process process, int targetLines, Consumer<String> listener) {
    this.process = process;
    this.targetLines = targetLines;
    this.listener = listener;
    this.reader = CompletableFuture.runAsync(this::read);
  }

  /**
   * Starts a main class.
   *
   * @param targetLines {@link #kill} waits for this number of lines
   * @param listener is called with every line
   */
  static ChildProcess start(
      Class<?> main, int targetLines, Consumer<String> listener, String... arguments)
      throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(Arrays.asList(arguments));
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new ChildProcess(process, targetLines, listener);
  }

  private void read() {
    try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.endsWith(END)) {
          listener.accept(line.substring(0, line.length() - END.length()));
          if (++lines == targetLines) {
            reached.complete(true);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      reached.complete(false);
    }
  }

  /**
   * Waits for the target number of lines and then for this time, and kills the process. Returns
   * whether the process was alive until then.
   */
  boolean kill(long afterNanos) throws Exception {
    try {
      boolean alive = reached.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      LockSupport.parkNanos(afterNanos);
      return alive;
    } finally {
      // Uses the handle, because Process.destroyForcibly would close the output and discard unread
      // lines.
      process.toHandle().destroyForcibly();
      process.waitFor();
      reader.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
  }
}
