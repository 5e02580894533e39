package dev.gramme.engine.throttle;

import dev.gramme.engine.stream.LogPlan;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A table or global index, as far as its throughput goes.
 *
 * @param number the table's or index's
 * @param index null for the table itself
 * @param splitsCollections whether partitions can split within the items of one partition key: not
 *     those with local indexes, which stay together, nor those of provisioned tables with a stream,
 *     where the service isolates no items
 */
record Resource(
    int number,
    String table,
    @Nullable String index,
    String region,
    KeySchema key,
    boolean splitsCollections,
    BillingMode billing,
    Throughput throughput,
    @Nullable OnDemandThroughput onDemand,
    @Nullable WarmThroughput warm) {

  static Resource of(TableDefinition table) {
    return new Resource(
        table.number(),
        table.name(),
        null,
        table.region(),
        table.key(),
        table.localIndexes().isEmpty()
            && (table.stream() == null || table.billingMode() == BillingMode.PAY_PER_REQUEST),
        table.billingMode(),
        table.throughput(),
        table.ceilings(),
        table.warm());
  }

  static Resource of(TableDefinition table, GlobalIndex index) {
    return new Resource(
        index.number(),
        table.name(),
        index.name(),
        table.region(),
        index.key(),
        true,
        table.billingMode(),
        index.throughput(),
        table.ceilings(index),
        index.warm());
  }

  boolean isProvisioned() {
    return billing == BillingMode.PROVISIONED;
  }

  double provisionedUnits(Direction direction) {
    return direction == Direction.READ ? throughput.readUnits() : throughput.writeUnits();
  }

  /** When its provisioned throughput became what it is; 0 if that is not known. */
  long provisionedMicros() {
    return Math.max(micros(throughput.lastIncrease()), micros(throughput.lastDecrease()));
  }

  private static long micros(@Nullable Instant time) {
    return time == null ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** What was asked for ahead of time, 0 for nothing. */
  double warmUnits(Direction direction) {
    if (warm == null) {
      return 0;
    }
    return direction == Direction.READ ? warm.readUnitsPerSecond() : warm.writeUnitsPerSecond();
  }

  /** The ceiling that was set, infinite for none. */
  double maximumUnits(Direction direction) {
    if (onDemand == null) {
      return Double.POSITIVE_INFINITY;
    }
    Long units =
        direction == Direction.READ
            ? onDemand.maxReadRequestUnits()
            : onDemand.maxWriteRequestUnits();
    return units == null || units < 0 ? Double.POSITIVE_INFINITY : units;
  }

  /** How many partitions its definition calls for. */
  int partitions() {
    return LogPlan.partitions(billing, throughput, warm);
  }

  String arn(String account) {
    String arn = "arn:aws:dynamodb:" + region + ":" + account + ":table/" + table;
    return index == null ? arn : arn + "/index/" + index;
  }
}
