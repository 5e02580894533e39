package dev.gramme.api.backup;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableMembers;
import dev.gramme.engine.backup.Backup;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.TimeToLive;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;

/** Writes the descriptions of backups. */
public final class BackupDescription {
  private final Backup backup;
  private final TableDefinition table;
  private final Caller caller;
  private final JsonWriter out;

  private final String arn;

  private BackupDescription(Backup backup, String arn, Caller caller, JsonWriter out) {
    this.backup = backup;
    this.arn = arn;
    this.table = backup.table();
    this.caller = caller;
    this.out = out;
  }

  /** Writes BackupDetails with the backup's own status. */
  public static void writeDetails(Backup backup, Caller caller, JsonWriter out) {
    new BackupDescription(backup, BackupArn.of(backup, caller), caller, out)
        .writeDetails(backup.status().name());
  }

  /**
   * Writes BackupDescription.
   *
   * @param arn the ARN from the request: the service repeats it unchanged, even with another region
   * @param status the status to write
   */
  public static void write(
      Backup backup, String arn, String status, Caller caller, JsonWriter out) {
    out.name("BackupDescription").beginObject();
    var description = new BackupDescription(backup, arn, caller, out);
    description.writeDetails(status);
    description.writeTable();
    description.writeFeatures();
    out.endObject();
  }

  /** Writes the members of a BackupSummary. */
  public static void writeSummary(Backup backup, Caller caller, JsonWriter out) {
    var description = new BackupDescription(backup, BackupArn.of(backup, caller), caller, out);
    description.writeTableNames();
    description.writeNames(backup.status().name());
  }

  private void writeDetails(String status) {
    out.name("BackupDetails").beginObject();
    writeNames(status);
    out.endObject();
  }

  private void writeNames(String status) {
    out.name("BackupArn").string(arn);
    out.name("BackupName").string(backup.name());
    out.name("BackupSizeBytes").number(backup.sizeBytes());
    out.name("BackupStatus").string(status);
    out.name("BackupType").string(backup.type().name());
    out.name("BackupCreationDateTime").timestamp(backup.created());
    Instant expires = backup.expires();
    if (expires != null) {
      out.name("BackupExpiryDateTime").timestamp(expires);
    }
  }

  private void writeTableNames() {
    out.name("TableName").string(table.name());
    out.name("TableId").string(table.id().toString());
    out.name("TableArn").string(BackupArn.ofTable(table, caller));
  }

  private void writeTable() {
    out.name("SourceTableDetails").beginObject();
    writeTableNames();
    out.name("TableSizeBytes").number(backup.sizeBytes());
    out.name("ItemCount").number(backup.items());
    TableMembers.writeKeySchema(out, table.key());
    out.name("TableCreationDateTime").timestamp(table.created());
    writeThroughput(table.capacity().throughput());
    TableMembers.writeCeilings(out, table.capacity().ceilings());
    out.name("BillingMode").string(table.capacity().billingMode().name());
    out.endObject();
  }

  private void writeFeatures() {
    out.name("SourceTableFeatureDetails").beginObject();
    if (!table.localIndexes().isEmpty()) {
      out.name("LocalSecondaryIndexes").beginArray();
      for (LocalIndex index : table.localIndexes()) {
        out.beginObject();
        writeIndex(index);
        out.endObject();
      }
      out.endArray();
    }
    if (!table.globalIndexes().isEmpty()) {
      out.name("GlobalSecondaryIndexes").beginArray();
      for (GlobalIndex index : table.globalIndexes()) {
        out.beginObject();
        writeIndex(index);
        if (table.capacity().billingMode() == BillingMode.PROVISIONED) {
          writeThroughput(index.throughput());
        }
        TableMembers.writeCeilings(out, table.capacity().ceilings(index));
        out.endObject();
      }
      out.endArray();
    }
    writeStream();
    writeTimeToLive();
    out.endObject();
  }

  private void writeStream() {
    StreamSpecification stream = table.features().stream();
    if (stream != null) {
      out.name("StreamDescription").beginObject();
      out.name("StreamEnabled").bool(true);
      out.name("StreamViewType").string(stream.viewType().name());
      out.endObject();
    }
  }

  private void writeTimeToLive() {
    TimeToLive timeToLive = table.features().timeToLive();
    if (timeToLive != null) {
      out.name("TimeToLiveDescription").beginObject();
      out.name("TimeToLiveStatus").string(timeToLive.status().name());
      out.name("AttributeName").string(timeToLive.attribute());
      out.endObject();
    }
  }

  private void writeIndex(SecondaryIndex index) {
    out.name("IndexName").string(index.name());
    TableMembers.writeKeySchema(out, index.key());
    TableMembers.writeProjection(out, index.projection());
  }

  private void writeThroughput(Throughput throughput) {
    out.name("ProvisionedThroughput").beginObject();
    out.name("ReadCapacityUnits").number(throughput.readUnits());
    out.name("WriteCapacityUnits").number(throughput.writeUnits());
    out.endObject();
  }
}
