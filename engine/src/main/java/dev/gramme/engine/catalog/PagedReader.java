package dev.gramme.engine.catalog;

import dev.gramme.engine.key.RowKeys;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import org.jspecify.annotations.Nullable;

/**
 * Reads long ranges in pages, each with a read of its own. A shared store does not keep a snapshot
 * for as long as a scan of a whole table takes.
 */
public final class PagedReader implements Reader {
  private static final int PAGE_ROWS = 2000;

  private final Reader reader;

  public PagedReader(Reader reader) {
    this.reader = reader;
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return reader.get(key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return new Pages(from, to, direction);
  }

  private final class Pages implements Cursor {
    private final Direction direction;
    private byte[] from;
    private byte[] to;
    private Cursor page;
    private int rows;

    Pages(byte[] from, byte[] to, Direction direction) {
      this.from = from;
      this.to = to;
      this.direction = direction;
      this.page = reader.range(from, to, direction);
    }

    @Override
    public boolean next() {
      if (rows == PAGE_ROWS) {
        if (direction == Direction.ASCENDING) {
          from = RowKeys.after(page.key());
        } else {
          to = page.key();
        }
        page.close();
        page = reader.range(from, to, direction);
        rows = 0;
      }
      rows++;
      return page.next();
    }

    @Override
    public byte[] key() {
      return page.key();
    }

    @Override
    public byte[] value() {
      return page.value();
    }

    @Override
    public void close() {
      page.close();
    }
  }
}
