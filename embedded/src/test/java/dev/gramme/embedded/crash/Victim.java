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
 * A process that is started in order to be killed. It tells what it does in lines that end with a
 * semicolon; one without was cut off by the end.
 */
final class Victim {
  private static final int PATIENCE_SECONDS = 60;
  private static final String END = " ;";

  private final Process process;
  private final Consumer<String> heard;
  private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
  private final CompletableFuture<Void> reader;
  private final int enough;
  private int lines;

  private Victim(Process process, int enough, Consumer<String> heard) {
    this.process = process;
    this.enough = enough;
    this.heard = heard;
    this.reader = CompletableFuture.runAsync(this::read);
  }

  /**
   * Starts a main class.
   *
   * @param enough when so many lines were heard, {@link #kill} does not wait any more
   * @param heard gets every line
   */
  static Victim start(Class<?> main, int enough, Consumer<String> heard, String... arguments)
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
    return new Victim(process, enough, heard);
  }

  private void read() {
    try (var in = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.endsWith(END)) {
          heard.accept(line.substring(0, line.length() - END.length()));
          if (++lines == enough) {
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
   * Waits until enough was heard, and a little longer, and kills it; whether it lived until then.
   */
  boolean kill(long afterNanos) throws Exception {
    try {
      boolean alive = reached.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      LockSupport.parkNanos(afterNanos);
      return alive;
    } finally {
      // By its handle: the process object would close its output, and what is in there, too.
      process.toHandle().destroyForcibly();
      process.waitFor();
      reader.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
