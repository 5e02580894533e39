package dev.gramme.transfer.bucket;

/**
 * A failure of a bucket. An import or export reports its code and text as the reason of the
 * failure.
 */
public final class BucketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String text;

  /** An exception with the code and text of S3 and its cause. */
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

  /** There is no bucket with this name. */
  public static BucketException noSuchBucket() {
    return new BucketException("S3NoSuchBucket", "The specified bucket does not exist");
  }

  /** There is no object with this key. */
  public static BucketException noSuchKey() {
    return new BucketException("S3NoSuchKey", "The specified key does not exist.");
  }

  /** The caller may not access the bucket in this way. */
  public static BucketException accessDenied() {
    return new BucketException("S3AccessDenied", "Access Denied");
  }

  /** The storage medium failed. */
  public static BucketException failed(Throwable cause) {
    return new BucketException(
        "S3InternalError", "We encountered an internal error. Please try again.", cause);
  }

  /** The code, such as {@code S3NoSuchBucket}. */
  public String code() {
    return code;
  }

  /** The message for users. */
  public String text() {
    return text;
  }
}
