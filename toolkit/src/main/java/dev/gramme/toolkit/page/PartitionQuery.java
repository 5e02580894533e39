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
 * The items of one partition, or those whose sort keys meet a condition.
 *
 * @param request what is asked beside the key: table, index, filter, projection, consistency. It
 *     has no key condition, limit, order or start key; its placeholders do not begin with {@code
 *     #key_} or {@code :key_}.
 * @param partition the partition key: one attribute, or all of an index that has several
 * @param sortName the name of the sort key
 * @param condition which sort keys
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
          "key condition, limit, start key and order are not for the request to say");
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

  /** The same of an index. */
  public PartitionQuery ofIndex(String index) {
    return new PartitionQuery(
        request.toBuilder().indexName(index).build(), partition, sortName, condition);
  }

  /** The same with another condition on the sort key. */
  public PartitionQuery where(SortCondition sortKeys) {
    return new PartitionQuery(request, partition, sortName, sortKeys);
  }

  /** The request for a number of items, after a key that an answer ended with. */
  QueryRequest request(boolean descending, int limit, @Nullable Map<String, AttributeValue> after) {
    Map<String, String> names = new HashMap<>(request.expressionAttributeNames());
    Map<String, AttributeValue> values = new HashMap<>(request.expressionAttributeValues());
    List<String> terms = new ArrayList<>();
    partition.forEach((name, value) -> {
      int number = terms.size();
      names.put("#key_p" + number, name);
      values.put(":key_p" + number, value);
      terms.add("#key_p" + number + " = :key_p" + number);
    });
    String sort = condition.expression("#key_s", ":key_s");
    if (!sort.isEmpty()) {
      names.put("#key_s", sortName);
      values.putAll(condition.values(":key_s"));
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
