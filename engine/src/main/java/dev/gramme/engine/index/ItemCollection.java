package dev.gramme.engine.index;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The size of an item collection: the items of one partition key and their entries in local
 * indexes. It is stored in a row of the partition, and only for tables with local indexes, because
 * the service limits and reports it only for these.
 */
public final class ItemCollection {
  /** The row kind of the size, beside items and entries. */
  public static final int KIND = 2;

  private ItemCollection() {}

  /**
   * Updates the size by a change.
   *
   * @return the new size in bytes
   * @throws ApiError if the change makes the collection larger than the limit
   */
  public static long resize(
      Transaction tx,
      TableDefinition table,
      Item key,
      @Nullable Item before,
      @Nullable Item after,
      List<IndexChange> indexes,
      long limitBytes) {
    byte[] row = RowKeys.partitionRows(table.number(), table.key(), key, KIND).toByteArray();
    byte[] stored = tx.get(row);
    long size = stored == null ? 0 : new ByteReader(stored).readLong();
    long growth = size(after) - size(before);
    for (IndexChange index : indexes) {
      if (index.index() instanceof LocalIndex) {
        growth += size(index.after()) - size(index.before());
      }
    }
    if (growth == 0) {
      return size;
    }
    size += growth;
    if (growth > 0 && size > limitBytes) {
      throw ApiError.of(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED, "Collection size exceeded.");
    }
    if (size == 0) {
      tx.delete(row);
    } else {
      tx.put(row, value(size));
    }
    return size;
  }

  /**
   * The row of the size.
   *
   * @param partition the beginning of all rows of the partition, up to the row kind
   */
  public static byte[] row(byte[] partition) {
    return new ByteWriter(partition.length + 1).write(partition).writeByte(KIND).toByteArray();
  }

  /** The value of the row. */
  public static byte[] value(long size) {
    return new ByteWriter(Long.BYTES).writeLong(size).toByteArray();
  }

  private static long size(@Nullable Item item) {
    return item == null ? 0 : item.sizeBytes();
  }
}
