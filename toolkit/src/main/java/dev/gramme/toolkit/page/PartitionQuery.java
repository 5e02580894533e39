package dev.gramme.toolkit.page;

import dev.gramme.toolkit.key.SortCondition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * A query of one partition, or of those of its items whose sort keys fulfil a condition.
 *
 * @param request everything except the key: table, index, filter, projection, consistency. It has
 *     no key condition, limit, order or start key; its placeholders must not begin with {@code
 *     #0key_} or {@code :0key_}.
 * @param partition the partition key: one attribute, or all attributes of an index with several
 * @param sortName the name of the sort key
 * @param condition the condition on the sort key
 */
public record PartitionQuery(
    QueryRequest request,
    Map<String, AttributeValue> partition,
    String sortName,
    SortCondition condition) {

  public PartitionQuery {
    partition = Map.copyOf(partition);
    if (request.keyConditionExpression() != null
        || request.limit() != null
        || request.hasExclusiveStartKey()
        || request.scanIndexForward() != null) {
      throw new IllegalArgumentException(
          "the request must not have a key condition, limit, start key or order");
    }
  }

  /** All items of a partition of a table. */
  public static PartitionQuery of(
      String table, String partitionName, AttributeValue partition, String sortName) {
    return new PartitionQuery(
        QueryRequest.builder().tableName(table).build(),
        Map.of(partitionName, partition),
        sortName,
        SortCondition.any());
  }

  /** The same query on an index. */
  public PartitionQuery ofIndex(String index) {
    return new PartitionQuery(
        request.toBuilder().indexName(index).build(), partition, sortName, condition);
  }

  /** The same query with another condition on the sort key. */
  public PartitionQuery where(SortCondition sortKeys) {
    return new PartitionQuery(request, partition, sortName, sortKeys);
  }

  /** The request for a number of items, starting after the last key of a response. */
  QueryRequest request(boolean descending, int limit, @Nullable Map<String, AttributeValue> after) {
    Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
    Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
    List<String> terms = new ArrayList<>();
    partition.forEach((name, value) -> {
      int number = terms.size();
      names.put("#0key_p" + number, name);
      values.put(":0key_p" + number, value);
      terms.add("#0key_p" + number + " = :0key_p" + number);
    });
    String sort = condition.expression("#0key_s", ":0key_s");
    if (!sort.isEmpty()) {
      names.put("#0key_s", sortName);
      values.putAll(condition.values(":0key_s"));
      terms.add(sort);
    }
    return request.toBuilder()
        .keyConditionExpression(String.join(" AND ", terms))
        .expressionAttributeNames(names)
        .expressionAttributeValues(values)
        .scanIndexForward(!descending)
        .limit(limit)
        .exclusiveStartKey(after)
        .build();
  }
}
