package dev.gramme.apps.savings.app;

import java.io.IOException;
import java.nio.file.Path;

/** A PostgreSQL server for tests of other packages. */
public final class TestPostgres implements AutoCloseable {
  private final PostgresServer server;

  private TestPostgres(PostgresServer server) {
    this.server = server;
  }

  /** Starts a server with its data in a folder. */
  public static TestPostgres start(Path folder) throws IOException {
    return new TestPostgres(PostgresServer.start(folder));
  }

  /** The address. */
  public String jdbcUrl() {
    return server.jdbcUrl();
  }

  @Override
  public void close() {
    server.close();
  }
}
