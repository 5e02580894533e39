package dev.gramme.transfer.bucket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;

/** Writes to a temporary file, which replaces the target once it is complete and on disk. */
final class FolderUpload extends Upload {
  private final Path part;
  private final Path file;
  private final FileChannel channel;
  private final Digest md5 = new Digest();

  FolderUpload(Path part, Path file) throws IOException {
    this.part = part;
    this.file = file;
    this.channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      var buffer = ByteBuffer.wrap(bytes, offset, length);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      md5.update(bytes, offset, length);
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }

  @Override
  public String complete() {
    try {
      channel.force(true);
      channel.close();
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      try (var folder = FileChannel.open(file.getParent(), StandardOpenOption.READ)) {
        folder.force(true);
      }
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
    // S3's ETag of an upload with one part: the digest of the digests of all parts, and their
    // number.
    var parts = new Digest();
    parts.update(md5.bytes());
    return HexFormat.of().formatHex(parts.bytes()) + "-1";
  }

  @Override
  public void close() {
    if (!channel.isOpen()) {
      return;
    }
    try {
      channel.close();
      Files.deleteIfExists(part);
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }
}
