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

/** Looks up tables by the names or ARNs in requests on items. */
public final class Tables {

  private Tables() {}

  /**
   * The table with a name or ARN.
   *
   * @throws ApiError a ResourceNotFoundException if it does not exist, or is still being created
   */
  public static TableDefinition require(Engine engine, String nameOrArn, Caller caller) {
    return find(engine, nameOrArn, caller).orElseThrow(Tables::missing);
  }

  /**
   * The table with a name or ARN, for a read.
   *
   * @param consistent whether the read is strongly consistent
   * @throws ApiError like {@link #require(Engine, String, Caller)}
   */
  public static TableDefinition require(
      Engine engine, String nameOrArn, Caller caller, boolean consistent) {
    return find(engine, nameOrArn, caller, consistent).orElseThrow(Tables::missing);
  }

  /** The table with a name or ARN; empty if it does not exist, or is still being created. */
  public static Optional<TableDefinition> find(Engine engine, String nameOrArn, Caller caller) {
    return find(engine, nameOrArn, caller, false);
  }

  private static Optional<TableDefinition> find(
      Engine engine, String nameOrArn, Caller caller, boolean consistent) {
    return engine
        .definition(TableReference.name(nameOrArn, caller), consistent)
        .filter(table -> table.status() != TableDefinition.Status.CREATING);
  }

  /**
   * Runs a read with the current definition of a table.
   *
   * @param consistent whether the read is strongly consistent
   * @param work may run twice
   * @throws ApiError the errors of the work, and those of {@link #require(Engine, String, Caller)}
   */
  public static <T> T readWith(
      Engine engine,
      String nameOrArn,
      Caller caller,
      boolean consistent,
      Function<TableView, T> work) {
    return engine.readWith(
        TableReference.name(nameOrArn, caller),
        consistent,
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
