package dev.gramme.quarkus.deployment;

import dev.gramme.embedded.Endpoint;
import dev.gramme.embedded.Gramme;
import io.quarkus.deployment.builditem.Startable;
import org.jspecify.annotations.Nullable;

/** A database in memory at an address. Quarkus starts it before the application. */
final class DatabaseService implements Startable {
  private @Nullable Gramme gramme;
  private @Nullable Endpoint endpoint;

  @Override
  public synchronized void start() {
    if (gramme == null) {
      gramme = Gramme.inMemory();
      endpoint = gramme.listen();
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
