package dev.gramme.transfer.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a stream as bytes, without line ends and without blank lines. A line longer than any
 * item can be is skipped without being held in memory.
 */
final class Lines implements Closeable {
  /**
   * The maximum length of a line. The JSON of an item of 400 KB is at most about nine times as
   * long, for a list of empty strings.
   */
  static final int MAX_BYTES = 8 << 20;

  private static final int BUFFER_BYTES = 1 << 16;

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int start;
  private int end;
  private boolean ended;

  Lines(InputStream in) {
    this.in = in;
  }

  /** A line as part of an array, valid until the next call. */
  static final class Line {
    private final byte[] bytes;
    private final int offset;
    private final int length;
    private final boolean tooLong;

    private Line(byte[] bytes, int offset, int length, boolean tooLong) {
      this.bytes = bytes;
      this.offset = offset;
      this.length = length;
      this.tooLong = tooLong;
    }

    byte[] bytes() {
      return bytes;
    }

    int offset() {
      return offset;
    }

    int length() {
      return length;
    }

    boolean isTooLong() {
      return tooLong;
    }
  }

  /** The next line that is not blank, null at the end. */
  @Nullable Line next() throws IOException {
    while (true) {
      int newline = find();
      if (newline < 0) {
        if (end - start > MAX_BYTES) {
          skipRest();
          return new Line(buffer, 0, 0, true);
        }
        if (start == end) {
          return null;
        }
        newline = end;
      }
      int from = start;
      int to = newline;
      start = Math.min(end, newline + 1);
      while (from < to && isBlank(buffer[from])) {
        from++;
      }
      while (from < to && isBlank(buffer[to - 1])) {
        to--;
      }
      if (from < to) {
        return new Line(buffer, from, to - from, to - from > MAX_BYTES);
      }
    }
  }

  private static boolean isBlank(byte unit) {
    return unit == ' ' || unit == '\t' || unit == '\r';
  }

  /**
   * The end of the line that begins at {@code start}; -1 at the end of the stream or beyond the
   * limit.
   */
  private int find() throws IOException {
    int at = start;
    while (true) {
      for (; at < end; at++) {
        if (buffer[at] == '\n') {
          return at;
        }
      }
      if (end - start > MAX_BYTES || ended) {
        return -1;
      }
      at -= start;
      fill();
      at += start;
    }
  }

  private void fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int count = in.read(buffer, end, buffer.length - end);
    if (count < 0) {
      ended = true;
    } else {
      end += count;
    }
  }

  private void skipRest() throws IOException {
    while (true) {
      for (; start < end; start++) {
        if (buffer[start] == '\n') {
          start++;
          return;
        }
      }
      if (ended) {
        return;
      }
      fill();
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
