package dev.gramme.wire;

import dev.gramme.model.Limits;
import dev.gramme.model.budget.RequestBudget;

/**
 * Counts the decoded part of one item, or of one value of an expression: its size by the service's
 * rules, and its heap size, which it reserves in the budget. When the size exceeds the maximum item
 * size, the request will be rejected. The decoder then continues to check the JSON but drops the
 * values, because 16 MB of JSON could become 400 MB of objects.
 *
 * <p>The kept part exceeds the limit, so that the operation rejects it with its own message about
 * the size. The counted size is a lower bound: a character counts as one byte.
 */
final class ValueMeter {
  /** The size from which on the names of an item are dropped, too. */
  private static final int MAX_NAMED_BYTES = 2 * Limits.ITEM_BYTES;

  private final RequestBudget budget;
  private long sizeBytes;
  private boolean truncated;

  ValueMeter(RequestBudget budget) {
    this.budget = budget;
  }

  /** Begins another item or value. */
  void begin() {
    sizeBytes = 0;
    truncated = false;
  }

  /** Counts a part that is kept. */
  void add(long sizeBytes, long heapBytes) {
    this.sizeBytes += sizeBytes;
    budget.reserve(heapBytes);
  }

  /**
   * Whether the item or value exceeds the maximum size, so that its remaining values are dropped.
   */
  boolean isFull() {
    return sizeBytes > Limits.ITEM_BYTES;
  }

  /** Whether the remaining names of an item are dropped, too. */
  boolean isOverfull() {
    return sizeBytes > MAX_NAMED_BYTES;
  }

  /** Records that a part was dropped. */
  void truncate() {
    truncated = true;
  }

  /** Whether a part was dropped. */
  boolean isTruncated() {
    return truncated;
  }
}
