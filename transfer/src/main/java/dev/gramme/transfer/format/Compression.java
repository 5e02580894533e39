package dev.gramme.transfer.format;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The compression of data files. */
public enum Compression {
  NONE,
  GZIP,
  ZSTD;

  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * The uncompressed content of a stream.
   *
   * @throws IOException if the stream does not begin with the header of this compression, or cannot
   *     be read
   */
  public InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
    };
  }
}
