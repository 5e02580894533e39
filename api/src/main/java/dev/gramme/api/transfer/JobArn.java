package dev.gramme.api.transfer;

import dev.gramme.api.Caller;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import java.util.Locale;
import java.util.regex.Pattern;

/** ARNs of imports and exports: {@code <table's ARN>/import/<id>}. Errors as observed in 2026. */
public final class JobArn {
  private static final int PARTS = 6;

  private JobArn() {}

  /**
   * The id in the ARN of a job in this region.
   *
   * @param kind {@code Import} or {@code Export}
   * @throws ApiError a ValidationException if it is not such an ARN, an AccessDeniedException if it
   *     belongs to another partition, service or account, an error of the given type if it is in
   *     another region
   */
  public static String id(String arn, String kind, ErrorType notFound, Caller caller) {
    String[] parts = arn.split(":", PARTS);
    if (parts.length < PARTS || !parts[0].equals("arn")) {
      throw invalid(kind);
    }
    if (!parts[1].equals("aws")
        || !parts[2].equals("dynamodb")
        || !parts[4].equals(caller.account())) {
      throw ApiError.of(ErrorType.ACCESS_DENIED, "Access is denied");
    }
    var resource =
        Pattern.compile(
                "table/[a-zA-Z0-9_.-]{3,255}/"
                    + kind.toLowerCase(Locale.ROOT)
                    + "/([0-9]{14}-[0-9a-f]{8})")
            .matcher(parts[5]);
    if (!resource.matches()) {
      throw invalid(kind);
    }
    if (!parts[3].equals(caller.region())) {
      throw notFound(kind, notFound, "Invalid " + kind.toLowerCase(Locale.ROOT) + " arn");
    }
    return resource.group(1);
  }

  /**
   * The error for an ARN without a job. The service repeats the beginning of the text (October
   * 2026).
   */
  public static ApiError notFound(String arn, String kind, ErrorType type) {
    return notFound(kind, type, kind + " not found: " + arn);
  }

  private static ApiError notFound(String kind, ErrorType type, String text) {
    return ApiError.of(type, kind + " not found: " + text);
  }

  private static ApiError invalid(String kind) {
    return ApiError.validation("Invalid " + kind + " ARN");
  }
}
