package dev.gramme.storage.rocksdb;

/** What an acknowledged write survives. With either setting it survives the end of the process. */
public enum Durability {
  /** Power loss: the log is flushed to the medium before a group of writes is acknowledged. */
  SYNC,

  /** Power loss except for about the last second: the log is flushed in the background. */
  RELAXED
}
