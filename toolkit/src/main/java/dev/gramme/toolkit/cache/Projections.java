package dev.gramme.toolkit.cache;

import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * What tells results of different projections apart: the projection's text with its names. What a
 * projection leaves of an item is for the table to say, not for the cache.
 */
final class Projections {
  private Projections() {}

  static String of(GetItemRequest request) {
    return request.projectionExpression() == null && !request.hasAttributesToGet()
        ? ItemCache.WHOLE
        : request.projectionExpression()
            + new TreeMap<>(request.expressionAttributeNames())
            + request.attributesToGet();
  }

  static String of(KeysAndAttributes request) {
    return request.projectionExpression() == null && !request.hasAttributesToGet()
        ? ItemCache.WHOLE
        : request.projectionExpression()
            + new TreeMap<>(request.expressionAttributeNames())
            + request.attributesToGet();
  }
}
