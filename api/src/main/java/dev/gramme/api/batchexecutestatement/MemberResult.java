package dev.gramme.api.batchexecutestatement;

import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.wire.JsonWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of one statement of a batch.
 *
 * @param table the table as the statement names it; null if the answer omits it
 * @param item the returned item, or the item that failed the condition; null if none is returned;
 *     may be empty
 * @param error the reason of the failure, null on success
 * @param capacity adds the consumed capacity, null if the statement was not executed
 */
record MemberResult(
    @Nullable String table,
    @Nullable Item item,
    @Nullable ApiError error,
    @Nullable Consumer<ConsumedCapacity> capacity) {

  /** A statement that succeeded. */
  static MemberResult of(String table, @Nullable Item item, Consumer<ConsumedCapacity> capacity) {
    return new MemberResult(table, item, null, capacity);
  }

  /** A statement that was not executed. */
  static MemberResult refused(@Nullable String table, ApiError error) {
    return new MemberResult(table, null, error, null);
  }

  /** A statement that was executed and failed. */
  static MemberResult failed(
      String table, ApiError error, @Nullable Item item, Consumer<ConsumedCapacity> capacity) {
    return new MemberResult(table, item, error, capacity);
  }

  void write(JsonWriter out) {
    out.beginObject();
    if (error != null) {
      out.name("Error").beginObject();
      out.name("Code").string(code(error.type()));
      out.name("Message").string(error.text().orElse(""));
      if (item != null) {
        out.name("Item").item(item);
      }
      out.endObject();
    }
    if (table != null) {
      out.name("TableName").string(table);
    }
    if (item != null && error == null) {
      out.name("Item").item(item);
    }
    out.endObject();
  }

  private static String code(ErrorType type) {
    return switch (type) {
      case VALIDATION -> "ValidationError";
      case CONDITIONAL_CHECK_FAILED -> "ConditionalCheckFailed";
      case DUPLICATE_ITEM -> "DuplicateItem";
      case RESOURCE_NOT_FOUND -> "ResourceNotFound";
      case TRANSACTION_CONFLICT -> "TransactionConflict";
      case THROTTLING -> "ThrottlingError";
      case PROVISIONED_THROUGHPUT_EXCEEDED -> "ProvisionedThroughputExceeded";
      case REQUEST_LIMIT_EXCEEDED -> "RequestLimitExceeded";
      case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED -> "ItemCollectionSizeLimitExceeded";
      case ACCESS_DENIED -> "AccessDenied";
      default -> "InternalServerError";
    };
  }
}
