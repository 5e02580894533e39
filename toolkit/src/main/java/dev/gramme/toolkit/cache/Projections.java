package dev.gramme.toolkit.cache;

import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * The cache key of a projection: its text and its attribute names. Only the table evaluates
 * projections.
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
