package dev.gramme.api.item;

import dev.gramme.engine.capacity.ConsumedCapacity;
import dev.gramme.wire.JsonWriter;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The detail of the consumed capacity in an answer, as {@code ReturnConsumedCapacity} requests it.
 */
public enum CapacityOutput {
  /** No capacity. */
  NONE,
  /** The total. */
  TOTAL,
  /** The total, and the shares of the table and its indexes. */
  INDEXES;

  /** The requested detail; null means none. */
  public static CapacityOutput of(@Nullable String parameter) {
    return parameter == null ? NONE : valueOf(parameter);
  }

  /** Writes {@code ConsumedCapacity} if it was requested. */
  public void write(JsonWriter out, ConsumedCapacity capacity) {
    if (this != NONE) {
      out.name("ConsumedCapacity");
      writeObject(out, capacity);
    }
  }

  /** Writes {@code ConsumedCapacity} as a list with one element per table, if it was requested. */
  public void writeList(JsonWriter out, Collection<ConsumedCapacity> capacities) {
    if (this != NONE) {
      out.name("ConsumedCapacity").beginArray();
      for (ConsumedCapacity capacity : capacities) {
        writeObject(out, capacity);
      }
      out.endArray();
    }
  }

  private void writeObject(JsonWriter out, ConsumedCapacity capacity) {
    out.beginObject();
    out.name("TableName").string(capacity.table());
    out.name("CapacityUnits").number(capacity.total());
    if (capacity.isTransactional()) {
      writeKinds(out, capacity.readUnits(), capacity.writeUnits());
    }
    if (this == INDEXES) {
      out.name("Table").beginObject();
      out.name("CapacityUnits").number(capacity.tableReads() + capacity.tableWrites());
      if (capacity.isTransactional()) {
        writeKinds(out, capacity.tableReads(), capacity.tableWrites());
      }
      out.endObject();
      writeIndexes(out, "LocalSecondaryIndexes", capacity.localIndexes(), capacity);
      writeIndexes(out, "GlobalSecondaryIndexes", capacity.globalIndexes(), capacity);
      writeVectorIndexes(out, capacity.vectorIndexes());
    }
    out.endObject();
  }

  private static void writeIndexes(
      JsonWriter out, String name, Map<String, Double> indexes, ConsumedCapacity capacity) {
    if (indexes.isEmpty()) {
      return;
    }
    out.name(name).beginObject();
    indexes.forEach((index, units) -> {
      out.name(index).beginObject();
      out.name("CapacityUnits").number(units);
      if (capacity.isTransactional()) {
        // Transactions do not read indexes.
        writeKinds(out, 0, units);
      }
      out.endObject();
    });
    out.endObject();
  }

  private static void writeVectorIndexes(JsonWriter out, Map<String, Long> indexes) {
    if (indexes.isEmpty()) {
      return;
    }
    out.name("VectorIndexes").beginObject();
    indexes.forEach((index, bytes) -> {
      out.name(index).beginObject();
      out.name("VectorWriteRequestBytes").number(bytes);
      out.endObject();
    });
    out.endObject();
  }

  /** The answer of a transaction contains its read or its write units next to the total. */
  private static void writeKinds(JsonWriter out, double reads, double writes) {
    if (reads > 0) {
      out.name("ReadCapacityUnits").number(reads);
    }
    if (writes > 0) {
      out.name("WriteCapacityUnits").number(writes);
    }
  }
}
