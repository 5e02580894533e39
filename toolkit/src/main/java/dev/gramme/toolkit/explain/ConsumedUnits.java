package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Consumption.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Requests and reads consumed capacity: the parameters of requests and the members of responses.
 * All differences between the operations are in this class.
 */
final class ConsumedUnits {
  private static final ReturnConsumedCapacity ALL = ReturnConsumedCapacity.INDEXES;

  private ConsumedUnits() {}

  /**
   * Whether the units of a response are read or write units, if the response does not distinguish
   * them.
   */
  enum Kind {
    READ,
    WRITE
  }

  /** The same request with consumed capacity requested, if the operation supports it. */
  static SdkRequest asking(SdkRequest request) {
    return switch (request) {
      case GetItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case PutItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case UpdateItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case DeleteItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case QueryRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case ScanRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case BatchGetItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case BatchWriteItemRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case TransactGetItemsRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case TransactWriteItemsRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case ExecuteStatementRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case BatchExecuteStatementRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      case ExecuteTransactionRequest r -> r.toBuilder().returnConsumedCapacity(ALL).build();
      default -> request;
    };
  }

  /** Whether a request reads or writes; empty if it consumes no capacity. */
  static Optional<Kind> kind(SdkRequest request) {
    return switch (request) {
      case GetItemRequest r -> Optional.of(Kind.READ);
      case BatchGetItemRequest r -> Optional.of(Kind.READ);
      case QueryRequest r -> Optional.of(Kind.READ);
      case ScanRequest r -> Optional.of(Kind.READ);
      case TransactGetItemsRequest r -> Optional.of(Kind.READ);
      case PutItemRequest r -> Optional.of(Kind.WRITE);
      case UpdateItemRequest r -> Optional.of(Kind.WRITE);
      case DeleteItemRequest r -> Optional.of(Kind.WRITE);
      case BatchWriteItemRequest r -> Optional.of(Kind.WRITE);
      case TransactWriteItemsRequest r -> Optional.of(Kind.WRITE);
      case ExecuteStatementRequest r -> Optional.of(kind(r.statement()));
      case BatchExecuteStatementRequest r ->
          r.statements().stream().findFirst().map(statement -> kind(statement.statement()));
      case ExecuteTransactionRequest r ->
          r.transactStatements().stream().findFirst().map(statement -> kind(statement.statement()));
      default -> Optional.empty();
    };
  }

  /** Batches and transactions contain either reads or writes, so one statement is enough. */
  private static Kind kind(@Nullable String statement) {
    boolean select =
        statement != null && statement.strip().toLowerCase(Locale.ROOT).startsWith("select");
    return select ? Kind.READ : Kind.WRITE;
  }

  /** The consumed capacity in a response. */
  static List<ConsumedCapacity> in(SdkResponse response) {
    return switch (response) {
      case GetItemResponse r -> one(r.consumedCapacity());
      case PutItemResponse r -> one(r.consumedCapacity());
      case UpdateItemResponse r -> one(r.consumedCapacity());
      case DeleteItemResponse r -> one(r.consumedCapacity());
      case QueryResponse r -> one(r.consumedCapacity());
      case ScanResponse r -> one(r.consumedCapacity());
      case ExecuteStatementResponse r -> one(r.consumedCapacity());
      case BatchGetItemResponse r -> r.consumedCapacity();
      case BatchWriteItemResponse r -> r.consumedCapacity();
      case TransactGetItemsResponse r -> r.consumedCapacity();
      case TransactWriteItemsResponse r -> r.consumedCapacity();
      case BatchExecuteStatementResponse r -> r.consumedCapacity();
      case ExecuteTransactionResponse r -> r.consumedCapacity();
      default -> List.of();
    };
  }

  private static List<ConsumedCapacity> one(@Nullable ConsumedCapacity capacity) {
    return capacity == null ? List.of() : List.of(capacity);
  }

  /** The units by table and index. */
  static Map<Part, Units> of(Kind kind, ConsumedCapacity consumed) {
    var parts = new HashMap<Part, Units>();
    String table = consumed.tableName();
    // If a response has no details (a server that supports only TOTAL), all units count for the
    // table.
    Units ofTable =
        consumed.table() == null && !hasIndexes(consumed)
            ? units(
                kind,
                consumed.capacityUnits(),
                consumed.readCapacityUnits(),
                consumed.writeCapacityUnits())
            : units(kind, consumed.table());
    add(parts, Part.of(table), ofTable);
    consumed
        .globalSecondaryIndexes()
        .forEach((index, capacity) -> add(parts, new Part(table, index), units(kind, capacity)));
    consumed
        .localSecondaryIndexes()
        .forEach((index, capacity) -> add(parts, new Part(table, index), units(kind, capacity)));
    return parts;
  }

  private static boolean hasIndexes(ConsumedCapacity consumed) {
    return !consumed.globalSecondaryIndexes().isEmpty()
        || !consumed.localSecondaryIndexes().isEmpty();
  }

  private static void add(Map<Part, Units> parts, Part part, Units units) {
    if (!units.isZero()) {
      parts.merge(part, units, Units::plus);
    }
  }

  private static Units units(Kind kind, @Nullable Capacity capacity) {
    return capacity == null
        ? Units.ZERO
        : units(
            kind,
            capacity.capacityUnits(),
            capacity.readCapacityUnits(),
            capacity.writeCapacityUnits());
  }

  private static Units units(
      Kind kind, @Nullable Double all, @Nullable Double read, @Nullable Double write) {
    if (read != null || write != null) {
      return new Units(read == null ? 0 : read, write == null ? 0 : write);
    }
    double units = all == null ? 0 : all;
    return kind == Kind.READ ? Units.reads(units) : Units.writes(units);
  }
}
