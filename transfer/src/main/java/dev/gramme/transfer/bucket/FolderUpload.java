package dev.gramme.transfer.bucket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a temporary file, which replaces the target once it is complete and on disk. If several
 * servers share the folder, a server that continues the work of another one replaces the temporary
 * file of that server, whose upload then fails.
 */
final class FolderUpload extends Upload {
  private final Path part;
  private final Path file;
  private final FileChannel channel;

  /** Identifies the temporary file; null if the file system has no such keys. */
  private final @Nullable Object partKey;

  private final Digest md5 = new Digest();

  FolderUpload(Path part, Path file) throws IOException {
    this.part = part;
    this.file = file;
    // A file that remains of an earlier upload is not written again: its writer may still be alive.
    Files.deleteIfExists(part);
    this.channel = FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    this.partKey = key(part);
  }

  private static @Nullable Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  private boolean isReplaced() throws IOException {
    return Files.exists(part, LinkOption.NOFOLLOW_LINKS) && !Objects.equals(key(part), partKey);
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
      boolean replaced = isReplaced();
      channel.close();
      if (replaced) {
        throw new FileSystemException(part.toString(), null, "another upload has replaced it");
      }
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
      boolean replaced = isReplaced();
      channel.close();
      if (!replaced) {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      throw FolderBucket.fault(e);
    }
  }
}
