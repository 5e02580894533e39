package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Optional;

/**
 * A read or write of a table.
 *
 * @param name the method's name
 * @param shape the DynamoDB operation that serves it
 * @param index the index that it reads, if not the table
 * @param entities the kinds of items that it can return or write
 * @param key the condition on the key, such as {@code pk = CUST#{email} AND begins_with(sk,
 *     ORDER#)}
 * @param filter the filter expression, if any
 * @param consistent whether it reads strongly consistently
 * @param descending whether it reads in descending order
 * @param limit the maximum number of items per page, if any
 * @param partitions how many partitions one call reads, and for a batch how many items it reads or
 *     writes; one except for merged and sharded queries and for batches
 * @param budget the maximum cost of one call, such as {@code 4 RCU}
 * @param details what one call does, if the annotation processor has derived it
 */
public record AccessPattern(
    String name,
    Shape shape,
    Optional<String> index,
    List<String> entities,
    String key,
    Optional<String> filter,
    boolean consistent,
    boolean descending,
    Optional<Integer> limit,
    int partitions,
    Optional<String> budget,
    Optional<CallDetails> details) {

  public AccessPattern {
    entities = List.copyOf(entities);
  }

  /** An access pattern of a schema that is written by hand, without details of its calls. */
  public AccessPattern(
      String name,
      Shape shape,
      Optional<String> index,
      List<String> entities,
      String key,
      Optional<String> filter,
      boolean consistent,
      boolean descending,
      Optional<Integer> limit,
      int partitions,
      Optional<String> budget) {
    this(
        name,
        shape,
        index,
        entities,
        key,
        filter,
        consistent,
        descending,
        limit,
        partitions,
        budget,
        Optional.empty());
  }

  /** The DynamoDB operation that serves a pattern. */
  public enum Shape {
    GET,
    BATCH_GET,
    BATCH_WRITE,
    /** A GetItem of the marker of a unique value, and one of the item with this value. */
    UNIQUE_GET,
    TRANSACT_GET,
    QUERY,
    SCAN,
    PUT,
    UPDATE,
    DELETE,
    TRANSACTION
  }
}
