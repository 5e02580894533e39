package dev.gramme.engine.index;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemSize;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Maintains the entries of vector indexes in the transaction that changes the item. These rows are
 * the index; the in-memory search structures are derived from them.
 */
public final class VectorRows {

  private VectorRows() {}

  /** Updates the entries in all vector indexes; null stands for an item that does not exist. */
  public static List<VectorChange> changeAll(
      Transaction tx, TableDefinition table, @Nullable Item before, @Nullable Item after) {
    if (table.vectorIndexes().isEmpty()) {
      return List.of();
    }
    var changes = new ArrayList<VectorChange>();
    for (VectorIndex index : table.vectorIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        changes.add(change(tx, table, index, before, after));
      }
    }
    return changes;
  }

  /** Updates the entry in one index; null stands for an item that does not exist. */
  public static VectorChange change(
      Transaction tx,
      TableDefinition table,
      VectorIndex index,
      @Nullable Item before,
      @Nullable Item after) {
    VectorEntry entryBefore = before == null ? null : entry(table, index, before);
    VectorEntry entryAfter = after == null ? null : entry(table, index, after);
    byte[] rowBefore =
        entryBefore == null ? null : RowKeys.entry(table, index, entryBefore.attributes());
    byte[] rowAfter =
        entryAfter == null ? null : RowKeys.entry(table, index, entryAfter.attributes());
    boolean filling = index.status() == GlobalIndex.Status.CREATING;
    if (rowBefore != null && filling && tx.get(rowBefore) == null) {
      // The backfill has not reached this item yet.
      entryBefore = null;
      rowBefore = null;
    }
    var rows = new ArrayList<byte[]>(2);
    if (rowBefore != null && !Arrays.equals(rowBefore, rowAfter)) {
      tx.delete(rowBefore);
      rows.add(rowBefore);
    }
    if (rowAfter != null && entryAfter != null) {
      boolean stays = Arrays.equals(rowBefore, rowAfter) && entryAfter.equals(entryBefore);
      if (!stays) {
        tx.put(rowAfter, entryAfter.encode());
        rows.add(rowAfter);
      }
    }
    return new VectorChange(index, entryBefore, entryAfter, rows);
  }

  /**
   * The entry of an item, null if the item has no valid vector or no valid HASH attribute of the
   * search schema. Writes with invalid values are rejected, but items that are older than the index
   * may have such values; they are not indexed.
   */
  public static @Nullable VectorEntry entry(TableDefinition table, VectorIndex index, Item item) {
    AttributeValue value = item.get(index.attribute());
    if (value == null || !hasHash(index, item)) {
      return null;
    }
    float[] vector = Vectors.of(value, index.dimensions());
    return vector == null ? null : new VectorEntry(projected(table, index, item), vector);
  }

  /**
   * The size of a table's item for write units: an indexed vector counts four bytes per dimension.
   * Reads, and the limit on items, count the whole list.
   */
  public static long writtenBytes(TableDefinition table, @Nullable Item item) {
    if (item == null) {
      return 0;
    }
    long bytes = item.sizeBytes();
    if (!table.vectorIndexes().isEmpty()) {
      for (var vector : vectors(table).entrySet()) {
        AttributeValue value = item.get(vector.getKey());
        if (value != null && Vectors.of(value, vector.getValue()) != null) {
          bytes += (long) Float.BYTES * vector.getValue() - ItemSize.of(value);
        }
      }
    }
    return bytes;
  }

  /** The attributes that are indexed as vectors, with their dimensions. */
  private static Map<String, Integer> vectors(TableDefinition table) {
    var vectors = new HashMap<String, Integer>();
    for (VectorIndex index : table.vectorIndexes()) {
      vectors.put(index.attribute(), index.dimensions());
    }
    return vectors;
  }

  private static boolean hasHash(VectorIndex index, Item item) {
    KeyAttribute hash = index.hash();
    if (hash == null) {
      return true;
    }
    AttributeValue value = item.get(hash.name());
    if (value == null || value.type() != hash.type()) {
      return false;
    }
    int size = KeyCodec.sizeBytes(value);
    return size > 0 && size <= Limits.PARTITION_KEY_BYTES;
  }

  private static Item projected(TableDefinition table, VectorIndex index, Item item) {
    if (index.projection().type() == IndexProjection.Type.ALL) {
      return item.toBuilder().remove(index.attribute()).build();
    }
    var entry = Item.builder();
    for (String name : table.key().names()) {
      copy(name, item, entry);
    }
    for (KeyAttribute attribute : index.schema()) {
      copy(attribute.name(), item, entry);
    }
    for (String name : index.projection().nonKeyAttributes()) {
      if (!name.equals(index.attribute())) {
        copy(name, item, entry);
      }
    }
    return entry.build();
  }

  private static void copy(String name, Item from, Item.Builder to) {
    var value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
