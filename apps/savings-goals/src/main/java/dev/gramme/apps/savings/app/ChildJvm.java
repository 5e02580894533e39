package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A child Java process, which ends with this process at the latest. */
public final class ChildJvm implements AutoCloseable {
  private final Process process;
  private final Thread atExit;

  private ChildJvm(Process process) {
    this.process = process;
    this.atExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /**
   * Starts a main class with this process's class path.
   *
   * @param log the file for its output
   * @param arguments options for the JVM, the class, and its arguments
   */
  public static ChildJvm start(Path log, String... arguments) throws IOException {
    return start(log, List.of(arguments), Map.of());
  }

  /**
   * Starts a main class with this process's class path.
   *
   * @param log the file for its output
   * @param arguments options for the JVM, the class, and its arguments
   * @param environment environment variables in addition to those of this process
   */
  static ChildJvm start(Path log, List<String> arguments, Map<String, String> environment)
      throws IOException {
    // Surefire passes the class path in a manifest.
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var command = new ArrayList<>(List.of("-cp", classPath));
    command.addAll(arguments);
    return startRaw(log, command, environment);
  }

  /** Starts a process with a class path among the arguments. */
  static ChildJvm startRaw(Path log, List<String> arguments, Map<String, String> environment)
      throws IOException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    return new ChildJvm(builder.start());
  }

  /** The process, for example to check whether it is alive. */
  public Process process() {
    return process;
  }

  /** Kills it immediately, as kill -9 does. */
  public void kill() {
    process.destroyForcibly().onExit().join();
    forget();
  }

  /** Terminates it and waits for its end. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    forget();
  }

  private void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException shuttingDown) {
      // The shutdown hook is running already, or will run.
    }
  }
}
