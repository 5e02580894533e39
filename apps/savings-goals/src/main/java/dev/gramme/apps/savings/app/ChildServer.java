package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server in a child Java process, which can be started again with the same command. */
abstract class ChildServer implements Supervisor.Child {
  private final Path log;
  private final List<String> command;
  private final Map<String, String> environment;
  private volatile ChildJvm process;

  /**
   * Starts the process. {@link #started} must follow.
   *
   * @param log the file for its output
   * @param command options for the JVM, the class, and its arguments
   */
  ChildServer(Path log, List<String> command) throws IOException {
    this(log, command, Map.of());
  }

  /**
   * Starts the process with environment variables in addition to those of this process. {@link
   * #started} must follow.
   */
  ChildServer(Path log, List<String> command, Map<String, String> environment) throws IOException {
    this.log = log;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.process = ChildJvm.start(log, this.command, this.environment);
  }

  /** Returns when the process serves; fails if it does not. */
  abstract void awaitAnswer(Process server) throws IOException;

  /** Waits until a new server serves; kills it if it does not. */
  static <S extends ChildServer> S started(S server) throws IOException {
    server.awaitOrKill();
    return server;
  }

  final void awaitOrKill() throws IOException {
    try {
      awaitAnswer(process.process());
    } catch (IOException | RuntimeException e) {
      process.kill();
      throw new IOException(
          "%s; the last message in %s: %s".formatted(e.getMessage(), log, LogTail.lastLine(log)),
          e);
    }
  }

  @Override
  public final ProcessHandle process() {
    return process.process().toHandle();
  }

  @Override
  public final void restart() throws IOException {
    process.close();
    process = ChildJvm.start(log, command, environment);
    awaitOrKill();
  }

  @Override
  public final Path log() {
    return log;
  }

  /** Kills it immediately, as kill -9 does. */
  final void kill() {
    process.kill();
  }

  @Override
  public final void close() {
    process.close();
  }
}
