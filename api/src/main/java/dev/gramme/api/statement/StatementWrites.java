package dev.gramme.api.statement;

import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.partiql.BoundStatement;
import dev.gramme.partiql.Statement.Returning;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** What statements that write give back, and how their faults are called. */
public final class StatementWrites {
  /** The text of a DuplicateItemException. */
  public static final String DUPLICATE = "Duplicate primary key exists in table";

  private StatementWrites() {}

  /** What RETURNING asks for; null if there is nothing of it. */
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

  /** The failure as the statement's error: an INSERT that fails its condition found a duplicate. */
  public static Throwable asError(BoundStatement.Write statement, Throwable failure) {
    Throwable cause = cause(failure);
    return statement instanceof BoundStatement.Insert
            && cause instanceof ApiError error
            && error.type() == ErrorType.CONDITIONAL_CHECK_FAILED
        ? ApiError.of(ErrorType.DUPLICATE_ITEM, DUPLICATE)
        : cause;
  }

  /** The item that failed the condition; null if that is not what failed. */
  public static @Nullable Item itemOf(Throwable failure) {
    return cause(failure) instanceof ApiError error ? error.item().orElse(null) : null;
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
  }
}
