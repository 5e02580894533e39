package dev.gramme.transfer.imports;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read from a stream. */
final class Counted extends FilterInputStream {
  private long bytes;

  Counted(InputStream in) {
    super(in);
  }

  /** The number of bytes read so far. */
  long bytes() {
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int unit = in.read();
    if (unit >= 0) {
      bytes++;
    }
    return unit;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = in.read(into, offset, length);
    if (count > 0) {
      bytes += count;
    }
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
