package dev.gramme.storage.cassandra;

import dev.gramme.storage.Direction;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The rows of a range, bucket after bucket, chunk after chunk. */
final class Walk {
  private final Chunks chunks;
  private final Direction direction;
  private final Queue<Bytes> buckets;
  private final Queue<Row.Entry> read = new ArrayDeque<>();
  private final Bytes start;
  private final Bytes end;
  private Bytes from;
  private Bytes to;
  private @Nullable Bytes bucket;
  private Row.@Nullable Chunk chunk;

  /** How chunks are read. */
  @FunctionalInterface
  interface Chunks {
    /**
     * The next chunk of a bucket.
     *
     * @param before the chunk before, null for the first of the bucket
     */
    Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before);
  }

  /**
   * A walk.
   *
   * @param buckets in reading direction
   */
  Walk(Collection<Bytes> buckets, Bytes from, Bytes to, Direction direction, Chunks chunks) {
    this.buckets = new ArrayDeque<>(buckets);
    this.start = from;
    this.end = to;
    this.from = from;
    this.to = to;
    this.direction = direction;
    this.chunks = chunks;
  }

  /** The next row, null at the end. */
  Row.@Nullable Entry next() {
    while (read.isEmpty()) {
      if (!readOn()) {
        return null;
      }
    }
    return read.remove();
  }

  /** Reads the next chunk before it is asked for; false at the end. */
  boolean readOn() {
    if (chunk == null || chunk.last() == null) {
      bucket = buckets.poll();
      chunk = null;
      from = start;
      to = end;
    } else if (direction == Direction.ASCENDING) {
      from = chunk.last().next();
    } else {
      to = chunk.last();
    }
    if (bucket == null) {
      return false;
    }
    chunk = chunks.read(bucket, from, to, direction, chunk);
    read.addAll(chunk.entries());
    return true;
  }
}
