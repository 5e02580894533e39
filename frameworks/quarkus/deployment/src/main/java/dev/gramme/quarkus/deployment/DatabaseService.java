package dev.gramme.quarkus.deployment;

import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import io.quarkus.deployment.builditem.Startable;
import org.jspecify.annotations.Nullable;

/** A database in memory at an address. Quarkus starts it before the application. */
final class DatabaseService implements Startable {
  private final int port;
  private @Nullable Gramme gramme;
  private @Nullable Endpoint endpoint;

  /**
   * @param port 0 for any free port
   */
  DatabaseService(int port) {
    this.port = port;
  }

  @Override
  public synchronized void start() {
    if (gramme != null) {
      return;
    }
    var database = Gramme.inMemory();
    try {
      endpoint = database.listen(port);
      gramme = database;
    } finally {
      if (gramme == null) {
        database.close();
      }
    }
  }

  /** The address of the database. */
  @Override
  public synchronized String getConnectionInfo() {
    if (endpoint == null) {
      throw new IllegalStateException("the database has not been started");
    }
    return endpoint.uri().toString();
  }

  /** There is no container. */
  @Override
  public @Nullable String getContainerId() {
    return null;
  }

  @Override
  public synchronized void close() {
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
    if (gramme != null) {
      gramme.close();
      gramme = null;
    }
  }
}
