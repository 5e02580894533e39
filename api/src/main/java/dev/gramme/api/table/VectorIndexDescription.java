package dev.gramme.api.table;

import dev.gramme.engine.catalog.TableStatistics;
import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.JsonWriter;

/** Writes the vector indexes in a table's description. */
final class VectorIndexDescription {

  private VectorIndexDescription() {}

  /** Writes {@code VectorIndexes} if there are any. */
  static void write(
      JsonWriter out, TableDefinition table, TableStatistics statistics, String tableArn) {
    if (table.vectorIndexes().isEmpty()) {
      return;
    }
    out.name("VectorIndexes").beginArray();
    for (VectorIndex index : table.vectorIndexes()) {
      out.beginObject();
      out.name("IndexName").string(index.name());
      out.name("IndexArn").string(tableArn + "/index/" + index.name());
      writeSettings(out, index);
      out.name("IndexStatus").string(index.status().name());
      // As with global indexes, those that are created together with their table never show this
      // member.
      if (index.status() == GlobalIndex.Status.CREATING
          && table.status() != TableDefinition.Status.CREATING) {
        out.name("Backfilling").bool(index.backfilling());
      }
      Counts counts = statistics.counts(index.number());
      out.name("IndexSizeBytes").number(counts.sizeBytes());
      out.name("ItemCount").number(counts.items());
      out.endObject();
    }
    out.endArray();
  }

  private static void writeSettings(JsonWriter out, VectorIndex index) {
    out.name("VectorAttribute").beginObject();
    out.name("AttributeName").string(index.attribute());
    out.endObject();
    out.name("Dimensions").number(index.dimensions());
    out.name("DistanceFunction").string(index.distance().name());
    if (!index.schema().isEmpty()) {
      out.name("SearchSchema").beginArray();
      for (KeyAttribute attribute : index.schema()) {
        out.beginObject();
        out.name("AttributeName").string(attribute.name());
        out.name("SearchSchemaElementType")
            .string(attribute.equals(index.hash()) ? "HASH" : "INLINE_FILTER");
        out.endObject();
      }
      out.endArray();
    }
    TableMembers.writeProjection(out, index.projection());
  }
}
