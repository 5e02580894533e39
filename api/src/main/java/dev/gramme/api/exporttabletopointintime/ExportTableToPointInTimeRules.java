package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.Caller;
import dev.gramme.api.backup.InvalidRequest;
import dev.gramme.api.exporttabletopointintime.ExportTableToPointInTimeShape.Incremental;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.engine.backup.Restores.Window;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.exports.ExportRequest.Span;
import dev.gramme.transfer.exports.ExportRequest.View;
import dev.gramme.wire.Structure;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules that ExportTableToPointInTime applies after its constraints, with the service's texts
 * of October 2026. Gramme's own texts are those for periods of more than a day, for the {@code
 * ExportTime} of an incremental export, and for features that Gramme does not support.
 */
final class ExportTableToPointInTimeRules {
  private static final Duration SHORTEST = Duration.ofMinutes(15);
  private static final Duration LONGEST = Duration.ofHours(24);
  private static final int ARN_PARTS = 6;
  private static final Pattern TABLE = Pattern.compile("table/([a-zA-Z0-9_.-]{3,255})");

  private ExportTableToPointInTimeRules() {}

  /** The exported point in time or period, as far as the request itself determines it. */
  static Span span(Structure input) {
    Structure incremental = input.get(ExportTableToPointInTimeShape.INCREMENTAL);
    String type = input.get(ExportTableToPointInTimeShape.TYPE);
    if (!"INCREMENTAL_EXPORT".equals(type)) {
      if (incremental != null) {
        throw InvalidRequest.of(
            type == null
                ? "Export Type expected to be Incremental Export when incremental export"
                    + " specification is provided"
                : "When Export Type is Full Export , Incremental Export Specification should not be"
                    + " provided");
      }
      return new Span.Full(input.get(ExportTableToPointInTimeShape.EXPORT_TIME));
    }
    if (incremental == null) {
      throw InvalidRequest.of(
          "Incremental Export Specification expected when export type is set as Incremental Export");
    }
    Instant from = incremental.get(Incremental.FROM);
    if (from == null) {
      throw InvalidRequest.of("ExportFromTime must be provided in IncrementalExportSpecification");
    }
    return new Span.Incremental(
        from,
        incremental.get(Incremental.TO),
        View.valueOf(incremental.getOrDefault(Incremental.VIEW, "NEW_AND_OLD_IMAGES")));
  }

  /**
   * The table name in an ARN; empty if the ARN is in another region.
   *
   * @throws ApiError a ValidationException if it is not a table ARN, an AccessDeniedException if it
   *     belongs to another account
   */
  static Optional<String> tableName(String arn, Caller caller) {
    List<String> parts = List.of(arn.split(":", ARN_PARTS));
    if (parts.size() < ARN_PARTS
        || !parts.get(0).equals("arn")
        || !parts.get(1).equals("aws")
        || !parts.get(2).equals("dynamodb")) {
      throw InvalidParameters.of("tableArn is not a valid ARN");
    }
    var resource = TABLE.matcher(parts.get(5));
    if (!resource.matches()) {
      throw InvalidRequest.of("Table ARN is invalid.");
    }
    if (!parts.get(4).equals(caller.account())) {
      throw ApiError.of(ErrorType.ACCESS_DENIED, "Access is denied");
    }
    return parts.get(3).equals(caller.region()) ? Optional.of(resource.group(1)) : Optional.empty();
  }

  /**
   * The encryption of the exported objects.
   *
   * @param haveKeys whether the buckets can encrypt with KMS keys
   */
  static Encryption encryption(Structure input, boolean haveKeys) {
    var encryption =
        new Encryption(
            input.get(ExportTableToPointInTimeShape.ENCRYPTION),
            input.get(ExportTableToPointInTimeShape.ENCRYPTION_KEY));
    if (encryption.keyId() != null && !Encryption.KMS.equals(encryption.algorithm())) {
      throw InvalidRequest.of("KMS Key Id is not supported for this encryption type");
    }
    if (encryption.needsKeys() && !haveKeys) {
      throw ApiError.validation(
          "Gramme supports S3SseAlgorithm KMS with buckets in S3 only: folders have no keys");
    }
    return encryption;
  }

  /**
   * Checks that the exported point in time or period is within the recovery window.
   *
   * @param window the period in which the table can be restored; empty if recovery is disabled
   */
  static void checkTimes(
      Structure input, Span span, TableDefinition table, Optional<Window> window, Instant now) {
    if (span instanceof Span.Incremental incremental) {
      checkFrom(incremental.from(), table.created());
    }
    Window recoverable =
        window.orElseThrow(() ->
            ApiError.of(
                ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE,
                "Point in time recovery is not enabled for table '" + table.name() + "'"));
    switch (span) {
      case Span.Full(var time) -> checkFull(time, recoverable, now);
      case Span.Incremental(var from, var to, var view) -> {
        checkFrom(from, recoverable.earliest());
        checkPeriod(from, to, now);
        if (input.has(ExportTableToPointInTimeShape.EXPORT_TIME)) {
          throw ApiError.validation(
              "ExportTime cannot be provided when ExportType is INCREMENTAL_EXPORT");
        }
      }
    }
  }

  private static void checkFull(@Nullable Instant time, Window recoverable, Instant now) {
    if (time == null) {
      return;
    }
    if (time.isBefore(millis(recoverable.earliest())) || time.isAfter(now)) {
      throw invalid("Export Time is invalid");
    }
    if (time.isAfter(recoverable.latest())) {
      throw invalid("Point in Time Recovery is not available for specified export time");
    }
  }

  private static void checkFrom(Instant from, Instant earliest) {
    if (from.isBefore(millis(earliest))) {
      throw invalid(
          "Incremental export period from time cannot be less than the table creation time : "
              + shown(from));
    }
  }

  private static void checkPeriod(Instant from, @Nullable Instant to, Instant now) {
    if (to != null && to.isAfter(now)) {
      throw invalid(
          "Incremental export period to time cannot be greater than the current time : "
              + shown(to));
    }
    Duration length = Duration.between(from, to == null ? now : to);
    if (length.compareTo(SHORTEST) < 0) {
      throw invalid(
          "Difference between export period from time and export period to time is less than 15"
              + " minutes");
    }
    if (length.compareTo(LONGEST) > 0) {
      throw invalid(
          "Difference between export period from time and export period to time is greater than 24"
              + " hours");
    }
  }

  /** The times in requests have a precision of at most milliseconds. */
  private static Instant millis(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  private static Instant shown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private static ApiError invalid(String text) {
    return ApiError.of(ErrorType.INVALID_EXPORT_TIME, text);
  }
}
