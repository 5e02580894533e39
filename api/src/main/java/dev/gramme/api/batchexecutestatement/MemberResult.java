package dev.gramme.api.batchexecutestatement;

import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.wire.JsonWriter;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What became of one statement of a batch.
 *
 * @param table the table as the statement names it; null if the answer leaves it out
 * @param item what it gave back, or the item that failed its condition; null for nothing; it may be
 *     empty
 * @param error why it failed, null if it did not
 * @param capacity adds what it consumed, null if it did not run
 */
record MemberResult(
    @Nullable String table,
    @Nullable Item item,
    @Nullable ApiError error,
    @Nullable Consumer<ConsumedCapacity> capacity) {

  /** A statement that ran. */
  static MemberResult of(String table, @Nullable Item item, Consumer<ConsumedCapacity> capacity) {
    return new MemberResult(table, item, null, capacity);
  }

  /** A statement that did not run. */
  static MemberResult refused(@Nullable String table, ApiError error) {
    return new MemberResult(table, null, error, null);
  }

  /** A statement that ran and was not granted. */
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
