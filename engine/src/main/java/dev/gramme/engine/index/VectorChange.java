package dev.gramme.engine.index;

import dev.gramme.model.VectorIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change of an item did to its entry in a vector index.
 *
 * @param before the entry before, null if the item had none
 * @param after the entry after, null if the item has none
 * @param rows the rows that were put or deleted
 */
public record VectorChange(
    VectorIndex index,
    @Nullable VectorEntry before,
    @Nullable VectorEntry after,
    List<byte[]> rows) {
  /** The service charges each write of an entry for this much at least. */
  private static final int LEAST_BYTES = 1024;

  public VectorChange {
    rows = List.copyOf(rows);
  }

  /** Whether anything was written. */
  public boolean isWrite() {
    return !rows.isEmpty();
  }

  /**
   * The bytes that the service charges for, 0 if nothing was written. That the larger entry counts,
   * and both where the entry has moved to another HASH value, is taken from what global indexes do
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

  /** How many entries more there are. */
  public int entriesDelta() {
    return (after == null ? 0 : 1) - (before == null ? 0 : 1);
  }

  /** How many bytes more the entries have. */
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
