package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.explain.Consumption.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Requests and reads consumed capacity: the parameters of requests and the members of responses.
 * All differences between the operations are in this class.
 */
final class ConsumedUnits {
  private static final ReturnConsumedCapacity ALL = ReturnConsumedCapacity.INDEXES;

  /** The member of responses. */
  private static final String CONSUMED = "ConsumedCapacity";

  private static final Set<Class<? extends SdkRequest>> READS =
      Set.of(
          GetItemRequest.class,
          BatchGetItemRequest.class,
          QueryRequest.class,
          ScanRequest.class,
          TransactGetItemsRequest.class);

  private static final Set<Class<? extends SdkRequest>> WRITES =
      Set.of(
          PutItemRequest.class,
          UpdateItemRequest.class,
          DeleteItemRequest.class,
          BatchWriteItemRequest.class,
          TransactWriteItemsRequest.class);

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
    if (request instanceof GetItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof PutItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof UpdateItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof DeleteItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof QueryRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof ScanRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof BatchGetItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof BatchWriteItemRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof TransactGetItemsRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof TransactWriteItemsRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof ExecuteStatementRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof BatchExecuteStatementRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    if (request instanceof ExecuteTransactionRequest r) {
      return r.toBuilder().returnConsumedCapacity(ALL).build();
    }
    return request;
  }

  /** Whether a request reads or writes; empty if it consumes no capacity. */
  static Optional<Kind> kind(SdkRequest request) {
    if (READS.contains(request.getClass())) {
      return Optional.of(Kind.READ);
    }
    if (WRITES.contains(request.getClass())) {
      return Optional.of(Kind.WRITE);
    }
    if (request instanceof ExecuteStatementRequest r) {
      return Optional.of(kind(r.statement()));
    }
    if (request instanceof BatchExecuteStatementRequest r) {
      return r.statements().stream().findFirst().map(statement -> kind(statement.statement()));
    }
    if (request instanceof ExecuteTransactionRequest r) {
      return r.transactStatements().stream()
          .findFirst()
          .map(statement -> kind(statement.statement()));
    }
    return Optional.empty();
  }

  /** Batches and transactions contain either reads or writes, so one statement is enough. */
  private static Kind kind(@Nullable String statement) {
    boolean select =
        statement != null && statement.strip().toLowerCase(Locale.ROOT).startsWith("select");
    return select ? Kind.READ : Kind.WRITE;
  }

  /** The consumed capacity in a response. */
  static List<ConsumedCapacity> in(SdkResponse response) {
    Object consumed = response.getValueForField(CONSUMED, Object.class).orElse(null);
    if (consumed instanceof ConsumedCapacity one) {
      return List.of(one);
    }
    // Batches and transactions report several tables.
    return consumed instanceof List<?> several
        ? several.stream().map(ConsumedCapacity.class::cast).toList()
        : List.of();
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
