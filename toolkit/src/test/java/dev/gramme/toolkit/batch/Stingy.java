package dev.gramme.toolkit.batch;

import dev.gramme.toolkit.client.DelegatingClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A table that processes only a part of a batch at a time, and sometimes nothing, like a throttled
 * one.
 */
final class Stingy extends DelegatingClient {
  final AtomicInteger requests = new AtomicInteger();
  final AtomicInteger underWay = new AtomicInteger();
  final AtomicInteger mostUnderWay = new AtomicInteger();
  private final SplittableRandom random;

  Stingy(DynamoDbClient delegate, SplittableRandom random) {
    super(delegate);
    this.random = random;
  }

  private synchronized int draw(int bound) {
    return random.nextInt(bound);
  }

  private void begin() {
    requests.incrementAndGet();
    mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    begin();
    try {
      refuse();
      Map.Entry<String, KeysAndAttributes> one =
          request.requestItems().entrySet().iterator().next();
      int some = draw(one.getValue().keys().size() + 1);
      if (some == 0) {
        return BatchGetItemResponse.builder().unprocessedKeys(request.requestItems()).build();
      }
      List<Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue>> keys =
          one.getValue().keys();
      BatchGetItemResponse answer =
          super.batchGetItem(
              request.toBuilder()
                  .requestItems(
                      Map.of(
                          one.getKey(),
                          one.getValue().toBuilder().keys(keys.subList(0, some)).build()))
                  .build());
      return some == keys.size()
          ? answer
          : answer.toBuilder()
              .unprocessedKeys(
                  Map.of(
                      one.getKey(),
                      one.getValue().toBuilder().keys(keys.subList(some, keys.size())).build()))
              .build();
    } finally {
      underWay.decrementAndGet();
    }
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    begin();
    try {
      refuse();
      Map.Entry<String, List<WriteRequest>> one =
          request.requestItems().entrySet().iterator().next();
      List<WriteRequest> writes = new ArrayList<>(one.getValue());
      int some = draw(writes.size() + 1);
      if (some == 0) {
        return BatchWriteItemResponse.builder().unprocessedItems(request.requestItems()).build();
      }
      super.batchWriteItem(
          request.toBuilder().requestItems(Map.of(one.getKey(), writes.subList(0, some))).build());
      return some == writes.size()
          ? BatchWriteItemResponse.builder().build()
          : BatchWriteItemResponse.builder()
              .unprocessedItems(Map.of(one.getKey(), writes.subList(some, writes.size())))
              .build();
    } finally {
      underWay.decrementAndGet();
    }
  }

  private void refuse() {
    if (draw(10) == 0) {
      throw ProvisionedThroughputExceededException.builder().message("slower, please").build();
    }
  }
}
