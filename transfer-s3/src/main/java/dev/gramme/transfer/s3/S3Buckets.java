package dev.gramme.transfer.s3;

import dev.gramme.transfer.bucket.Bucket;
import dev.gramme.transfer.bucket.BucketAddress;
import dev.gramme.transfer.bucket.Buckets;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * Buckets in S3 or a compatible implementation: MinIO, Ceph, S3Proxy and others. Only features that
 * all of these support are used: no checksums in trailers, no signed chunks, no {@code Expect};
 * instead each body is sent with its MD5.
 */
public final class S3Buckets implements Buckets, AutoCloseable {
  /**
   * The maximum number of concurrent uploads. Each holds a part in memory; further uploads wait.
   */
  static final int UPLOADS = 8;

  private final S3Endpoint endpoint;
  private final S3Client client;
  private final Semaphore uploads = new Semaphore(UPLOADS);

  private S3Buckets(S3Endpoint endpoint) {
    this.endpoint = endpoint;
    this.client =
        S3Client.builder()
            .endpointOverride(endpoint.uri())
            .region(Region.of(endpoint.region()))
            .credentialsProvider(credentials(endpoint))
            .forcePathStyle(endpoint.isPathStyle())
            .serviceConfiguration(
                S3Configuration.builder()
                    .chunkedEncodingEnabled(false)
                    .expectContinueEnabled(false)
                    .build())
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .overrideConfiguration(
                override -> override.retryStrategy(endpoint.retries().strategy()))
            .build();
  }

  /** The buckets at an endpoint. Creating this object sends nothing. */
  public static S3Buckets at(S3Endpoint endpoint) {
    return new S3Buckets(endpoint);
  }

  private static AwsCredentialsProvider credentials(S3Endpoint endpoint) {
    return endpoint
        .credentials()
        .<AwsCredentialsProvider>map(keys ->
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(keys.accessKey(), keys.secretKey())))
        .orElseGet(() -> DefaultCredentialsProvider.builder().build());
  }

  @Override
  public Bucket open(BucketAddress address) {
    return new S3Bucket(new S3Calls(client, endpoint), address, uploads);
  }

  @Override
  public boolean haveKeys() {
    return true;
  }

  /** Closes the connections. Call it after the last import and export has ended. */
  @Override
  public void close() {
    client.close();
  }
}
