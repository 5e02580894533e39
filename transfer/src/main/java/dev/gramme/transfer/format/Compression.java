package dev.gramme.transfer.format;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** How data files are compressed. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * What a stream holds, uncompressed.
   *
   * @throws IOException if it does not begin as such a stream does, or cannot be read
   */
  public InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
    };
  }
}
