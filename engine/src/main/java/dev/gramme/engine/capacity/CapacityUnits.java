package dev.gramme.engine.capacity;

import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.index.VectorRows;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Computes capacity units by the service's rules: a read unit is one strongly consistent read of up
 * to 4 KB, or two eventually consistent ones; a write unit is a write of up to 1 KB; transactions
 * cost twice as much.
 */
public final class CapacityUnits {
  private static final int READ_UNIT_BYTES = 4096;
  private static final int WRITE_UNIT_BYTES = 1024;

  private CapacityUnits() {}

  /** A size in 4 KB blocks, rounded up, at least 1. */
  public static long readBlocks(long bytes) {
    return Math.max(1, (bytes + READ_UNIT_BYTES - 1) / READ_UNIT_BYTES);
  }

  /** A size in 1 KB blocks, rounded up, at least 1. */
  public static long writeBlocks(long bytes) {
    return Math.max(1, (bytes + WRITE_UNIT_BYTES - 1) / WRITE_UNIT_BYTES);
  }

  /** The units of one read of this many bytes, rounded up to whole blocks; at least one block. */
  public static double read(long bytes, boolean consistent) {
    return readBlocks(bytes) * (consistent ? 1.0 : 0.5);
  }

  /** The table's units of a change of an item; the larger of the old and the new size counts. */
  public static double write(TableDefinition table, @Nullable Item before, @Nullable Item after) {
    return writeBlocks(
        Math.max(VectorRows.writtenBytes(table, before), VectorRows.writtenBytes(table, after)));
  }

  /** The index's units of a change of an index entry; 0 if nothing was written. */
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
