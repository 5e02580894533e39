package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableShapes.ProvisionedThroughput;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Throughput;
import dev.gramme.wire.Structure;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The rules of ProvisionedThroughput for a table or an index. */
public final class ThroughputRules {
  /** The default maximum that an account may provision for one table or index. */
  public static final long MAX_UNITS = 40_000;

  private static final long OUT_OF_BOUNDS = 1_000_000_000_000L;
  private static final int FREE_DECREASES = 4;
  private static final Duration DECREASE_INTERVAL = Duration.ofHours(1);
  static final String REFER =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
          + " limits.";

  private ThroughputRules() {}

  /** The owner of the throughput, which determines the wording of the messages. */
  public sealed interface Owner {}

  /** The throughput of the table itself. */
  public record OfTable() implements Owner {}

  /** The throughput of an index. */
  public record OfIndex(String name) implements Owner {}

  /** Checks that the units are in the range that the service accepts at all. */
  public static void checkBounds(Structure throughput, Owner owner) {
    String suffix =
        switch (owner) {
          case OfTable table -> "";
          case OfIndex index -> " for index " + index.name();
        };
    checkBound(read(throughput), "ReadCapacityUnits", suffix);
    checkBound(write(throughput), "WriteCapacityUnits", suffix);
  }

  private static void checkBound(long units, String name, String suffix) {
    if (units > OUT_OF_BOUNDS) {
      throw ApiError.validation(
          "Given value " + units + " for " + name + " is out of bounds" + suffix);
    }
  }

  /** Checks that the units do not exceed the account's limit. */
  public static void checkMaximum(Structure throughput, Owner owner, Caller caller) {
    checkMaximum(read(throughput), "ReadCapacityUnits", owner, caller);
    checkMaximum(write(throughput), "WriteCapacityUnits", owner, caller);
  }

  private static void checkMaximum(long units, String name, Owner owner, Caller caller) {
    if (units <= MAX_UNITS) {
      return;
    }
    String kind =
        switch (owner) {
          case OfTable table -> "table";
          case OfIndex index -> "index";
        };
    String whose = owner instanceof OfIndex(String index) ? " for index " + index : "";
    throw ApiError.of(
        ErrorType.LIMIT_EXCEEDED,
        "The requested "
            + name
            + whose
            + ", "
            + units
            + ", is above the per "
            + kind
            + " maximum for the account in "
            + caller.region()
            + ". Per "
            + kind
            + " maximum: "
            + MAX_UNITS
            + "."
            + REFER);
  }

  /** The throughput of a table or index that is new or was on demand. */
  public static Throughput of(Structure throughput) {
    return Throughput.of(read(throughput), write(throughput));
  }

  /**
   * The throughput after a change.
   *
   * @throws ApiError a ValidationException if nothing changes, a LimitExceededException if it has
   *     been decreased too often today
   */
  public static Throughput change(
      Throughput before, Structure throughput, Owner owner, Instant now) {
    long read = read(throughput);
    long write = write(throughput);
    if (read == before.readUnits() && write == before.writeUnits()) {
      throw unchanged(before, owner);
    }
    boolean lower = read < before.readUnits() || write < before.writeUnits();
    boolean higher = read > before.readUnits() || write > before.writeUnits();
    int decreases = decreasesToday(before, now);
    if (lower) {
      checkDecrease(before, decreases, now);
    }
    return new Throughput(
        read,
        write,
        higher ? now : before.lastIncrease(),
        lower ? now : before.lastDecrease(),
        lower ? decreases + 1 : decreases);
  }

  /** The number of decreases on the UTC day of a given time. */
  public static int decreasesToday(Throughput throughput, Instant now) {
    Instant last = throughput.lastDecrease();
    return last != null && day(last).equals(day(now)) ? throughput.decreasesToday() : 0;
  }

  private static LocalDate day(Instant moment) {
    return LocalDate.ofInstant(moment, ZoneOffset.UTC);
  }

  private static void checkDecrease(Throughput before, int decreases, Instant now) {
    Instant last = before.lastDecrease();
    if (decreases < FREE_DECREASES || last == null) {
      return;
    }
    Instant next = last.plus(DECREASE_INTERVAL);
    if (now.isBefore(next)) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Provisioned throughput decreases are limited within a given"
              + " UTC day. After the first 4 decreases, each subsequent decrease in the same UTC"
              + " day can be performed at most once every 3600 seconds. Number of decreases today: "
              + decreases
              + ". Last decrease at "
              + ChangeLimits.TIME.format(last)
              + ". Next decrease can be made at "
              + ChangeLimits.TIME.format(next));
    }
  }

  private static ApiError unchanged(Throughput current, Owner owner) {
    String whose =
        switch (owner) {
          case OfTable table -> "table";
          case OfIndex index -> "index " + index.name();
        };
    String provisioned = owner instanceof OfTable ? "the table" : whose;
    return ApiError.validation(
        "The provisioned throughput for the "
            + whose
            + " will not change. The requested value equals the current value. "
            + current("ReadCapacityUnits", provisioned, current.readUnits())
            + " "
            + current("WriteCapacityUnits", provisioned, current.writeUnits())
            + REFER);
  }

  private static String current(String name, String whose, long units) {
    return "Current "
        + name
        + " provisioned for "
        + whose
        + ": "
        + units
        + ". Requested "
        + name
        + ": "
        + units
        + ".";
  }

  private static long read(Structure throughput) {
    return throughput.require(ProvisionedThroughput.READ_CAPACITY_UNITS);
  }

  private static long write(Structure throughput) {
    return throughput.require(ProvisionedThroughput.WRITE_CAPACITY_UNITS);
  }
}
