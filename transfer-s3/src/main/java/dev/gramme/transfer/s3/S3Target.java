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

/** The requests that create one object. */
record S3Target(S3Calls calls, BucketAddress address, String key, Encryption encryption) {
  private static final Logger LOG = LoggerFactory.getLogger(S3Target.class);

  /** The time limit for aborting an upload, which happens after another failure. */
  private static final Duration ABANDON = Duration.ofSeconds(5);

  /** Writes the object with one request. Returns its ETag. */
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

  /** Begins a multipart upload. Returns its id. */
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

  /** Completes a multipart upload. Returns the object's ETag. */
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
            // If only the response of an earlier attempt was lost, the retry finds no upload.
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

  /** Aborts a multipart upload. */
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
   * Aborts multipart uploads of the object that an earlier process left behind. They are invisible
   * but cost money. It is not an error if the server does not support listing them or the caller
   * lacks the permission.
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
      LOG.debug("earlier uploads of {} could not be aborted", key, e);
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
