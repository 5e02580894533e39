package dev.gramme.api.statement;

import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.Statement.Returning;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The returned items and the errors of statements that write. */
public final class StatementWrites {
  /** The text of a DuplicateItemException. */
  public static final String DUPLICATE = "Duplicate primary key exists in table";

  private StatementWrites() {}

  /** The attributes that RETURNING selects; null if there are none. */
  public static @Nullable Item returned(BoundStatement.Write statement, ItemChange change) {
    Returning returning = statement.returning();
    Item item =
        returning == null
            ? null
            : switch (returning) {
              case ALL_OLD -> change.before();
              case ALL_NEW -> change.after();
              case MODIFIED_OLD ->
                  statement instanceof BoundStatement.Change update
                      ? update.update().updatedOld(change.before())
                      : null;
              case MODIFIED_NEW ->
                  statement instanceof BoundStatement.Change update && change.after() != null
                      ? update.update().updatedNew(change.after())
                      : null;
            };
    return item == null || item.isEmpty() ? null : item;
  }

  /**
   * Converts a failure to the statement's error: an INSERT whose condition failed is a duplicate
   * item.
   */
  public static Throwable asError(BoundStatement.Write statement, Throwable failure) {
    Throwable cause = cause(failure);
    return statement instanceof BoundStatement.Insert
            && cause instanceof ApiError error
            && error.type() == ErrorType.CONDITIONAL_CHECK_FAILED
        ? ApiError.of(ErrorType.DUPLICATE_ITEM, DUPLICATE)
        : cause;
  }

  /** The item that failed the condition; null if the failure has another cause. */
  public static @Nullable Item itemOf(Throwable failure) {
    return cause(failure) instanceof ApiError error ? error.item().orElse(null) : null;
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
  }
}
