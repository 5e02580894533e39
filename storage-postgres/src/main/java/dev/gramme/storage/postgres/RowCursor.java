package dev.gramme.storage.postgres;

import dev.gramme.storage.Direction;
import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.Keys;
import dev.gramme.storage.tree.SeekableCursor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cursor that reads a range in chunks. All chunks must come from the same state of the database,
 * which is the business of the source.
 */
final class RowCursor implements SeekableCursor {
  /** Reads the chunks. */
  interface Source {
    /** The first rows of a range that is not empty. */
    RowTable.Chunk chunk(byte[] from, byte[] to, Direction direction, int rows);

    /** No further chunk is needed. May be called several times. */
    default void end() {}
  }

  private final Source source;
  private final Direction direction;
  private byte[] from;
  private byte[] to;
  private RowTable.@Nullable Chunk chunk;
  private int position = -1;
  private boolean closed;

  RowCursor(Source source, byte[] from, byte[] to, Direction direction) {
    this.source = source;
    this.from = from.clone();
    this.to = to.clone();
    this.direction = direction;
  }

  /** Reads the first chunk, so that the cursor has the state of now. */
  RowCursor opened() {
    if (chunk == null) {
      readChunk();
    }
    return this;
  }

  @Override
  public boolean next() {
    if (closed) {
      return false;
    }
    while (true) {
      List<byte[]> rows = chunk().rows();
      if (position + 1 < rows.size()) {
        position++;
        return true;
      }
      if (chunk().isLast()) {
        position = rows.size();
        return false;
      }
      continueAfter(Entry.key(rows.getLast()));
      readChunk();
    }
  }

  /** The range then begins, or ends, at the entry after this one. */
  private void continueAfter(byte[] key) {
    if (direction == Direction.ASCENDING) {
      from = Arrays.copyOf(key, key.length + 1);
    } else {
      to = key;
    }
  }

  private RowTable.Chunk chunk() {
    RowTable.Chunk present = chunk;
    return present == null ? readChunk() : present;
  }

  private RowTable.Chunk readChunk() {
    RowTable.Chunk next =
        Keys.isEmptyRange(from, to)
            ? new RowTable.Chunk(List.of(), true)
            : source.chunk(from, to, direction, RowTable.rowsAfter(chunk));
    chunk = next;
    position = -1;
    if (next.isLast()) {
      source.end();
    }
    return next;
  }

  @Override
  public boolean skipTo(byte[] key) {
    List<byte[]> rows = chunk().rows();
    while (position + 1 < rows.size()) {
      position++;
      int order = Entry.compare(rows.get(position), key);
      if (direction == Direction.ASCENDING ? order >= 0 : order < 0) {
        return true;
      }
    }
    if (chunk().isLast()) {
      position = rows.size();
      return false;
    }
    if (direction == Direction.ASCENDING) {
      from = key.clone();
    } else {
      to = key.clone();
    }
    readChunk();
    return next();
  }

  private byte[] entry() {
    RowTable.Chunk present = chunk;
    if (present == null || position < 0 || position >= present.rows().size()) {
      throw new IllegalStateException("The cursor is not on an entry.");
    }
    return present.rows().get(position);
  }

  @Override
  public byte[] key() {
    return Entry.key(entry());
  }

  @Override
  public byte[] value() {
    return Entry.value(entry());
  }

  @Override
  public void close() {
    closed = true;
    source.end();
  }
}
