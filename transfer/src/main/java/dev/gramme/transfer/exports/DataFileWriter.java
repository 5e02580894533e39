package dev.gramme.transfer.exports;

import dev.gramme.model.Item;
import dev.gramme.transfer.bucket.Digest;
import dev.gramme.transfer.bucket.Upload;
import dev.gramme.transfer.exports.ExportJob.DataFile;
import dev.gramme.transfer.format.LineEncoder;
import dev.gramme.transfer.format.LineEncoder.Change;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPOutputStream;

/** Writes one data file of compressed lines, computes its checksum and counts the lines. */
final class DataFileWriter implements ItemSource.Sink {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String key;
  private final LineEncoder encoder;
  private final BooleanSupplier stopped;
  private final Upload upload;
  private final Digest md5 = new Digest();
  private final OutputStream out;
  private long items;
  private long billedBytes;

  DataFileWriter(Upload upload, String key, LineEncoder encoder, BooleanSupplier stopped) {
    this.key = key;
    this.encoder = encoder;
    this.stopped = stopped;
    this.upload = upload;
    try {
      this.out = new GZIPOutputStream(new Checked(), BUFFER_BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void item(Item item, long sizeBytes) {
    try {
      encoder.item(item, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    items++;
    billedBytes += sizeBytes;
  }

  @Override
  public void change(Change change, long sizeBytes) {
    try {
      encoder.change(change, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    items++;
    billedBytes += sizeBytes;
  }

  /** The service also bills items that the filter leaves out (October 2026). */
  @Override
  public void skip(long sizeBytes) {
    billedBytes += sizeBytes;
  }

  @Override
  public boolean isStopped() {
    return stopped.getAsBoolean();
  }

  /** Makes the file visible. */
  DataFile complete() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new DataFile(key, items, billedBytes, md5.base64(), upload.complete());
  }

  /** Passes the compressed bytes to the upload; closing this stream does not end the upload. */
  private final class Checked extends OutputStream {
    @Override
    public void write(int unit) {
      write(new byte[] {(byte) unit}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      md5.update(bytes, offset, length);
      upload.write(bytes, offset, length);
    }
  }
}
