package dev.gramme.transfer.bucket;

import java.io.IOException;
import java.io.InputStream;

/** A file that is read; what goes wrong is the bucket's fault, not that of the data. */
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
