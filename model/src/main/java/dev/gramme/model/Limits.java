package dev.gramme.model;

/** The service's limits on data (October 2026). Sizes are in bytes. */
public final class Limits {
  /** The size of an item: attribute names and values. */
  public static final int ITEM_BYTES = 409_600;

  /** The size of a partition key. */
  public static final int PARTITION_KEY_BYTES = 2048;

  /** The total size of the attributes of a sort key. */
  public static final int SORT_KEY_BYTES = 1024;

  /** The size of the items that a Query or Scan reads for one page. */
  public static final int PAGE_BYTES = 1 << 20;

  /** The size of a BatchGetItem response, and of the request body of every operation. */
  public static final int BATCH_BYTES = 16 << 20;

  /** The total size of the items of a transaction. */
  public static final int TRANSACTION_BYTES = 4 << 20;

  /** The number of actions in a transaction. */
  public static final int TRANSACTION_ACTIONS = 100;

  /** The number of keys in a BatchGetItem. */
  public static final int BATCH_GET_KEYS = 100;

  /** The number of puts and deletes in a BatchWriteItem. */
  public static final int BATCH_WRITE_REQUESTS = 25;

  /** The number of nested maps and lists around a value. */
  public static final int NESTING_LEVELS = 31;

  private Limits() {}
}
