package dev.gramme.conformance.architecture;

import dev.gramme.auth.identity.IdentitiesException;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.server.http.HttpHandler;
import dev.gramme.storage.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A class with an internal type in each place where a signature can have one. */
public abstract class LeakingApi implements HttpHandler {
  protected @Nullable Store field;

  protected LeakingApi(Engine argument) {}

  LeakingApi(Store argument) {}

  public abstract List<EngineOptions[]> result();

  protected abstract <E extends Engine> void bound(E argument);

  public abstract void thrown() throws IdentitiesException;

  abstract Engine notVisible();
}
