package dev.gramme.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Buckets;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.bucket.FolderBuckets;
import dev.gramme.transfer.bucket.Upload;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports from a bucket that fails after some bytes of an object. */
final class FaultyBucketTest {
  private static final String LINE = "{\"Item\":{\"id\":{\"S\":\"item%03d\"}}}\n";

  @TempDir Path folder;

  /** A bucket whose object {@code broken} can be read only up to a position. */
  private record Broken(Bucket bucket, int readable) implements Bucket {
    @Override
    public List<Entry> list(String prefix, int limit) {
      return bucket.list(prefix, limit);
    }

    @Override
    public InputStream read(String key) {
      InputStream whole = bucket.read(key);
      return key.equals("broken") ? new Failing(whole, readable) : whole;
    }

    @Override
    public Upload write(String key, Encryption encryption) {
      return bucket.write(key, encryption);
    }

    @Override
    public void delete(String key) {
      bucket.delete(key);
    }

    @Override
    public void removeIncomplete(String prefix, Instant before) {
      bucket.removeIncomplete(prefix, before);
    }
  }

  private static final class Failing extends FilterInputStream {
    private int readable;

    Failing(InputStream in, int readable) {
      super(in);
      this.readable = readable;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (readable == 0) {
        throw BucketException.failed(new IOException("the connection ended"));
      }
      int count = super.read(into, offset, Math.min(length, readable));
      readable -= Math.max(0, count);
      return count;
    }
  }

  private TransferringEngine engine(int readable) {
    var folders = new FolderBuckets(folder);
    Buckets buckets = address -> new Broken(folders.open(address), readable);
    return new TransferringEngine(folder, buckets);
  }

  private static String lines(int from, int to) {
    var lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append(LINE.formatted(i));
    }
    return lines.toString();
  }

  @Test
  void items_before_a_failure_of_the_bucket_remain_and_count() {
    int length = LINE.formatted(0).length();
    try (var database = engine(30 * length + 5)) {
      database.write("broken", lines(0, 20) + "{\"Item\":{}}\n" + lines(20, 100));
      var done = database.imported("t");
      assertThat(done.status()).isEqualTo("FAILED");
      assertThat(done.failure()).extracting(failure -> failure.code()).isEqualTo("S3InternalError");
      assertThat(done.progress().imported()).isEqualTo(29);
      assertThat(done.progress().items()).isEqualTo(30);
      assertThat(done.progress().errors()).isEqualTo(1);
      assertThat(database.items("t")).hasSize(29);
    }
  }

  @Test
  void objects_before_a_failure_of_the_bucket_remain_and_count() {
    try (var database = engine(0)) {
      database.write("a", lines(0, 10));
      database.write("broken", lines(10, 20));
      var done = database.imported("t");
      assertThat(done.status()).isEqualTo("FAILED");
      assertThat(done.progress().imported()).isEqualTo(10);
      assertThat(database.items("t")).hasSize(10);
    }
  }
}
