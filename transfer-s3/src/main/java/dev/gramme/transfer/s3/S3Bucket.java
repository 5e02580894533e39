package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.bucket.Upload;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

/** A bucket in S3. Whether it exists is only known after the first call. */
final class S3Bucket implements Bucket {
  private static final Logger LOG = LoggerFactory.getLogger(S3Bucket.class);
  private static final int PAGE = 1000;

  /** The number of concurrent requests that delete objects. */
  private static final int DELETES = 16;

  private final S3Calls calls;
  private final BucketAddress address;
  private final Semaphore uploads;

  S3Bucket(S3Calls calls, BucketAddress address, Semaphore uploads) {
    this.calls = calls;
    this.address = address;
    this.uploads = uploads;
  }

  @Override
  public List<Entry> list(String prefix, int limit) {
    var entries = new ArrayList<Entry>();
    @Nullable String token = null;
    do {
      var page = page(prefix, token);
      for (S3Object object : page.contents()) {
        if (!isFolder(object)) {
          entries.add(new Entry(object.key(), object.size(), object.lastModified()));
        }
      }
      token = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
    } while (token != null && entries.size() < limit);
    // S3 orders by UTF-8 bytes, and some implementations do not order at all.
    entries.sort(Comparator.comparing(Entry::key));
    return entries.size() > limit ? List.copyOf(entries.subList(0, limit)) : entries;
  }

  private ListObjectsV2Response page(String prefix, @Nullable String token) {
    var request =
        ListObjectsV2Request.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .prefix(prefix)
            .maxKeys(PAGE)
            .continuationToken(token)
            .build();
    return calls.call("listing " + address.name(), s3 -> s3.listObjectsV2(request));
  }

  /** Consoles represent folders as empty objects with such keys. */
  private static boolean isFolder(S3Object object) {
    return object.size() == 0 && object.key().endsWith("/");
  }

  @Override
  public void delete(String key) {
    var request =
        DeleteObjectRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .build();
    var _ = calls.call("deleting " + key + " of " + address.name(), s3 -> s3.deleteObject(request));
  }

  /**
   * Sends several single requests at a time. A request for 1,000 objects has a checksum that not
   * all compatible servers understand.
   */
  @Override
  public void deleteAll(List<String> keys) {
    var next = new AtomicInteger();
    var failure = new AtomicReference<@Nullable RuntimeException>();
    try (var threads = Executors.newFixedThreadPool(DELETES)) {
      for (int i = 0; i < Math.min(DELETES, keys.size()); i++) {
        threads.execute(() -> {
          try {
            int index = next.getAndIncrement();
            while (index < keys.size() && failure.get() == null) {
              delete(keys.get(index));
              index = next.getAndIncrement();
            }
          } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
          }
        });
      }
    }
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  /**
   * Aborts multipart uploads. It is not an error if the server does not support listing them or the
   * caller lacks the permission.
   */
  @Override
  public void removeIncomplete(String prefix, Instant before) {
    var request =
        ListMultipartUploadsRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .prefix(prefix)
            .build();
    try {
      for (MultipartUpload upload :
          calls.client().listMultipartUploadsPaginator(request).uploads()) {
        if (upload.key().startsWith(prefix) && upload.initiated().isBefore(before)) {
          new S3Target(calls, address, upload.key(), Encryption.DEFAULT).abandon(upload.uploadId());
        }
      }
    } catch (SdkException | BucketException e) {
      LOG.debug("earlier uploads below {} could not be aborted", prefix, e);
    }
  }

  @Override
  public InputStream read(String key) {
    return ObjectStream.open(calls, address, key);
  }

  @Override
  public Upload write(String key, Encryption encryption) {
    return new S3Upload(new S3Target(calls, address, key, encryption), uploads);
  }
}
