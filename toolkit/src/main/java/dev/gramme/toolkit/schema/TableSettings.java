package dev.gramme.toolkit.schema;

import java.util.Optional;

/**
 * How a table is run, as far as its code does not say it.
 *
 * @param billing how its capacity is paid for
 * @param tableClass what its storage costs
 * @param recovery whether it can be restored to a point in time
 * @param stream what its stream shows of a change, if it has one
 * @param deletionProtection whether it cannot be deleted
 */
public record TableSettings(
    Billing billing,
    TableClass tableClass,
    boolean recovery,
    Optional<StreamView> stream,
    boolean deletionProtection) {

  /** On demand, of the standard class, without anything else. */
  public static final TableSettings DEFAULT =
      new TableSettings(
          new Billing.OnDemand(), TableClass.STANDARD, false, Optional.empty(), false);

  /** How capacity is paid for. */
  public sealed interface Billing {
    /** By request. */
    record OnDemand() implements Billing {}

    /**
     * By the hour.
     *
     * @param readUnits read units a second of the table, and of each global index
     * @param writeUnits write units a second of the table, and of each global index
     */
    record Provisioned(long readUnits, long writeUnits) implements Billing {
      public Provisioned {
        if (readUnits < 1 || writeUnits < 1) {
          throw new IllegalArgumentException("at least one unit of each is provisioned");
        }
      }
    }
  }

  /** What storage costs. */
  public enum TableClass {
    STANDARD,
    STANDARD_INFREQUENT_ACCESS
  }

  /** What a stream shows of a change. */
  public enum StreamView {
    KEYS_ONLY,
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES
  }

  /** Paid for by the hour, with these units for the table and each global index. */
  public TableSettings provisioned(long readUnits, long writeUnits) {
    return with(new Billing.Provisioned(readUnits, writeUnits));
  }

  /** Of this class. */
  public TableSettings tableClass(TableClass wanted) {
    return new TableSettings(billing, wanted, recovery, stream, deletionProtection);
  }

  /** Restorable to a point in time. */
  public TableSettings withRecovery() {
    return new TableSettings(billing, tableClass, true, stream, deletionProtection);
  }

  /** With a stream. */
  public TableSettings withStream(StreamView view) {
    return new TableSettings(billing, tableClass, recovery, Optional.of(view), deletionProtection);
  }

  /** Protected against deletion. */
  public TableSettings protectedFromDeletion() {
    return new TableSettings(billing, tableClass, recovery, stream, true);
  }

  private TableSettings with(Billing other) {
    return new TableSettings(other, tableClass, recovery, stream, deletionProtection);
  }
}
