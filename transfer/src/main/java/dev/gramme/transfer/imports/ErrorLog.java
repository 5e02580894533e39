package dev.gramme.transfer.imports;

import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.wire.JsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The records that could not be imported: a line of JSON for each, as the service writes them to
 * the log stream {@code <import id>/error} of the group {@code /aws-dynamodb/imports}. The first
 * record creates the file.
 */
final class ErrorLog implements AutoCloseable {
  private final Path file;
  private final JsonWriter json = new JsonWriter();
  private long sizeBytes;
  private @Nullable FileChannel channel;
  private @Nullable OutputStream out;

  /**
   * The log of an import, as of its last stored progress.
   *
   * @param sizeBytes the length of the log at that time; later content is truncated
   */
  ErrorLog(Path folder, String importId, long sizeBytes) {
    this.file = folder.resolve(importId).resolve("error");
    this.sizeBytes = sizeBytes;
  }

  /** Adds a record that could not be imported. */
  void add(ImportJob job, String key, long index, String message) {
    json.reset();
    json.beginObject().name("itemS3Pointer").beginObject();
    json.name("bucket").string(job.source().bucket());
    json.name("key").string(key);
    json.name("itemIndex").number(index);
    json.endObject();
    json.name("importArn").string(job.arn());
    json.name("errorMessages").beginArray().string(message).endArray().endObject();
    try {
      OutputStream to = open();
      json.writeTo(to);
      to.write('\n');
      sizeBytes += json.size() + 1L;
    } catch (IOException e) {
      throw BucketException.failed(e);
    }
  }

  /** Makes all records durable and returns the length of the log. */
  long flush() {
    try {
      if (out != null && channel != null) {
        out.flush();
        channel.force(true);
      }
      return sizeBytes;
    } catch (IOException e) {
      throw BucketException.failed(e);
    }
  }

  private OutputStream open() throws IOException {
    OutputStream open = out;
    if (open == null) {
      Files.createDirectories(file.getParent());
      FileChannel opened =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = opened;
      opened.truncate(sizeBytes);
      // The beginning of the log may be on another server.
      opened.position(Math.min(sizeBytes, opened.size()));
      open = new BufferedOutputStream(Channels.newOutputStream(opened));
      out = open;
    }
    return open;
  }

  @Override
  public void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      throw BucketException.failed(e);
    }
  }
}
