package dev.gramme.engine.stream;

import dev.gramme.model.BillingMode;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Replica;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes the change log that a definition requires. A table has a log while the log has a reader,
 * new shards when a stream starts, and one shard per physical partition.
 *
 * <p>A partition provides 3,000 read and 1,000 write units per second; an on-demand table starts
 * with 12,000 and 4,000. Higher throughput splits partitions; they never merge.
 */
public final class LogPlan {
  private static final long READ_UNITS_OF_PARTITION = 3000;
  private static final long WRITE_UNITS_OF_PARTITION = 1000;
  private static final int ON_DEMAND_PARTITIONS = 4;

  /**
   * The maximum number of shards that throughput alone leads to: the service's limit of 40,000
   * units per table.
   */
  private static final int MAX_PARTITIONS = 40;

  private LogPlan() {}

  /**
   * The definition with the log that it requires.
   *
   * @param before the definition that it replaces, null for a new table
   */
  public static TableDefinition apply(
      @Nullable TableDefinition before, TableDefinition after, Instant now) {
    var labelled = labelled(before, after);
    ChangeLog log = log(before, labelled, now);
    return Objects.equals(log, labelled.features().log())
        ? labelled
        : labelled.toBuilder().log(log).build();
  }

  /** Ensures that no two streams of a table have the same label. */
  private static TableDefinition labelled(@Nullable TableDefinition before, TableDefinition after) {
    StreamSpecification stream = after.features().stream();
    if (stream == null || stream.equals(before == null ? null : before.features().stream())) {
      return after;
    }
    String latest = before == null ? null : before.features().latestStreamLabel();
    String label = stream.label();
    if (latest != null && label.compareTo(latest) <= 0) {
      label = oneLater(latest);
    }
    return after.toBuilder().stream(new StreamSpecification(stream.viewType(), label))
        .latestStreamLabel(label)
        .build();
  }

  private static String oneLater(String label) {
    var next = LocalDateTime.parse(label).plus(1, ChronoUnit.MILLIS).toString();
    // LocalDateTime.toString omits zero seconds and milliseconds.
    return switch (next.length()) {
      case 16 -> next + ":00.000";
      case 19 -> next + ".000";
      default -> next;
    };
  }

  private static @Nullable ChangeLog log(
      @Nullable TableDefinition before, TableDefinition after, Instant now) {
    ChangeLog log = after.features().log();
    log = read(log, ChangeLog.STREAM, after.features().stream() != null);
    log = read(log, ChangeLog.RECOVERY, after.features().recovery() != null);
    log = replicas(log, after);
    if (after.vectorIndexes().isEmpty()) {
      // The first search that needs a graph adds this reader.
      log = read(log, ChangeLog.VECTORS, false);
    }
    if (log == null || log.readers().isEmpty()) {
      // Keep the ended log: if it gets a reader again, shard numbers must not be reused.
      return log == null ? null : log.ended();
    }
    if (log.shards().isEmpty()) {
      return log.opened(partitions(after), now);
    }
    StreamSpecification earlier = before == null ? null : before.features().stream();
    if (!Objects.equals(after.features().stream(), earlier)) {
      log = log.restarted(now);
    }
    return log.splitInto(partitions(after), now);
  }

  /** Each replica is a reader. */
  private static @Nullable ChangeLog replicas(@Nullable ChangeLog log, TableDefinition table) {
    for (String reader : log == null ? Set.<String>of() : log.readers()) {
      if (ChangeLog.isReplica(reader)
          && table.features().replicas().stream()
              .noneMatch(replica -> ChangeLog.replica(replica.region()).equals(reader))) {
        log = read(log, reader, false);
      }
    }
    for (Replica replica : table.features().replicas()) {
      log = read(log, ChangeLog.replica(replica.region()), true);
    }
    return log;
  }

  private static @Nullable ChangeLog read(@Nullable ChangeLog log, String reader, boolean needed) {
    if (needed) {
      return log != null && log.readers().contains(reader)
          ? log
          : ChangeLog.withReader(log, reader);
    }
    return log == null || !log.readers().contains(reader) ? log : log.withoutReader(reader);
  }

  /** The number of physical partitions that a table starts with. */
  public static int partitions(TableDefinition table) {
    return partitions(
        table.capacity().billingMode(), table.capacity().throughput(), table.capacity().warm());
  }

  /**
   * The number of physical partitions that a table or global index starts with.
   *
   * @param throughput used if the mode is provisioned
   * @param warm the requested warm throughput, null for none
   */
  public static int partitions(
      BillingMode mode, Throughput throughput, @Nullable WarmThroughput warm) {
    long fromWarm = warm == null ? 1 : of(warm.readUnitsPerSecond(), warm.writeUnitsPerSecond());
    long own =
        mode == BillingMode.PAY_PER_REQUEST
            ? ON_DEMAND_PARTITIONS
            : of(throughput.readUnits(), throughput.writeUnits());
    return (int) Math.min(MAX_PARTITIONS, Math.max(own, fromWarm));
  }

  private static long of(long readUnits, long writeUnits) {
    return Math.max(
        1,
        Math.max(
            Math.ceilDiv(readUnits, READ_UNITS_OF_PARTITION),
            Math.ceilDiv(writeUnits, WRITE_UNITS_OF_PARTITION)));
  }
}
