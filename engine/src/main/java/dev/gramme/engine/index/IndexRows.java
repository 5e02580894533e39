package dev.gramme.engine.index;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Limits;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Maintains index entries in the transaction that changes the item. Entries of global indexes are
 * {@link Transaction#derive derived rows}, which a store may write after the commit.
 */
public final class IndexRows {

  private IndexRows() {}

  /**
   * Updates the entries in all indexes of the table; null stands for an item that does not exist.
   */
  public static List<IndexChange> changeAll(
      Transaction tx, TableDefinition table, @Nullable Item before, @Nullable Item after) {
    return forEach(table, index -> change(tx, table, index, before, after));
  }

  /** Computes what {@link #changeAll} would do, without writing. */
  public static List<IndexChange> preview(
      Transaction tx, TableDefinition table, @Nullable Item before, @Nullable Item after) {
    return forEach(table, index -> entries(tx, table, index, before, after).change());
  }

  private static List<IndexChange> forEach(
      TableDefinition table, Function<SecondaryIndex, IndexChange> change) {
    if (table.localIndexes().isEmpty() && table.globalIndexes().isEmpty()) {
      return List.of();
    }
    var changes = new ArrayList<IndexChange>();
    for (LocalIndex index : table.localIndexes()) {
      changes.add(change.apply(index));
    }
    for (GlobalIndex index : table.globalIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        changes.add(change.apply(index));
      }
    }
    return changes;
  }

  /** Updates the entry in one index; null stands for an item that does not exist. */
  public static IndexChange change(
      Transaction tx,
      TableDefinition table,
      SecondaryIndex index,
      @Nullable Item before,
      @Nullable Item after) {
    Entries entries = entries(tx, table, index, before, after);
    IndexChange change = entries.change();
    byte[] rowBefore = entries.rowBefore();
    byte[] rowAfter = entries.rowAfter();
    if (rowBefore != null && !Arrays.equals(rowBefore, rowAfter)) {
      write(tx, table, index, Objects.requireNonNull(before), rowBefore, null);
    }
    Item entryAfter = change.after();
    if (rowAfter != null && entryAfter != null && change.isWrite()) {
      write(tx, table, index, entryAfter, rowAfter, ItemCodec.encode(entryAfter));
    }
    return change;
  }

  /**
   * Entries of a local index are in the partition of their items, those of a global index are not.
   */
  private static void write(
      Transaction tx,
      TableDefinition table,
      SecondaryIndex index,
      Item item,
      byte[] row,
      byte @Nullable [] value) {
    if (index instanceof GlobalIndex) {
      tx.derive(RowKeys.item(table, item), row, value);
    } else if (value == null) {
      tx.delete(row);
    } else {
      tx.put(row, value);
    }
  }

  /**
   * The change of an entry, and its rows before and after. The row before is set even if a backfill
   * has not reached the item, because the backfill may be about to write it.
   */
  @SuppressWarnings("ArrayRecordComponent") // never leaves this class
  private record Entries(
      IndexChange change, byte @Nullable [] rowBefore, byte @Nullable [] rowAfter) {}

  private static Entries entries(
      Transaction tx,
      TableDefinition table,
      SecondaryIndex index,
      @Nullable Item before,
      @Nullable Item after) {
    Item entryBefore = before == null ? null : entry(table, index, before);
    Item entryAfter = after == null ? null : entry(table, index, after);
    byte[] rowBefore = entryBefore == null ? null : row(table, index, entryBefore);
    if (rowBefore != null && isFilling(index) && tx.get(rowBefore) == null) {
      // The backfill has not reached this item yet.
      entryBefore = null;
    }
    byte[] rowAfter = entryAfter == null ? null : row(table, index, entryAfter);
    boolean moved = entryBefore != null && rowAfter != null && !Arrays.equals(rowBefore, rowAfter);
    return new Entries(new IndexChange(index, entryBefore, entryAfter, moved), rowBefore, rowAfter);
  }

  private static boolean isFilling(SecondaryIndex index) {
    return index instanceof GlobalIndex global && global.status() == GlobalIndex.Status.CREATING;
  }

  /**
   * The projected entry of an item, null if its values are not a valid index key. Writes with empty
   * or too long values are rejected, but items that are older than the index may have such values;
   * they are not indexed.
   */
  public static @Nullable Item entry(TableDefinition table, SecondaryIndex index, Item item) {
    KeySchema key = index.key();
    if (!key.isIn(item)
        || !fits(key.hash(), item, Limits.PARTITION_KEY_BYTES)
        || !fits(key.range(), item, Limits.SORT_KEY_BYTES)) {
      return null;
    }
    if (index.projection().type() == IndexProjection.Type.ALL) {
      return item;
    }
    var entry = Item.builder();
    for (String name : table.key().names()) {
      copy(name, item, entry);
    }
    for (String name : index.key().names()) {
      copy(name, item, entry);
    }
    for (String name : index.projection().nonKeyAttributes()) {
      copy(name, item, entry);
    }
    return entry.build();
  }

  /** The row of an entry; index key and table key are taken from the given item or key. */
  public static byte[] row(TableDefinition table, SecondaryIndex index, Item entry) {
    return switch (index) {
      case LocalIndex local -> RowKeys.entry(table, local, entry);
      case GlobalIndex global -> RowKeys.entry(table, global, entry);
    };
  }

  private static boolean fits(List<KeyAttribute> attributes, Item item, int limitBytes) {
    int total = 0;
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = item.get(attribute.name());
      int size = value == null ? 0 : KeyCodec.sizeBytes(value);
      if (size == 0) {
        return false;
      }
      total += size;
    }
    return total <= limitBytes;
  }

  private static void copy(String name, Item from, Item.Builder to) {
    var value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
