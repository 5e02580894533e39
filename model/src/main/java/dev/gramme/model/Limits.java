package dev.gramme.model;

/** The service's limits on data (October 2026); sizes in bytes. */
public final class Limits {
  /** Of an item: attribute names and values. */
  public static final int ITEM_BYTES = 409_600;

  /** Of a partition key. */
  public static final int PARTITION_KEY_BYTES = 2048;

  /** Of a sort key, all its attributes together. */
  public static final int SORT_KEY_BYTES = 1024;

  /** Of what a Query or Scan reads before it ends its page. */
  public static final int PAGE_BYTES = 1 << 20;

  /** Of the answer to a BatchGetItem, and of the request body of every operation. */
  public static final int BATCH_BYTES = 16 << 20;

  /** Of the items of a transaction together. */
  public static final int TRANSACTION_BYTES = 4 << 20;

  /** Actions in a transaction. */
  public static final int TRANSACTION_ACTIONS = 100;

  /** Keys in a BatchGetItem. */
  public static final int BATCH_GET_KEYS = 100;

  /** Puts and deletes in a BatchWriteItem. */
  public static final int BATCH_WRITE_REQUESTS = 25;

  /** Maps and lists around a value. */
  public static final int NESTING_LEVELS = 31;

  private Limits() {}
}
