package dev.gramme.transfer.bucket;

import java.io.IOException;
import java.io.InputStream;

/** The content of a file. Its failures are those of the bucket, not of malformed data. */
final class FolderObject extends InputStream {
  private final InputStream file;

  FolderObject(InputStream file) {
    this.file = file;
  }

  @Override
  public int read() {
    try {
      return file.read();
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) {
    try {
      return file.read(into, offset, length);
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }

  @Override
  public int available() {
    try {
      return file.available();
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }
}
