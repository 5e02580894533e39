package dev.gramme.engine.catalog;

import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;

/**
 * Makes ResourceInUseExceptions, for operations that are refused while another one is under way
 * (October 2026).
 */
public final class InUseErrors {
  private static final String PREFIX = "Attempt to change a resource which is still in use: ";

  private InUseErrors() {}

  /** The error with a text after the common prefix. */
  public static ApiError of(String text) {
    return ApiError.of(ErrorType.RESOURCE_IN_USE, PREFIX + text);
  }

  /** A change of replicas while another one is under way; this error has no prefix. */
  public static ApiError ofReplicas() {
    return ApiError.of(
        ErrorType.RESOURCE_IN_USE, "The resource which you are attempting to change is in use.");
  }

  /** The name of the new table is already in use. */
  static ApiError taken(TableDefinition table) {
    return table.status() == TableDefinition.Status.CREATING
        ? beingCreated(table)
        : ApiError.of(ErrorType.RESOURCE_IN_USE, "Table already exists: " + table.name());
  }

  /** Rejects a change of a table that is being created or deleted. */
  public static void checkChangeable(TableDefinition table) {
    switch (table.status()) {
      case CREATING -> throw beingCreated(table);
      case DELETING -> throw of("Table is being deleted: " + table.name());
      case UPDATING, ACTIVE -> {}
    }
  }

  private static ApiError beingCreated(TableDefinition table) {
    return of("Table is being created: " + table.name());
  }
}
