package dev.gramme.api.backup;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Finds the table to back up or restore. These operations report a missing table with their own
 * text.
 */
public final class SourceTable {

  private SourceTable() {}

  /** The table with a name. */
  public static TableDefinition require(Catalog catalog, String name) {
    return catalog.find(name).orElseThrow(() -> notFound(name));
  }

  /** Replaces the error for a table that does not exist by the text with the table's name. */
  public static <T> CompletableFuture<T> named(String name, CompletableFuture<T> result) {
    return result.exceptionallyCompose(failure -> {
      Throwable cause =
          failure instanceof CompletionException && failure.getCause() != null
              ? failure.getCause()
              : failure;
      return CompletableFuture.failedFuture(
          cause instanceof ApiError error && error.type() == ErrorType.RESOURCE_NOT_FOUND
              ? notFound(name)
              : cause);
    });
  }

  private static ApiError notFound(String name) {
    return ApiError.of(ErrorType.TABLE_NOT_FOUND, "Table not found: " + name);
  }
}
