package dev.gramme.transfer.bucket;

import java.io.OutputStream;

/**
 * An object in the making. It appears whole with {@link #complete}, or not at all if the upload is
 * closed before.
 */
public abstract class Upload extends OutputStream {
  /**
   * Makes the object visible and durable.
   *
   * @return its ETag, as S3 gives it for uploads in parts
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
