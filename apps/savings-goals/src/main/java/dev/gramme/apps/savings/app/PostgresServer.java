package dev.gramme.apps.savings.app;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * PostgreSQL, unpacked from a library. Since PostgreSQL refuses to run as root, the library starts
 * it in a separate user namespace (unshare).
 */
public final class PostgresServer implements Supervisor.Child {
  private final Path data;
  private final Path log;
  private final int port;
  private volatile EmbeddedPostgres postgres;
  private volatile ProcessHandle process;

  private PostgresServer(Path folder, int port) throws IOException {
    this.data = folder.resolve("postgres").toAbsolutePath();
    this.log = folder.resolve("postgres.log");
    this.port = port;
    this.postgres = launch();
    this.process = running();
  }

  /** Starts a server with its data in a folder. */
  public static PostgresServer start(Path folder) throws IOException {
    Files.createDirectories(folder);
    return new PostgresServer(folder, Ports.free());
  }

  private EmbeddedPostgres launch() throws IOException {
    var output = ProcessBuilder.Redirect.appendTo(log.toFile());
    return EmbeddedPostgres.builder()
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setPort(port)
        .setOutputRedirector(output)
        .setErrorRedirector(output)
        .setServerConfig("max_connections", "100")
        .setServerConfig("max_pred_locks_per_transaction", "1024")
        .setServerConfig("max_pred_locks_per_relation", "10000")
        .setServerConfig("max_pred_locks_per_page", "64")
        .setServerConfig("listen_addresses", "127.0.0.1")
        .setPGStartupWait(Duration.ofMinutes(2))
        .start();
  }

  /** Its JDBC URL, including the user. */
  public String jdbcUrl() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  /** The server's first process, according to the file that it writes. */
  private ProcessHandle running() throws IOException {
    var file = data.resolve("postmaster.pid");
    try (var lines = Files.lines(file)) {
      long pid = Long.parseLong(lines.findFirst().orElse("").strip());
      return ProcessHandle.of(pid)
          .orElseThrow(() -> new IOException("PostgreSQL has ended; see " + log));
    } catch (NumberFormatException e) {
      throw new IOException(file + " has no process", e);
    }
  }

  @Override
  public ProcessHandle process() {
    return process;
  }

  @Override
  public void restart() throws IOException {
    postgres.close(); // releases the lock of the data folder
    postgres = launch();
    process = running();
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
