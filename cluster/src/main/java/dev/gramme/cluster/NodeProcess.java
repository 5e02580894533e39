package dev.gramme.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs as a node of a cluster, in a process that can be stopped, killed and started
 * again. Its output is in {@code output.log} in its folder.
 */
final class NodeProcess {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final long PROBE_INTERVAL_MILLIS = 200;
  private static final String OUTPUT = "output.log";
  private static final int SHOWN_BYTES = 2_000;

  private final String program;
  private final List<String> command;
  private final Path folder;
  private @Nullable Process process;

  /**
   * A process that does not run yet.
   *
   * @param program its name in messages
   */
  NodeProcess(String program, Host host, List<String> command, Path folder) {
    this.program = program;
    this.folder = folder;
    this.command = new ArrayList<>(host.prefix());
    this.command.addAll(command);
  }

  /**
   * The id of the process.
   *
   * @throws IllegalStateException if it is not running
   */
  long pid() {
    return running().pid();
  }

  /** Starts the process. */
  void begin() {
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(folder.resolve(OUTPUT).toFile()))
              .start();
    } catch (IOException e) {
      throw new ClusterException(program + " cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * Waits until the node is ready.
   *
   * @throws ClusterException if the process ends, or the time is over
   */
  void awaitReady(BooleanSupplier isReady, Duration timeout) {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!isReady.getAsBoolean()) {
      if (!running().isAlive() || System.nanoTime() > deadline) {
        throw new ClusterException(
            "%s did not start in %s. The end of its output:%n%s"
                .formatted(program, folder, endOfOutput()));
      }
      pause();
    }
  }

  private String endOfOutput() {
    try (var file = new RandomAccessFile(folder.resolve(OUTPUT).toFile(), "r")) {
      file.seek(Math.max(0, file.length() - SHOWN_BYTES));
      byte[] end = new byte[SHOWN_BYTES];
      int length = Math.max(0, file.read(end));
      return new String(end, 0, length, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "It cannot be read: " + e.getMessage();
    }
  }

  private void pause() {
    try {
      var _ = running().waitFor(PROBE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while " + program + " started.", e);
    }
  }

  /** Stops it in an orderly way, and kills it if that takes too long. */
  void stop() {
    Process stopping = process;
    if (stopping != null) {
      stopping.destroy();
      end(stopping);
    }
  }

  /** Kills it. Data in the operating system's page cache survives, unlike after a power failure. */
  void kill() {
    Process killed = process;
    if (killed != null) {
      killed.destroyForcibly();
      end(killed);
    }
  }

  private void end(Process ending) {
    try {
      if (!ending.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        ending.destroyForcibly().waitFor();
      }
      process = null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ending.destroyForcibly();
    }
  }

  private Process running() {
    Process current = process;
    if (current == null) {
      throw new IllegalStateException(program + " in " + folder + " is not running");
    }
    return current;
  }

  /**
   * Sends a signal to processes. Those that have ended meanwhile do not matter.
   *
   * @param name the signal, such as {@code STOP}
   */
  static void signal(String name, List<Long> pids) {
    try {
      for (long pid : pids) {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        if (status != 0 && ProcessHandle.of(pid).isPresent()) {
          throw new ClusterException("The signal " + name + " could not be sent to " + pid + ".");
        }
      }
    } catch (IOException e) {
      throw new ClusterException("The signal " + name + " could not be sent.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while a signal was sent.", e);
    }
  }
}
