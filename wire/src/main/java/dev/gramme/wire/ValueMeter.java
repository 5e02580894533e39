package dev.gramme.wire;

import dev.gramme.model.Limits;
import dev.gramme.model.budget.RequestBudget;

/**
 * Counts what is decoded of one item, or of one value of an expression: its size by the service's
 * rules, and its heap, which is reserved. As soon as its size exceeds that of any item it can only
 * be refused. Then the JSON is checked on, but no more is kept: 16 MB of JSON could become 400 MB
 * of objects.
 *
 * <p>What is kept exceeds the limit already, so that the operation, which checks the size, refuses
 * it with the message that belongs there. Sizes are counted low (a character as a byte), never
 * high.
 */
final class ValueMeter {
  /** Names of an item beyond this size are not kept any more, either. */
  private static final int MOST_NAMED_BYTES = 2 * Limits.ITEM_BYTES;

  private final RequestBudget budget;
  private long sizeBytes;
  private boolean truncated;

  ValueMeter(RequestBudget budget) {
    this.budget = budget;
  }

  /** Begins with another item or value. */
  void begin() {
    sizeBytes = 0;
    truncated = false;
  }

  /** Counts what is kept. */
  void add(long sizeBytes, long heapBytes) {
    this.sizeBytes += sizeBytes;
    budget.reserve(heapBytes);
  }

  /**
   * Whether the item or value is too large already, so that nothing is to be kept of what follows.
   */
  boolean isFull() {
    return sizeBytes > Limits.ITEM_BYTES;
  }

  /** Whether not even the names of an item are to be kept. */
  boolean isOverfull() {
    return sizeBytes > MOST_NAMED_BYTES;
  }

  /** Notes that something was not kept. */
  void truncate() {
    truncated = true;
  }

  /** Whether something was not kept. */
  boolean isTruncated() {
    return truncated;
  }
}
