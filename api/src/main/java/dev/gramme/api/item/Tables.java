package dev.gramme.api.item;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.TableView;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.Optional;
import java.util.function.Function;

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
    return find(engine, nameOrArn, caller).orElseThrow(Tables::missing);
  }

  /** The table; empty if there is none of the name, or it is still being created. */
  public static Optional<TableDefinition> find(Engine engine, String nameOrArn, Caller caller) {
    return engine
        .catalog()
        .find(TableReference.name(nameOrArn, caller))
        .filter(table -> table.status() != TableDefinition.Status.CREATING);
  }

  /**
   * Reads by the definition of the table.
   *
   * @param work may be run twice
   * @throws ApiError what the work throws, and a ResourceNotFoundException like {@link #require}
   */
  public static <T> T readWith(
      Engine engine, String nameOrArn, Caller caller, Function<TableView, T> work) {
    return engine.readWith(
        TableReference.name(nameOrArn, caller),
        found ->
            work.apply(
                found
                    .filter(one -> one.table().status() != TableDefinition.Status.CREATING)
                    .orElseThrow(Tables::missing)));
  }

  private static ApiError missing() {
    return ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "Requested resource not found");
  }
}
