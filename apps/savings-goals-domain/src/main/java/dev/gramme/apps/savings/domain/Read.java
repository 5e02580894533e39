package dev.gramme.apps.savings.domain;

import dev.gramme.toolkit.explain.CapacityMeter;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The result of a read and its cost.
 *
 * @param capacityUnits read capacity units reported by the database
 */
public record Read<T>(T value, double capacityUnits) {
  /** Reads through a separate meter, so that concurrent reads of others are not counted. */
  static <T> Read<T> by(DynamoDbClient client, Function<DynamoDbClient, T> read) {
    var meter = new CapacityMeter();
    T value = read.apply(meter.around(client));
    return new Read<>(value, meter.consumed().total().read());
  }
}
