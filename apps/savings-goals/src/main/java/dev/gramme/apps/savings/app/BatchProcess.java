package dev.gramme.apps.savings.app;

import dev.gramme.apps.web.command.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Starts the batch, which has a separate process and class path: nothing else needs Spark's
 * libraries, and a crash of the batch does not affect other processes.
 *
 * @param home the folder of the batch's module
 * @param folder the folder of its log and its staged data
 */
public record BatchProcess(
    Path home,
    Path folder,
    String gold,
    String s3Endpoint,
    String jdbcUrl,
    String dynamodb,
    int writesPerSecond) {

  /** How many lines of the log an error message contains. */
  private static final int LOG_LINES = 30;

  /** The batch of an application. */
  static BatchProcess of(Settings settings, Backends backends) {
    return new BatchProcess(
        settings.path("batch"),
        settings.path("data"),
        Main.gold(settings),
        settings.text("s3-endpoint"),
        backends.jdbcUrl(),
        backends.dynamodb(),
        settings.number("writes-per-second"));
  }

  /** This batch with a lower write rate. */
  public BatchProcess withWritesPerSecond(int limit) {
    return new BatchProcess(home, folder, gold, s3Endpoint, jdbcUrl, dynamodb, limit);
  }

  /** The log file. */
  public Path log() {
    return folder.resolve("batch.log");
  }

  /**
   * Starts a command.
   *
   * @param command {@code nightly}, {@code load}, {@code resume} or {@code rollback}
   * @param exportId the export to load; 0 if the command needs none
   */
  public ChildJvm start(String command, long exportId) throws IOException {
    var classPathFile = home.resolve("target/batch.classpath");
    if (!Files.exists(classPathFile)) {
      throw new IOException(classPathFile + " is missing: the batch is not built");
    }
    String classPath =
        home.resolve("target/classes")
            + System.getProperty("path.separator")
            + Files.readString(classPathFile).strip();
    return ChildJvm.startRaw(
        log(), arguments(classPath, command, exportId), Map.of(Main.JDBC_VARIABLE, jdbcUrl));
  }

  /** The command line, without the address of the relational database. */
  List<String> arguments(String classPath, String command, long exportId) {
    return List.of(
        "@" + home.resolve("jvm.options"),
        "-Xmx1g",
        "-cp",
        classPath,
        "dev.gramme.apps.savings.batch.Main",
        command,
        "--export",
        Long.toString(exportId),
        "--gold",
        gold,
        "--s3-endpoint",
        s3Endpoint,
        "--runs",
        folder.resolve("runs").toString(),
        "--dynamodb",
        dynamodb,
        "--writes-per-second",
        Integer.toString(writesPerSecond));
  }

  /**
   * Runs a command and waits for its end.
   *
   * @throws IOException if it fails
   */
  public void run(String command, long exportId) throws IOException {
    int status = start(command, exportId).process().onExit().join().exitValue();
    if (status != 0) {
      var lines = Files.readAllLines(log());
      throw new IOException(
          "the batch (%s) ended with status %d; the end of %s:%n%s"
              .formatted(
                  command,
                  status,
                  log(),
                  String.join(
                      "\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()))));
    }
  }
}
