package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.Direction;
import dev.gramme.storage.cassandra.placement.WriteMark;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range read of a transaction in one bucket. The commit re-validates it: the same keys and
 * versions must still be there.
 *
 * <p>If an ascending read returned at most eight rows, the commit checks each of them: the next row
 * after each is still the next one. So writes elsewhere in the bucket cause no conflict. A longer
 * read is validated by the mark of the whole bucket.
 */
final class RangeRead {
  private static final int MAX_ROWS_CHECKED = 8;

  private final Bytes bucket;
  private final Bytes from;
  private final Bytes to;
  private final Direction direction;
  private final List<Row.Entry> entries = new ArrayList<>();
  private @Nullable WriteMark mark;
  private boolean reachedEnd;

  RangeRead(Bytes bucket, Bytes from, Bytes to, Direction direction) {
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

  /** Records and returns the next entry, null for the end of the range. */
  Row.@Nullable Entry record(Row.@Nullable Entry entry) {
    if (entry == null) {
      reachedEnd = true;
    } else if (entries.size() <= MAX_ROWS_CHECKED) {
      entries.add(entry);
    }
    return entry;
  }

  /** Records the bucket's mark; returns false if an earlier chunk had another mark. */
  boolean recordMark(WriteMark found) {
    if (mark == null) {
      mark = found;
    }
    return mark.equals(found);
  }

  /** Whether the commit checks the rows singly, and not the bucket's mark. */
  boolean isCheckedByRow() {
    return direction == Direction.ASCENDING && entries.size() <= MAX_ROWS_CHECKED;
  }

  /** The bucket's mark, null if nothing was read. */
  @Nullable WriteMark mark() {
    return mark;
  }

  /** The entries that were read, in their order. */
  List<Row.Entry> entries() {
    return entries;
  }

  /** Whether the transaction has read up to the end of the range. */
  boolean reachedEnd() {
    return reachedEnd;
  }
}
