package dev.gramme.api.backup;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The table that is backed up or restored: these operations miss it in words of their own. */
public final class SourceTable {

  private SourceTable() {}

  /** The table of a name. */
  public static TableDefinition require(Catalog catalog, String name) {
    return catalog.find(name).orElseThrow(() -> notFound(name));
  }

  /** The same result, but for the error of a table that does not exist. */
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
