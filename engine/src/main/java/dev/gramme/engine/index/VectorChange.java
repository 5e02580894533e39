package dev.gramme.engine.index;

import dev.gramme.model.VectorIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The change of an item's entry in a vector index.
 *
 * @param before the entry before, null if there was none
 * @param after the entry after, null if there is none
 * @param rows the rows that were put or deleted
 */
public record VectorChange(
    VectorIndex index,
    @Nullable VectorEntry before,
    @Nullable VectorEntry after,
    List<byte[]> rows) {
  /** The minimum that the service charges for each write of an entry. */
  private static final int LEAST_BYTES = 1024;

  public VectorChange {
    rows = List.copyOf(rows);
  }

  /** Whether anything was written. */
  public boolean isWrite() {
    return !rows.isEmpty();
  }

  /**
   * The bytes that the service charges for, 0 if nothing was written. The larger entry counts, and
   * both count if the HASH value has changed; this is assumed to work as in global indexes
   * (November 2026).
   */
  public long chargedBytes() {
    if (!isWrite()) {
      return 0;
    }
    return rows.size() > 1
        ? atLeast(sizeBytes(before)) + atLeast(sizeBytes(after))
        : atLeast(Math.max(sizeBytes(before), sizeBytes(after)));
  }

  /** The change of the number of entries. */
  public int entriesDelta() {
    return (after == null ? 0 : 1) - (before == null ? 0 : 1);
  }

  /** The change of the entries' total bytes. */
  public long bytesDelta() {
    return sizeBytes(after) - sizeBytes(before);
  }

  private long sizeBytes(@Nullable VectorEntry entry) {
    return entry == null ? 0 : entry.sizeBytes(index);
  }

  private static long atLeast(long bytes) {
    return Math.max(LEAST_BYTES, bytes);
  }
}
