package dev.gramme.toolkit.page;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** One of the queries of a merge: reads ahead in order. Not thread-safe. */
final class MergeSource {
  private final DynamoDbClient client;
  private final PartitionQuery query;
  private final boolean descending;
  private final int chunk;
  private final Queue<Map<String, AttributeValue>> ahead = new ArrayDeque<>();
  private @Nullable Map<String, AttributeValue> after;
  private boolean exhausted;

  MergeSource(DynamoDbClient client, PartitionQuery query, boolean descending, int chunk) {
    this.client = client;
    this.query = query;
    this.descending = descending;
    this.chunk = chunk;
    this.exhausted = query.condition().isNone();
  }

  /** Whether the next item is unknown. */
  boolean mustFetch() {
    return ahead.isEmpty() && !exhausted;
  }

  /** Reads until the next item, or the end, is known. */
  void fetch() {
    while (mustFetch()) {
      QueryResponse answer = client.query(query.request(descending, chunk, after));
      ahead.addAll(answer.items());
      after = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
      exhausted = after == null;
    }
  }

  /** The sort key of the next item; null at the end. */
  @Nullable AttributeValue sortKey() {
    Map<String, AttributeValue> item = ahead.peek();
    if (item == null) {
      return null;
    }
    AttributeValue sortKey = item.get(query.sortName());
    if (sortKey == null) {
      throw new IllegalArgumentException(
          "items of a merge must have their sort key "
              + query.sortName()
              + ": the projection leaves it out");
    }
    return sortKey;
  }

  /** Removes and returns the next item. */
  Map<String, AttributeValue> take() {
    return ahead.remove();
  }
}
