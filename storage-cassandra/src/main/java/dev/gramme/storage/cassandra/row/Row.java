package dev.gramme.storage.cassandra.row;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read.
 *
 * @param version the id of the transaction that wrote the value
 * @param writtenMicros when that transaction was executed, in microseconds
 */
public record Row(Bytes value, Bytes version, long writtenMicros) {

  /** A row with its key. */
  public record Entry(Bytes key, Row row) {}

  /**
   * Consecutive rows of one bucket, in reading direction, with the state of the bucket.
   *
   * @param lastKey the key after which reading continues, null if the range has been read to its
   *     end
   * @param mark the id of the transaction that wrote into the bucket last, null if none has
   * @param markedMicros when that transaction was executed, in microseconds
   * @param schemaVersion the bucket's copy of the schema version, null if it has none
   */
  public record Chunk(
      List<Entry> entries,
      @Nullable Bytes lastKey,
      @Nullable Bytes mark,
      long markedMicros,
      @Nullable Bytes schemaVersion) {}
}
