package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.BucketException;
import dev.gramme.transfer.bucket.Encryption;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedMultipartUpload;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** The requests that make one object. */
record S3Target(S3Calls calls, BucketAddress address, String key, Encryption encryption) {
  private static final Logger LOG = LoggerFactory.getLogger(S3Target.class);

  /** How long it may take to abandon an upload, which happens when something else has failed. */
  private static final Duration ABANDON = Duration.ofSeconds(5);

  /** The whole object in one request; gives its ETag. */
  String put(RequestBody body, String md5) {
    var request =
        PutObjectRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .contentMD5(md5)
            .serverSideEncryption(algorithm())
            .ssekmsKeyId(encryption.keyId())
            .build();
    return calls.call(writing(), s3 -> s3.putObject(request, body)).eTag();
  }

  /** Begins an upload in parts; gives its id. */
  String begin() {
    var request =
        CreateMultipartUploadRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .serverSideEncryption(algorithm())
            .ssekmsKeyId(encryption.keyId())
            .build();
    return calls.call(writing(), s3 -> s3.createMultipartUpload(request)).uploadId();
  }

  CompletedPart sendPart(String uploadId, int number, RequestBody body, String md5) {
    var request =
        UploadPartRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .uploadId(uploadId)
            .partNumber(number)
            .contentMD5(md5)
            .build();
    String etag = calls.call(writing(), s3 -> s3.uploadPart(request, body)).eTag();
    return CompletedPart.builder().partNumber(number).eTag(etag).build();
  }

  /** Makes the object of its parts; gives its ETag. */
  String complete(String uploadId, List<CompletedPart> parts, long sizeBytes) {
    var request =
        CompleteMultipartUploadRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .uploadId(uploadId)
            .multipartUpload(CompletedMultipartUpload.builder().parts(parts).build())
            .build();
    return calls.call(
        writing(),
        s3 -> {
          try {
            return s3.completeMultipartUpload(request).eTag();
          } catch (NoSuchUploadException e) {
            // Where only the answer was lost, the request that is sent again finds no upload.
            return completed(parts.size(), sizeBytes, e);
          }
        });
  }

  private String completed(int parts, long sizeBytes, NoSuchUploadException e) {
    var request =
        HeadObjectRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .build();
    try {
      var object = calls.client().headObject(request);
      boolean isOurs =
          object.contentLength() == sizeBytes
              && object.eTag().replace("\"", "").endsWith("-" + parts);
      if (isOurs) {
        return object.eTag();
      }
    } catch (SdkException none) {
      e.addSuppressed(none);
    }
    throw e;
  }

  /** Gives up an upload in parts. */
  void abandon(String uploadId) {
    var request =
        AbortMultipartUploadRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .key(key)
            .uploadId(uploadId)
            .overrideConfiguration(override -> override.apiCallTimeout(ABANDON))
            .build();
    calls.call(
        "abandoning " + key + " of " + address.name(), s3 -> s3.abortMultipartUpload(request));
  }

  /**
   * Gives up what an earlier process has begun of the object. It would stay unseen, but be paid
   * for; so it is no failure if the store cannot tell, or the caller may not ask.
   */
  void abandonEarlier() {
    var request =
        ListMultipartUploadsRequest.builder()
            .bucket(address.name())
            .expectedBucketOwner(address.owner())
            .prefix(key)
            .build();
    try {
      for (MultipartUpload upload : calls.client().listMultipartUploads(request).uploads()) {
        if (upload.key().equals(key)) {
          abandon(upload.uploadId());
        }
      }
    } catch (SdkException | BucketException e) {
      LOG.debug("earlier uploads of {} stay as they are", key, e);
    }
  }

  private String writing() {
    return "writing " + key + " of " + address.name();
  }

  private @Nullable ServerSideEncryption algorithm() {
    String algorithm = encryption.algorithm();
    if (algorithm == null) {
      return null;
    }
    return Encryption.KMS.equals(algorithm)
        ? ServerSideEncryption.AWS_KMS
        : ServerSideEncryption.fromValue(algorithm);
  }
}
