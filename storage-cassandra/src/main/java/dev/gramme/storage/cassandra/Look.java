package dev.gramme.storage.cassandra;

import dev.gramme.storage.Direction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A look of a transaction at a range of one bucket: what it has seen of it must be so in the end.
 *
 * <p>If that is little, it is checked itself: from each row seen, the next is the one that was seen
 * next. So writes elsewhere in the bucket do not matter. If it is more, the bucket's mark stands
 * for all of it.
 */
final class Look {
  /** So many rows are checked one by one at most. */
  private static final int MOST_ROWS = 8;

  private final Bytes bucket;
  private final Bytes from;
  private final Bytes to;
  private final Direction direction;
  private final List<Row.Entry> seen = new ArrayList<>();
  private @Nullable Tag mark;
  private boolean ended;

  Look(Bytes bucket, Bytes from, Bytes to, Direction direction) {
    this.bucket = bucket;
    this.from = from;
    this.to = to;
    this.direction = direction;
  }

  Bytes bucket() {
    return bucket;
  }

  Bytes from() {
    return from;
  }

  Bytes to() {
    return to;
  }

  /** Notes what was found next, null for the end. */
  Row.@Nullable Entry see(Row.@Nullable Entry entry) {
    if (entry == null) {
      ended = true;
    } else if (seen.size() <= MOST_ROWS) {
      seen.add(entry);
    }
    return entry;
  }

  /** Notes the bucket's mark; false if it is not the one that it was. */
  boolean isSame(Tag found) {
    if (mark == null) {
      mark = found;
    }
    return mark.equals(found);
  }

  /** Whether the rows seen are checked one by one. */
  boolean isShort() {
    return direction == Direction.ASCENDING && seen.size() <= MOST_ROWS;
  }

  /** The bucket's mark, null if nothing was read. */
  @Nullable Tag mark() {
    return mark;
  }

  /** The rows seen, in their order. */
  List<Row.Entry> seen() {
    return seen;
  }

  /** Whether there was nothing behind them. */
  boolean isEnded() {
    return ended;
  }
}
