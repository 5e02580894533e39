package dev.gramme.storage.cassandra.read;

import dev.gramme.storage.Direction;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.KeyRange;
import dev.gramme.storage.cassandra.row.Row;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a range chunk by chunk, and bucket by bucket. */
public final class BucketCursor {
  private final ChunkReader chunks;
  private final Direction direction;
  private final Queue<Bytes> buckets;
  private final Queue<Row.Entry> buffered = new ArrayDeque<>();
  private final KeyRange range;
  private Bytes from;
  private Bytes to;
  private @Nullable Bytes bucket;
  private Row.@Nullable Chunk chunk;

  /** Reads chunks. */
  @FunctionalInterface
  public interface ChunkReader {
    /**
     * Reads the next chunk of a bucket.
     *
     * @param before the previous chunk of the bucket, null for the first
     */
    Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before);
  }

  /**
   * A cursor before the first row.
   *
   * @param buckets the buckets that may contain keys of the range, in reading direction
   */
  public BucketCursor(
      Collection<Bytes> buckets, Bytes from, Bytes to, Direction direction, ChunkReader chunks) {
    this.buckets = new ArrayDeque<>(buckets);
    this.range = new KeyRange(from, to);
    this.from = from;
    this.to = to;
    this.direction = direction;
    this.chunks = chunks;
  }

  /** The next row, null at the end. */
  public Row.@Nullable Entry next() {
    while (buffered.isEmpty()) {
      if (!readChunk()) {
        return null;
      }
    }
    return buffered.remove();
  }

  /** Reads and buffers the next chunk; false at the end. */
  public boolean readChunk() {
    if (chunk == null || chunk.lastKey() == null) {
      bucket = buckets.poll();
      chunk = null;
      from = range.from();
      to = range.to();
    } else if (direction == Direction.ASCENDING) {
      from = chunk.lastKey().successor();
    } else {
      to = chunk.lastKey();
    }
    if (bucket == null) {
      return false;
    }
    chunk = chunks.read(bucket, from, to, direction, chunk);
    buffered.addAll(chunk.entries());
    return true;
  }
}
