package dev.gramme.transfer.bucket;

import java.io.OutputStream;

/**
 * An object that is being written. {@link #complete} makes the whole object visible; if the upload
 * is closed without it, nothing becomes visible.
 */
public abstract class Upload extends OutputStream {
  /**
   * Makes the object visible and durable.
   *
   * @return its ETag, in S3's format for uploads in parts
   */
  public abstract String complete();

  @Override
  public abstract void write(byte[] bytes, int offset, int length);

  @Override
  public void write(int unit) {
    write(new byte[] {(byte) unit}, 0, 1);
  }

  @Override
  public abstract void close();
}
