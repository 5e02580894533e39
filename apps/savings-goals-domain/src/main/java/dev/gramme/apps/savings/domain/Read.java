package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.explain.CapacityMeter;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What was read, and what it cost.
 *
 * @param capacityUnits read capacity units as the database counted them
 */
public record Read<T>(T value, double capacityUnits) {
  /** Reads by a client of its own, so that what others read meanwhile is not counted. */
  static <T> Read<T> by(DynamoDbClient client, Function<DynamoDbClient, T> read) {
    var meter = new CapacityMeter();
    T value = read.apply(meter.around(client));
    return new Read<>(value, meter.consumed().total().read());
  }
}
