package dev.gramme.storage.cassandra;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read.
 *
 * @param value what it holds
 * @param version the id of the transaction that wrote it
 * @param since the time at which that was executed, in microseconds
 */
record Row(Bytes value, Bytes version, long since) {

  /** A row with its key. */
  record Entry(Bytes key, Row row) {}

  /**
   * Rows of a bucket, in reading direction.
   *
   * @param last the last key that was looked at, null if all that was asked for was
   * @param mark the id of the transaction that wrote last into the bucket, null if none has
   * @param marked the time at which that was executed, in microseconds
   * @param guard the version of the row that guards the bucket
   */
  record Chunk(
      List<Entry> entries,
      @Nullable Bytes last,
      @Nullable Bytes mark,
      long marked,
      @Nullable Bytes guard) {}
}
