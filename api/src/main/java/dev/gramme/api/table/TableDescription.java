package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.TableStatistics;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.Transition;
import dev.gramme.model.WarmThroughput;
import dev.gramme.wire.JsonWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the descriptions of tables in CreateTable, DescribeTable, UpdateTable and DeleteTable. */
public final class TableDescription {
  private final TableDefinition table;
  private final TableStatistics statistics;
  private final String arn;
  private final Instant now;
  private final JsonWriter out;

  private TableDescription(
      TableDefinition table, TableStatistics statistics, String arn, Instant now, JsonWriter out) {
    this.table = table;
    this.statistics = statistics;
    this.arn = arn;
    this.now = now;
    this.out = out;
  }

  /**
   * An answer whose only member is the description of a table.
   *
   * @param member {@code Table} or {@code TableDescription}
   * @param now determines the day whose throughput decreases are counted
   */
  public static Output output(
      String member,
      TableDefinition table,
      TableStatistics statistics,
      Caller caller,
      Instant now) {
    String arn = TableReference.arn(table, caller);
    return out -> {
      out.name(member).beginObject();
      new TableDescription(table, statistics, arn, now, out).write();
      out.endObject();
    };
  }

  /** The same answer for a table that may still be being restored. */
  public static Output output(
      String member, TableDefinition table, Catalog catalog, Caller caller, Instant now) {
    String arn = TableReference.arn(table, caller);
    var restoring = catalog.restoring(table);
    return out -> {
      out.name(member).beginObject();
      new TableDescription(table, catalog.statistics(), arn, now, out).write();
      restoring.ifPresent(summary -> RestoreSummaryMember.write(summary, caller, out));
      out.endObject();
    };
  }

  private void write() {
    out.name("TableName").string(table.name());
    out.name("TableStatus").string(table.status().name());
    out.name("TableArn").string(arn);
    out.name("TableId").string(table.id().toString());
    writeCounts("TableSizeBytes", statistics.counts(table.number()));
    writeThroughput(table.capacity().throughput());
    out.name("DeletionProtectionEnabled").bool(table.properties().deletionProtected());
    writeBilling();
    if (table.status() == TableDefinition.Status.DELETING) {
      return;
    }
    out.name("CreationDateTime").timestamp(table.created());
    writeAttributeDefinitions();
    TableMembers.writeKeySchema(out, table.key());
    TableMembers.writeCeilings(out, table.capacity().ceilings());
    writeWarm(table.capacity().warm(), table.capacity().throughput());
    writeLocalIndexes();
    writeGlobalIndexes();
    VectorIndexDescription.write(out, table, statistics, arn);
    writeStream();
    ReplicaDescriptions.write(table, out);
    writeTableClass();
    writeEncryption();
  }

  private void writeTableClass() {
    var tableClass = table.properties().tableClass();
    if (tableClass != null) {
      out.name("TableClassSummary").beginObject();
      out.name("TableClass").string(tableClass);
      var changes = table.changes().recent().getOrDefault(Limited.TABLE_CLASS, List.of());
      if (!changes.isEmpty()) {
        out.name("LastUpdateDateTime").timestamp(changes.getLast());
      }
      out.endObject();
    }
  }

  /** Writes nothing for the service's own encryption, unless a change of it is in progress. */
  private void writeEncryption() {
    var change = table.changes().find(Transition.Kind.ENCRYPTION);
    var encryption = table.properties().encryption();
    String key =
        change
            .map(Transition::subject)
            .orElseGet(() -> encryption == null ? "" : encryption.keyArn());
    if (!key.isEmpty()) {
      out.name("SSEDescription").beginObject();
      out.name("Status").string(change.isPresent() ? "UPDATING" : "ENABLED");
      out.name("SSEType").string("KMS");
      out.name("KMSMasterKeyArn").string(key);
      out.endObject();
    }
  }

  private void writeAttributeDefinitions() {
    out.name("AttributeDefinitions").beginArray();
    table
        .attributeTypes()
        .forEach((name, type) -> {
          out.beginObject();
          out.name("AttributeName").string(name);
          out.name("AttributeType").string(type.name());
          out.endObject();
        });
    out.endArray();
  }

