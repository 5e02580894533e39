package dev.gramme.conformance.documents;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A process and all that it has printed. */
final class Terminal implements AutoCloseable {
  private final Process process;
  private final StringBuilder printed = new StringBuilder();
  private boolean ended;

  Terminal(Path folder, Map<String, String> environment, List<String> command) throws IOException {
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    this.process = builder.start();
    // A killed test run must not leave the process behind.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    Thread.ofPlatform().daemon().start(this::read);
  }

  private void read() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        print(line + "\n");
      }
    } catch (IOException e) {
      print("the output could not be read: " + e + "\n");
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void print(String text) {
    printed.append(text);
    notifyAll();
  }

  /** Types lines into the process. */
  void type(String lines) throws IOException {
    var writer = process.outputWriter(StandardCharsets.UTF_8);
    writer.write(lines);
    writer.flush();
  }

  /** How much was printed until now. */
  synchronized int position() {
    return printed.length();
  }

  synchronized String printedFrom(int position) {
    return printed.substring(position);
  }

  /**
   * Waits until the text from a position on is as expected, or the process has ended, or the time
   * is over; returns whether the text is as expected.
   */
  synchronized boolean await(int position, Duration patience, Predicate<String> expected)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!expected.test(printedFrom(position))) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (ended || left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Waits for the end of the process and of its output; returns the status. */
  int status(Duration patience) throws InterruptedException {
    await(0, patience, _ -> false);
    return process.waitFor(1, TimeUnit.SECONDS) ? process.exitValue() : -1;
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(_ -> process.destroyForcibly());
    process.onExit().join();
  }
}
