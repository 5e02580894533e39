package dev.gramme.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server under load, as a separate process. */
final class RunningServer implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int STOP_SECONDS = 20;

  private final Process process;
  private final int port;
  private final long firstAnswerMillis;

  private RunningServer(Process process, int port, long firstAnswerMillis) {
    this.process = process;
    this.port = port;
    this.firstAnswerMillis = firstAnswerMillis;
  }

  /** A port that is currently free. */
  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /**
   * Starts a process and waits for its first response.
   *
   * @param log the file for its output
   */
  static RunningServer start(
      List<String> command, Map<String, String> environment, int port, Path folder, Path log)
      throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    long started = System.nanoTime();
    var process = builder.start();
    while (!answers(port)) {
      if (!process.isAlive() || System.nanoTime() - started > PATIENCE_NANOS) {
        process.destroyForcibly();
        throw new IOException(
            String.join(" ", command) + " did not answer:\n" + Files.readString(log));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    return new RunningServer(process, port, millis);
  }

  private static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() >= 0;
    } catch (IOException notYet) {
      return false;
    }
  }

  int port() {
    return port;
  }

  /** The process of the server. */
  ProcessHandle process() {
    return process.toHandle();
  }

  /** Milliseconds from the start of the process to its first response. */
  long firstAnswerMillis() {
    return firstAnswerMillis;
  }

  /** Resident memory in megabytes, 0 if the system does not report it. */
  long residentMegabytes() throws IOException {
    var status = Path.of("/proc/" + process.pid() + "/status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (var line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    return 0;
  }

  /** Kills the process, as a crash does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
