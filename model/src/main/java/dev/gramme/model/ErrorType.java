package dev.gramme.model;

/** The errors of the protocol, each with the namespace that precedes its name in {@code __type}. */
public enum ErrorType {
  RESOURCE_NOT_FOUND("ResourceNotFoundException", Namespace.DYNAMODB),
  RESOURCE_IN_USE("ResourceInUseException", Namespace.DYNAMODB),
  CONDITIONAL_CHECK_FAILED("ConditionalCheckFailedException", Namespace.DYNAMODB),
  LIMIT_EXCEEDED("LimitExceededException", Namespace.DYNAMODB),
  PROVISIONED_THROUGHPUT_EXCEEDED("ProvisionedThroughputExceededException", Namespace.DYNAMODB),
  THROTTLING("ThrottlingException", Namespace.DYNAMODB),
  ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED(
      "ItemCollectionSizeLimitExceededException", Namespace.DYNAMODB),
  TRANSACTION_CANCELED("TransactionCanceledException", Namespace.DYNAMODB),
  TRANSACTION_CONFLICT("TransactionConflictException", Namespace.DYNAMODB),
  TRANSACTION_IN_PROGRESS("TransactionInProgressException", Namespace.DYNAMODB),
  IDEMPOTENT_PARAMETER_MISMATCH("IdempotentParameterMismatchException", Namespace.DYNAMODB),
  TABLE_NOT_FOUND("TableNotFoundException", Namespace.DYNAMODB),
  TABLE_IN_USE("TableInUseException", Namespace.DYNAMODB),
  TABLE_ALREADY_EXISTS("TableAlreadyExistsException", Namespace.DYNAMODB),
  BACKUP_NOT_FOUND("BackupNotFoundException", Namespace.DYNAMODB),
  BACKUP_IN_USE("BackupInUseException", Namespace.DYNAMODB),
  CONTINUOUS_BACKUPS_UNAVAILABLE("ContinuousBackupsUnavailableException", Namespace.DYNAMODB),
  INVALID_RESTORE_TIME("InvalidRestoreTimeException", Namespace.DYNAMODB),
  IMPORT_CONFLICT("ImportConflictException", Namespace.DYNAMODB),
  IMPORT_NOT_FOUND("ImportNotFoundException", Namespace.DYNAMODB),
  EXPORT_CONFLICT("ExportConflictException", Namespace.DYNAMODB),
  EXPORT_NOT_FOUND("ExportNotFoundException", Namespace.DYNAMODB),
  INVALID_EXPORT_TIME("InvalidExportTimeException", Namespace.DYNAMODB),
  POINT_IN_TIME_RECOVERY_UNAVAILABLE("PointInTimeRecoveryUnavailableException", Namespace.DYNAMODB),
  POLICY_NOT_FOUND("PolicyNotFoundException", Namespace.DYNAMODB),
  GLOBAL_TABLE_NOT_FOUND("GlobalTableNotFoundException", Namespace.DYNAMODB),
  DUPLICATE_ITEM("DuplicateItemException", Namespace.DYNAMODB),
  EXPIRED_ITERATOR("ExpiredIteratorException", Namespace.DYNAMODB),
  TRIMMED_DATA_ACCESS("TrimmedDataAccessException", Namespace.DYNAMODB),
  REQUEST_LIMIT_EXCEEDED("RequestLimitExceeded", Namespace.DYNAMODB),
  INTERNAL_SERVER_ERROR("InternalServerError", Namespace.DYNAMODB),
  VALIDATION("ValidationException", Namespace.VALIDATE),
  SERIALIZATION("SerializationException", Namespace.SERVICE),
  UNKNOWN_OPERATION("UnknownOperationException", Namespace.SERVICE),
  MISSING_AUTHENTICATION_TOKEN("MissingAuthenticationTokenException", Namespace.SERVICE),
  INCOMPLETE_SIGNATURE("IncompleteSignatureException", Namespace.SERVICE),
  INVALID_SIGNATURE("InvalidSignatureException", Namespace.SERVICE),
  UNRECOGNIZED_CLIENT("UnrecognizedClientException", Namespace.SERVICE),
  ACCESS_DENIED("AccessDeniedException", Namespace.SERVICE),
  EXPIRED_TOKEN("ExpiredTokenException", Namespace.SERVICE);

  private static final class Namespace {
    static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810#";
    static final String VALIDATE = "com.amazon.coral.validate#";
    static final String SERVICE = "com.amazon.coral.service#";
  }

  private final String shape;
  private final String wireName;

  ErrorType(String shape, String namespace) {
    this.shape = shape;
    this.wireName = namespace + shape;
  }

  /** The bare name, such as {@code ValidationException}. */
  public String shape() {
    return shape;
  }

  /** The value of {@code __type} in an error body: namespace and name. */
  public String wireName() {
    return wireName;
  }

  /** The HTTP status: 500 for server errors, else 400. */
  public int httpStatus() {
    return this == INTERNAL_SERVER_ERROR ? 500 : 400;
  }

  /** The name of the member that holds the message. Five errors capitalize it. */
  public String textMember() {
    return switch (this) {
      case SERIALIZATION,
          ACCESS_DENIED,
          TRANSACTION_CANCELED,
          TRANSACTION_IN_PROGRESS,
          IDEMPOTENT_PARAMETER_MISMATCH ->
          "Message";
      default -> "message";
    };
  }
}
