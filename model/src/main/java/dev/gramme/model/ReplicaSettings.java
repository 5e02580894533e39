package dev.gramme.model;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The settings that each replica of a table has of its own. The other regions show them in
 * DescribeTable.
 *
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS; null if it was never set
 * @param keyArn the ARN of the customer-managed key, null if the default key of the service
 *     encrypts the table
 * @param ceilings the overrides of the maximum read throughput
 */
public record ReplicaSettings(
    @Nullable String tableClass, @Nullable String keyArn, ReadCeilings ceilings) {
  /** The settings of a replica that has not sent any. */
  public static final ReplicaSettings NONE = new ReplicaSettings(null, null, ReadCeilings.NONE);

  /** The settings of a table in its own region. */
  public static ReplicaSettings of(TableDefinition table) {
    Encryption encryption = table.properties().encryption();
    return new ReplicaSettings(
        table.properties().tableClass(),
        encryption == null ? null : encryption.keyArn(),
        table.capacity().readCeilings());
  }

  /** A copy with another table class. */
  public ReplicaSettings withTableClass(String value) {
    return new ReplicaSettings(value, keyArn, ceilings);
  }

  /** A copy with another key. */
  public ReplicaSettings withKey(Encryption key) {
    return new ReplicaSettings(tableClass, key.keyArn(), ceilings);
  }

  /** A copy with other read ceilings. */
  public ReplicaSettings withCeilings(ReadCeilings value) {
    return new ReplicaSettings(tableClass, keyArn, value);
  }

  /** A copy of the table definition with these settings. */
  public TableDefinition applyTo(TableDefinition table) {
    return table.toBuilder()
        .tableClass(tableClass)
        .encryption(keyArn == null ? null : new Encryption(keyArn))
        .readCeilings(ceilings)
        .build();
  }

  /**
   * Like {@link #applyTo}, and records a change of the table class, since the service limits how
   * often it may change.
   */
  public TableDefinition change(TableDefinition table, Instant now) {
    TableDefinition changed = applyTo(table);
    return Objects.equals(tableClass, table.properties().tableClass())
        ? changed
        : changed.toBuilder()
            .changes(table.changes().with(TableChanges.Limited.TABLE_CLASS, now))
            .build();
  }
}
