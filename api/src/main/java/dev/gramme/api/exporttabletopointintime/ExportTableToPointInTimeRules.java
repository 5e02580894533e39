package dev.gramme.api.exporttabletopointintime;

import dev.gramme.api.exporttabletopointintime.ExportTableToPointInTimeShape.Incremental;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.transfer.bucket.Encryption;
import dev.gramme.transfer.exports.ExportRequest.Span;
import dev.gramme.transfer.exports.ExportRequest.View;
import dev.gramme.wire.Structure;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rules of ExportTableToPointInTime behind its constraints. Only the texts of a missing {@code
 * ExportFromTime}, of unknown tables and of disabled recovery are the service's; of the one about
 * the length of the period only the beginning is known (November 2026).
 */
final class ExportTableToPointInTimeRules {
  private static final Duration SHORTEST = Duration.ofMinutes(15);
  private static final Duration LONGEST = Duration.ofHours(24);

  private ExportTableToPointInTimeRules() {}

  /** What is to be exported, as far as the request itself tells. */
  static Span span(Structure input) {
    Structure incremental = input.get(ExportTableToPointInTimeShape.INCREMENTAL);
    Instant time = input.get(ExportTableToPointInTimeShape.EXPORT_TIME);
    if (!"INCREMENTAL_EXPORT".equals(input.get(ExportTableToPointInTimeShape.TYPE))) {
      if (incremental != null) {
        throw ApiError.validation(
            "IncrementalExportSpecification can only be provided when ExportType is"
                + " INCREMENTAL_EXPORT");
      }
      return new Span.Full(time);
    }
    if (time != null) {
      throw ApiError.validation(
          "ExportTime cannot be provided when ExportType is INCREMENTAL_EXPORT");
    }
    Instant from = incremental == null ? null : incremental.get(Incremental.FROM);
    if (incremental == null || from == null) {
      throw ApiError.validation(
          "ExportFromTime must be provided in IncrementalExportSpecification");
    }
    return new Span.Incremental(
        from,
        incremental.get(Incremental.TO),
        View.valueOf(incremental.getOrDefault(Incremental.VIEW, "NEW_AND_OLD_IMAGES")));
  }

  /**
   * How the objects are to be encrypted.
   *
   * @param haveKeys whether the buckets can encrypt with keys of KMS
   */
  static Encryption encryption(Structure input, boolean haveKeys) {
    var encryption =
        new Encryption(
            input.get(ExportTableToPointInTimeShape.ENCRYPTION),
            input.get(ExportTableToPointInTimeShape.ENCRYPTION_KEY));
    if (encryption.needsKeys() && !haveKeys) {
      throw ApiError.validation(
          "Gramme supports S3SseAlgorithm KMS with buckets in S3 only: folders have no keys");
    }
    return encryption;
  }

  /** Checks that the table can be recovered at all. */
  static Recovery recovery(TableDefinition table) {
    Recovery recovery = table.recovery();
    if (recovery == null) {
      throw ApiError.of(
          ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE,
          "Point in time recovery is not enabled for table '" + table.name() + "'");
    }
    return recovery;
  }

  /** Checks that what is to be exported lies within the time that can be recovered. */
  static void checkTimes(Span span, Recovery recovery, Instant now) {
    Instant window = now.minus(Duration.ofDays(recovery.days()));
    Instant earliest = window.isAfter(recovery.since()) ? window : recovery.since();
    switch (span) {
      case Span.Full(var time) -> checkWithin(time, earliest, now);
      case Span.Incremental(var from, var to, var view) -> {
        Instant end = to == null ? now : to;
        if (!from.isBefore(end)) {
          throw invalid("ExportFromTime must be before ExportToTime");
        }
        checkWithin(from, earliest, now);
        checkWithin(to, earliest, now);
        Duration length = Duration.between(from, end);
        if (length.compareTo(SHORTEST) < 0) {
          throw invalid(
              "Difference between export period from time and to time is less than 15 minutes");
        }
        if (length.compareTo(LONGEST) > 0) {
          throw invalid(
              "Difference between export period from time and to time is more than 24 hours");
        }
      }
    }
  }

  private static void checkWithin(@Nullable Instant time, Instant earliest, Instant latest) {
    if (time != null && (time.isBefore(earliest) || time.isAfter(latest))) {
      throw invalid(
          "The specified time " + time + " is not between " + earliest + " and " + latest);
    }
  }

  private static ApiError invalid(String text) {
    return ApiError.of(ErrorType.INVALID_EXPORT_TIME, text);
  }
}
