package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.TableShapes.WarmThroughputShape;
import dev.gramme.model.ApiError;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules of OnDemandThroughput and WarmThroughput for a table or an index. */
public final class CeilingRules {
  /** The value that removes a ceiling. */
  public static final long NO_CEILING = -1;

  /** How the messages refer to a table's throughput. */
  public static final String FOR_TABLE = "for table";

  private static final List<Member<Long>> CEILINGS =
      List.of(
          OnDemandThroughputShape.MAX_READ_REQUEST_UNITS,
          OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS);

  private static final List<Member<Long>> WARM =
      List.of(
          WarmThroughputShape.READ_UNITS_PER_SECOND, WarmThroughputShape.WRITE_UNITS_PER_SECOND);

  private static final String INITIAL =
      "is lower than initial throughput for OnDemand. See:"
          + " https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
          + "on-demand-capacity-mode.html#on-demand-capacity-mode-initial";

  private CeilingRules() {}

  /** How the messages refer to an index's throughput. */
  public static String forIndex(String index) {
    return "for index : " + index;
  }

  /**
   * Refuses ceilings of a provisioned table.
   *
   * @param whose the part of the text after OnDemandThroughput, such as the name of an index
   */
  public static void refuseCeilings(Structure ceilings, String whose, String endOfText) {
    for (Member<Long> ceiling : CEILINGS) {
      if (ceilings.has(ceiling)) {
        throw InvalidParameters.of(
            ceiling.name()
                + " for OnDemandThroughput"
                + whose
                + " cannot be specified when "
                + endOfText);
      }
    }
  }

  /** The ceilings of a new table or index. */
  public static OnDemandThroughput ceilings(Structure ceilings, String whose) {
    for (Member<Long> ceiling : CEILINGS) {
      Long units = ceilings.get(ceiling);
      if (units != null && units < 1) {
        throw outOfRange(ceiling, whose);
      }
    }
    return new OnDemandThroughput(
        ceilings.get(OnDemandThroughputShape.MAX_READ_REQUEST_UNITS),
        ceilings.get(OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS));
  }

  /** The ceilings after a change: an absent member keeps its ceiling, -1 removes it. */
  public static @Nullable OnDemandThroughput change(
      @Nullable OnDemandThroughput before, Structure ceilings, String whose) {
    var merged =
        new OnDemandThroughput(
            merged(
                before == null ? null : before.maxReadRequestUnits(),
                ceilings,
                OnDemandThroughputShape.MAX_READ_REQUEST_UNITS,
                whose),
            merged(
                before == null ? null : before.maxWriteRequestUnits(),
                ceilings,
                OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS,
                whose));
    boolean none = merged.maxReadRequestUnits() == null && merged.maxWriteRequestUnits() == null;
    return none ? null : merged;
  }

  private static @Nullable Long merged(
      @Nullable Long before, Structure ceilings, Member<Long> member, String whose) {
    Long requested = ceilings.get(member);
    if (requested == null) {
      return before;
    }
    if (requested == NO_CEILING) {
      return null;
    }
    if (requested < 1) {
      throw outOfRange(member, whose);
    }
    return requested;
  }

  /**
   * Refuses ceilings and warm throughput above the account's limit for a table or index.
   *
   * @param ceilings an OnDemandThroughput, null if there is none
   * @param warm a WarmThroughput, null if there is none
   */
  public static void checkMaximum(
      @Nullable Structure ceilings, @Nullable Structure warm, String whose, Caller caller) {
    checkMaximum(ceilings, CEILINGS, "OnDemandThroughput " + whose, caller);
    checkMaximum(warm, WARM, "WarmThroughput " + whose, caller);
  }

  /**
   * The read ceiling that overrides the table's ceiling in a replica.
   *
   * @param region the replica's region
   */
  public static long readCeiling(long units, String whose, String region) {
    var member = OnDemandThroughputShape.MAX_READ_REQUEST_UNITS;
    if (units < 1) {
      throw outOfRange(member, whose);
    }
    if (units > ThroughputRules.MAX_UNITS) {
      throw tooHigh(member, "OnDemandThroughput " + whose, region);
    }
    return units;
  }

  private static void checkMaximum(
      @Nullable Structure units, List<Member<Long>> members, String of, Caller caller) {
    if (units == null) {
      return;
    }
    for (Member<Long> member : members) {
      Long requested = units.get(member);
      if (requested != null && requested > ThroughputRules.MAX_UNITS) {
        throw tooHigh(member, of, caller.region());
      }
    }
  }

  private static ApiError tooHigh(Member<Long> member, String of, String region) {
    return ChangeLimits.exceeded(
        "Requested "
            + member.name()
            + " for "
            + of
            + " exceeds TableMax"
            + (member.name().contains("Read") ? "Read" : "Write")
            + "CapacityUnits of the account in region "
            + region);
  }

  private static ApiError outOfRange(Member<Long> ceiling, String whose) {
    return InvalidParameters.of(
        "Requested "
            + ceiling.name()
            + " for OnDemandThroughput "
            + whose
            + " is outside of valid range");
  }

  /**
   * The warm throughput of a new table or index.
   *
   * @param provisioned the provisioned units, null if it is on demand
   */
  public static WarmThroughput warm(
      Structure warm, @Nullable Throughput provisioned, String whose) {
    WarmThroughput initial = initial(provisioned);
    String read =
        provisioned == null ? INITIAL : "is lower than ReadCapacityUnits of ProvisionedThroughput";
    String write =
        provisioned == null ? INITIAL : "is lower than WriteCapacityUnits of ProvisionedThroughput";
    return raised(initial, warm, whose, read, write);
  }

  /** The warm throughput after a change, which can only raise it. */
  public static WarmThroughput change(WarmThroughput before, Structure warm, String whose) {
    String lower =
        "is lower than current WarmThroughput, decreasing WarmThroughput is not supported";
    return raised(before, warm, whose, lower, lower);
  }

  /** The warm throughput of a table or index for which none was requested. */
  public static WarmThroughput initial(@Nullable Throughput provisioned) {
    return provisioned == null
        ? WarmThroughput.ON_DEMAND_INITIAL
        : new WarmThroughput(provisioned.readUnits(), provisioned.writeUnits());
  }

  private static WarmThroughput raised(
      WarmThroughput from, Structure warm, String whose, String lowRead, String lowWrite) {
    Long read = warm.get(WarmThroughputShape.READ_UNITS_PER_SECOND);
    Long write = warm.get(WarmThroughputShape.WRITE_UNITS_PER_SECOND);
    if (read != null && read < from.readUnitsPerSecond()) {
      throw tooLow(WarmThroughputShape.READ_UNITS_PER_SECOND, whose, lowRead);
    }
    if (write != null && write < from.writeUnitsPerSecond()) {
      throw tooLow(WarmThroughputShape.WRITE_UNITS_PER_SECOND, whose, lowWrite);
    }
    return new WarmThroughput(
        read == null ? from.readUnitsPerSecond() : read,
        write == null ? from.writeUnitsPerSecond() : write);
  }

  private static ApiError tooLow(Member<Long> member, String whose, String lower) {
    // Unlike in other messages, there is no colon before the name of the index (November 2026).
    String of = whose.replaceFirst("^for index : ", "for index ");
    return InvalidParameters.of(
        "Requested " + member.name() + " for WarmThroughput " + of + " " + lower);
  }
}
