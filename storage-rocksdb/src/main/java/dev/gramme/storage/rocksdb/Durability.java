package dev.gramme.storage.rocksdb;

/** What an acknowledged write survives. Either way it survives the end of the process. */
public enum Durability {
  /** Power loss: the log is flushed to the medium before a group of writes is acknowledged. */
  SYNC,

  /** Power loss, but for the last second or so: the log is flushed in the background. */
  RELAXED
}
