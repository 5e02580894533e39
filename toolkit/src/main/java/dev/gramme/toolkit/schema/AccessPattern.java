package dev.gramme.toolkit.schema;

import java.util.List;
import java.util.Optional;

/**
 * One thing that is asked of a table, or written to it.
 *
 * @param name the method's name
 * @param shape which call of DynamoDB serves it
 * @param index the index that it reads, if not the table
 * @param entities the kinds of item that it can return or write
 * @param key the condition on the key, such as {@code pk = CUST#{email} AND begins_with(sk,
 *     ORDER#)}
 * @param filter the filter expression, if it has one
 * @param consistent whether it reads strongly consistently
 * @param descending whether the highest sort key comes first
 * @param limit the greatest number of items of one page, if there is one
 * @param partitions how many partitions one call reads, one but for merged and scattered queries
 * @param budget the most that one call may cost, such as {@code 4 RCU}
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
    Optional<String> budget) {

  public AccessPattern {
    entities = List.copyOf(entities);
  }

  /** The call of DynamoDB that serves a pattern. */
  public enum Shape {
    GET,
    BATCH_GET,
    QUERY,
    SCAN,
    PUT,
    UPDATE,
    DELETE,
    TRANSACTION
  }
}