  private void writeBilling() {
    Instant switched = table.capacity().billingSwitched();
    if (switched != null) {
      out.name("BillingModeSummary").beginObject();
      out.name("BillingMode").string(table.capacity().billingMode().name());
      if (table.status() != TableDefinition.Status.CREATING) {
        out.name("LastUpdateToPayPerRequestDateTime").timestamp(switched);
      }
      out.endObject();
    }
  }

  private void writeCounts(String sizeMember, Counts counts) {
    out.name(sizeMember).number(counts.sizeBytes());
    out.name("ItemCount").number(counts.items());
  }

  private void writeThroughput(Throughput throughput) {
    out.name("ProvisionedThroughput").beginObject();
    Instant increase = throughput.lastIncrease();
    if (increase != null) {
      out.name("LastIncreaseDateTime").timestamp(increase);
    }
    Instant decrease = throughput.lastDecrease();
    if (decrease != null) {
      out.name("LastDecreaseDateTime").timestamp(decrease);
    }
    out.name("NumberOfDecreasesToday").number(ThroughputRules.decreasesToday(throughput, now));
    out.name("ReadCapacityUnits").number(throughput.readUnits());
    out.name("WriteCapacityUnits").number(throughput.writeUnits());
    out.endObject();
  }

  /** While a table is being created, only the requested values are shown (October 2026). */
  private void writeWarm(@Nullable WarmThroughput warm, Throughput throughput) {
    boolean creating = table.status() == TableDefinition.Status.CREATING;
    if (creating && warm == null) {
      return;
    }
    boolean provisioned = table.capacity().billingMode() == BillingMode.PROVISIONED;
    var shown = warm == null ? CeilingRules.initial(provisioned ? throughput : null) : warm;
    out.name("WarmThroughput").beginObject();
    out.name("ReadUnitsPerSecond").number(shown.readUnitsPerSecond());
    out.name("WriteUnitsPerSecond").number(shown.writeUnitsPerSecond());
    out.name("Status").string(creating ? "UPDATING" : "ACTIVE");
    out.endObject();
  }

  private void writeLocalIndexes() {
    if (table.localIndexes().isEmpty()) {
      return;
    }
    out.name("LocalSecondaryIndexes").beginArray();
    for (LocalIndex index : table.localIndexes()) {
      out.beginObject();
      writeIndex(index.name(), index.key(), index.projection());
      writeCounts("IndexSizeBytes", statistics.counts(table, index));
      out.endObject();
    }
    out.endArray();
  }

  private void writeGlobalIndexes() {
    if (table.globalIndexes().isEmpty()) {
      return;
    }
    out.name("GlobalSecondaryIndexes").beginArray();
    for (GlobalIndex index : table.globalIndexes()) {
      out.beginObject();
      writeIndex(index.name(), index.key(), index.projection());
      // The counts of a new index are zero until its backfill is complete.
      writeCounts(
          "IndexSizeBytes",
          index.status() == GlobalIndex.Status.CREATING
              ? new Counts(0, 0)
              : statistics.counts(index.number()));
      out.name("IndexStatus").string(index.status().name());
      // Indexes that are created together with their table never show this member.
      if (index.status() == GlobalIndex.Status.CREATING
          && table.status() != TableDefinition.Status.CREATING) {
        out.name("Backfilling").bool(index.backfilling());
      }
      writeThroughput(index.throughput());
      TableMembers.writeCeilings(out, table.capacity().ceilings(index));
      writeWarm(index.warm(), index.throughput());
      out.endObject();
    }
    out.endArray();
  }

  private void writeIndex(String name, KeySchema key, IndexProjection projection) {
    out.name("IndexName").string(name);
    out.name("IndexArn").string(arn + "/index/" + name);
    TableMembers.writeKeySchema(out, key);
    TableMembers.writeProjection(out, projection);
  }

  private void writeStream() {
    StreamSpecification stream = table.features().stream();
    if (stream != null) {
      out.name("StreamSpecification").beginObject();
      out.name("StreamEnabled").bool(true);
      out.name("StreamViewType").string(stream.viewType().name());
      out.endObject();
    }
    String label = table.features().latestStreamLabel();
    if (label != null) {
      out.name("LatestStreamLabel").string(label);
      out.name("LatestStreamArn").string(arn + "/stream/" + label);
    }
  }
}
