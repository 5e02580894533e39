package dev.gramme.engine.capacity;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The service's arithmetic: a read unit is 4 KB read consistently, or twice that read eventually
 * consistently; a write unit is 1 KB; transactions cost the double.
 */
public final class CapacityUnits {
  private static final int READ_UNIT_BYTES = 4096;
  private static final int WRITE_UNIT_BYTES = 1024;

  private CapacityUnits() {}

  /** The begun 4 KB blocks of a size, at least 1. */
  public static long readBlocks(long bytes) {
    return Math.max(1, (bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES);
  }

  /** The begun 1 KB blocks of a size, at least 1. */
  public static long writeBlocks(long bytes) {
    return Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
  }

  /** What reading these bytes at once costs; at least one block. */
  public static double read(long bytes, boolean consistent) {
    return readBlocks(bytes) * (consistent ? 1.0 : 0.5);
  }

  /** What changing an item costs on the table; the larger of before and after counts. */
  public static double write(TableDefinition table, @Nullable Item before, @Nullable Item after) {
    return writeBlocks(
        Math.max(VectorRows.writtenBytes(table, before), VectorRows.writtenBytes(table, after)));
  }

  /** What a change of an index entry costs on the index; 0 if nothing was written. */
  public static double write(IndexChange change) {
    if (!change.isWrite()) {
      return 0;
    }
    if (change.moved()) {
      return (double) writeBlocks(size(change.before())) + writeBlocks(size(change.after()));
    }
    return writeBlocks(Math.max(size(change.before()), size(change.after())));
  }

  private static long size(@Nullable Item item) {
    return item == null ? 0 : item.sizeBytes();
  }
}
