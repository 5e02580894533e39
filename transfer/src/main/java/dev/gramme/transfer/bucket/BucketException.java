package dev.gramme.transfer.bucket;

/**
 * A bucket could not be used. The code and the message are what an import or export reports as the
 * reason of its failure.
 */
public final class BucketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String text;

  /** An exception with the words of S3, and what was behind it. */
  public BucketException(String code, String text, Throwable cause) {
    super(code + ": " + text, cause);
    this.code = code;
    this.text = text;
  }

  private BucketException(String code, String text) {
    super(code + ": " + text);
    this.code = code;
    this.text = text;
  }

  /** There is no bucket of the name. */
  public static BucketException noSuchBucket() {
    return new BucketException("S3NoSuchBucket", "The specified bucket does not exist");
  }

  /** There is no object of the key. */
  public static BucketException noSuchKey() {
    return new BucketException("S3NoSuchKey", "The specified key does not exist.");
  }

  /** The bucket may not be used so. */
  public static BucketException accessDenied() {
    return new BucketException("S3AccessDenied", "Access Denied");
  }

  /** The medium failed. */
  public static BucketException failed(Throwable cause) {
    return new BucketException(
        "S3InternalError", "We encountered an internal error. Please try again.", cause);
  }

  /** The code, such as {@code S3NoSuchBucket}. */
  public String code() {
    return code;
  }

  /** The message for people. */
  public String text() {
    return text;
  }
}
