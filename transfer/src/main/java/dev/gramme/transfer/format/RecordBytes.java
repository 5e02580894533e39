package dev.gramme.transfer.format;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A stream of binary records that ends with an error if a record has more than {@link #MAX_BYTES}.
 * A small compressed object can contain a record of any length, which would exhaust the memory.
 */
final class RecordBytes extends FilterInputStream {
  /**
   * The maximum length of a record, including symbol tables before it. An item of 400 KB takes
   * about half of this at most. A symbol table of this length with the shortest names takes less
   * memory than the longest line of text.
   */
  static final int MAX_BYTES = 2 << 20;

  private int remaining = MAX_BYTES;

  /** The number of bytes of all records before this one. */
  private long before;

  RecordBytes(InputStream in) {
    super(in);
  }

  /** Begins a record. Its reader may have read the first bytes of the record already. */
  void beginRecord() {
    before = count();
    remaining = MAX_BYTES;
  }

  /** The number of bytes that were read. */
  long count() {
    return before + MAX_BYTES - remaining;
  }

  private int atMost(long count) throws MalformedDataException {
    if (remaining == 0 && count > 0) {
      throw new MalformedDataException(RecordTexts.TOO_LONG);
    }
    return (int) Math.min(count, remaining);
  }

  @Override
  public int read() throws IOException {
    int allowed = atMost(1);
    int unit = in.read();
    if (unit >= 0) {
      remaining -= allowed;
    }
    return unit;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = in.read(into, offset, atMost(length));
    if (count > 0) {
      remaining -= count;
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = in.skip(atMost(count));
    remaining -= (int) skipped;
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
