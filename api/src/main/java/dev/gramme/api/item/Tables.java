package dev.gramme.api.item;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;

/** Tables by the names or ARNs of requests on items. */
public final class Tables {

  private Tables() {}

  /**
   * The table.
   *
   * @throws ApiError a ResourceNotFoundException if there is none of the name, or it is still being
   *     created
   */
  public static TableDefinition require(Engine engine, String nameOrArn, Caller caller) {
    return engine
        .catalog()
        .find(TableReference.name(nameOrArn, caller))
        .filter(table -> table.status() != TableDefinition.Status.CREATING)
        .orElseThrow(
            () -> ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found"));
  }
}
