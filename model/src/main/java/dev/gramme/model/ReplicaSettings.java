package dev.gramme.model;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What each replica of a table has for itself, and the other regions show of it.
 *
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS; null if it was never given
 * @param keyArn the ARN of the key that encrypts it, null if that is the service's own affair
 * @param ceilings of its reads
 */
public record ReplicaSettings(
    @Nullable String tableClass, @Nullable String keyArn, ReadCeilings ceilings) {
  /** Those of a replica of which nothing is known. */
  public static final ReplicaSettings NONE = new ReplicaSettings(null, null, ReadCeilings.NONE);

  /** Those of a table in its own region. */
  public static ReplicaSettings of(TableDefinition table) {
    Encryption encryption = table.encryption();
    return new ReplicaSettings(
        table.tableClass(), encryption == null ? null : encryption.keyArn(), table.readCeilings());
  }

  /** The same with another table class. */
  public ReplicaSettings withTableClass(String value) {
    return new ReplicaSettings(value, keyArn, ceilings);
  }

  /** The same with another key. */
  public ReplicaSettings withKey(Encryption key) {
    return new ReplicaSettings(tableClass, key.keyArn(), ceilings);
  }

  /** The same with other ceilings. */
  public ReplicaSettings withCeilings(ReadCeilings value) {
    return new ReplicaSettings(tableClass, keyArn, value);
  }

  /** A table with these settings. */
  public TableDefinition applyTo(TableDefinition table) {
    return table.toBuilder()
        .tableClass(tableClass)
        .encryption(keyArn == null ? null : new Encryption(keyArn))
        .readCeilings(ceilings)
        .build();
  }

  /** The same of a table that had others until now. */
  public TableDefinition change(TableDefinition table, Instant now) {
    TableDefinition changed = applyTo(table);
    return Objects.equals(tableClass, table.tableClass())
        ? changed
        : changed.toBuilder()
            .changes(table.changes().with(TableChanges.Limited.TABLE_CLASS, now))
            .build();
  }
}
