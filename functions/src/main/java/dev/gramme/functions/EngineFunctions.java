package dev.gramme.functions;

import dev.gramme.engine.Engine;
import dev.gramme.storage.Store;
import java.util.UUID;
import java.util.function.Supplier;

/** Opens the functions of an engine, so that {@link Functions} itself shows no engine. */
public final class EngineFunctions {
  private EngineFunctions() {}

  /**
   * Opens the functions of an engine. Functions with an endpoint resume; others wait until they are
   * bound again.
   *
   * @param account the account in ARNs, twelve digits
   * @param ids supplies unique ids for failure reports
   */
  public static Functions open(Store store, Engine engine, String account, Supplier<UUID> ids) {
    return new Functions(store, engine, account, ids);
  }
}
