package dev.gramme.toolkit.schema;

import java.util.Optional;

/**
 * The operational settings of a table, which its code does not define.
 *
 * @param billing the billing mode
 * @param tableClass the storage class
 * @param recovery whether point-in-time recovery is enabled
 * @param stream the stream view type, if there is a stream
 * @param deletionProtection whether it is protected against deletion
 */
public record TableSettings(
    Billing billing,
    TableClass tableClass,
    boolean recovery,
    Optional<StreamView> stream,
    boolean deletionProtection) {

  /** On demand, standard class, all other features off. */
  public static final TableSettings DEFAULT =
      new TableSettings(
          new Billing.OnDemand(), TableClass.STANDARD, false, Optional.empty(), false);

  /** The billing mode. */
  public sealed interface Billing {
    /** On demand: charged per request. */
    record OnDemand() implements Billing {}

    /**
     * Provisioned: charged per hour.
     *
     * @param readUnits read units per second of the table, and of each global index
     * @param writeUnits write units per second of the table, and of each global index
     */
    record Provisioned(long readUnits, long writeUnits) implements Billing {
      public Provisioned {
        if (readUnits < 1 || writeUnits < 1) {
          throw new IllegalArgumentException("provisioned units must be at least one");
        }
      }
    }
  }

  /** The storage class. */
  public enum TableClass {
    STANDARD,
    STANDARD_INFREQUENT_ACCESS
  }

  /** The stream view type. */
  public enum StreamView {
    KEYS_ONLY,
    NEW_IMAGE,
    OLD_IMAGE,
    NEW_AND_OLD_IMAGES
  }

  /** Provisioned mode, with these units for the table and each global index. */
  public TableSettings provisioned(long readUnits, long writeUnits) {
    return with(new Billing.Provisioned(readUnits, writeUnits));
  }

  /** Sets the storage class. */
  public TableSettings tableClass(TableClass wanted) {
    return new TableSettings(billing, wanted, recovery, stream, deletionProtection);
  }

  /** Enables point-in-time recovery. */
  public TableSettings withRecovery() {
    return new TableSettings(billing, tableClass, true, stream, deletionProtection);
  }

  /** Enables a stream. */
  public TableSettings withStream(StreamView view) {
    return new TableSettings(billing, tableClass, recovery, Optional.of(view), deletionProtection);
  }

  /** Enables deletion protection. */
  public TableSettings protectedFromDeletion() {
    return new TableSettings(billing, tableClass, recovery, stream, true);
  }

  private TableSettings with(Billing other) {
    return new TableSettings(other, tableClass, recovery, stream, deletionProtection);
  }
}
