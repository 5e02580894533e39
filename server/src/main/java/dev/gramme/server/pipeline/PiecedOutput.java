package dev.gramme.server.pipeline;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Collects written bytes in arrays of a fixed size, so that no array is copied to grow. */
final class PiecedOutput extends OutputStream {
  private final int pieceBytes;
  private final List<ByteBuffer> full = new ArrayList<>();
  private ByteBuffer last;

  PiecedOutput(int pieceBytes) {
    this.pieceBytes = pieceBytes;
    this.last = ByteBuffer.allocate(Math.min(pieceBytes, 4096));
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      if (!last.hasRemaining()) {
        full.add(last.flip());
        last = ByteBuffer.allocate(pieceBytes);
      }
      int size = Math.min(last.remaining(), end - at);
      last.put(bytes, at, size);
      at += size;
    }
  }

  /** The written bytes. Nothing may be written afterwards. */
  List<ByteBuffer> pieces() {
    var pieces = new ArrayList<>(full);
    pieces.add(last.flip());
    return pieces;
  }
}
