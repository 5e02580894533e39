package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/** The rules for the table of a control-plane operation. */
public final class TableNameRules {

  private TableNameRules() {}

  /** The table name in a required name or ARN. */
  public static String name(@Nullable String nameOrArn, Caller caller) {
    if (nameOrArn == null) {
      throw ApiError.validation(
          "The parameter 'TableName' is required but was not present in the request");
    }
    return TableReference.name(nameOrArn, caller);
  }

  /** The table with a name. */
  public static TableDefinition require(Catalog catalog, String name) {
    return catalog
        .find(name)
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: Table: " + name + " not found"));
  }
}
