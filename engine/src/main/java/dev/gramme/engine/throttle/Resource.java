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
 * The properties of a table or global index that determine its throughput.
 *
 * @param number the number of the table or index
 * @param index null for the table itself
 * @param splitsCollections whether a partition can split between items of one partition key. False
 *     with local indexes, which need these items in one partition, and for provisioned tables with
 *     a stream, where the service does not isolate single items
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
            && (table.features().stream() == null
                || table.capacity().billingMode() == BillingMode.PAY_PER_REQUEST),
        table.capacity().billingMode(),
        table.capacity().throughput(),
        table.capacity().ceilings(),
        table.capacity().warm());
  }

  static Resource of(TableDefinition table, GlobalIndex index) {
    return new Resource(
        index.number(),
        table.name(),
        index.name(),
        table.region(),
        index.key(),
        true,
        table.capacity().billingMode(),
        index.throughput(),
        table.capacity().ceilings(index),
        index.warm());
  }

  boolean isProvisioned() {
    return billing == BillingMode.PROVISIONED;
  }

  double provisionedUnits(UnitKind kind) {
    return kind == UnitKind.READ ? throughput.readUnits() : throughput.writeUnits();
  }

  /** When its provisioned throughput last changed; 0 if unknown. */
  long provisionedMicros() {
    return Math.max(micros(throughput.lastIncrease()), micros(throughput.lastDecrease()));
  }

  private static long micros(@Nullable Instant time) {
    return time == null ? 0 : ChronoUnit.MICROS.between(Instant.EPOCH, time);
  }

  /** The configured warm throughput, 0 for none. */
  double warmUnits(UnitKind kind) {
    if (warm == null) {
      return 0;
    }
    return kind == UnitKind.READ ? warm.readUnitsPerSecond() : warm.writeUnitsPerSecond();
  }

  /** The configured maximum throughput, infinite for none. */
  double maximumUnits(UnitKind kind) {
    if (onDemand == null) {
      return Double.POSITIVE_INFINITY;
    }
    Long units =
        kind == UnitKind.READ ? onDemand.maxReadRequestUnits() : onDemand.maxWriteRequestUnits();
    return units == null || units < 0 ? Double.POSITIVE_INFINITY : units;
  }

  /** How many partitions its definition requires. */
  int partitions() {
    return LogPlan.partitions(billing, throughput, warm);
  }

  String arn(String account) {
    String arn = "arn:aws:dynamodb:" + region + ":" + account + ":table/" + table;
    return index == null ? arn : arn + "/index/" + index;
  }
}
