package dev.gramme.api.transfer;

import dev.gramme.api.Caller;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import java.util.Locale;
import java.util.regex.Pattern;

/** ARNs of imports and exports: {@code <table's ARN>/import/<id>}. Faults as seen in 2026. */
public final class JobArn {
  private static final int PARTS = 6;

  private JobArn() {}

  /**
   * The id in an ARN.
   *
   * @param kind {@code Import} or {@code Export}
   * @throws ApiError a ValidationException if it is no such ARN, an AccessDeniedException if it is
   *     of another partition, service, region or account
   */
  public static String id(String arn, String kind, Caller caller) {
    String[] parts = arn.split(":", PARTS);
    if (parts.length < PARTS || !parts[0].equals("arn")) {
      throw invalid(kind);
    }
    if (!parts[1].equals("aws")
        || !parts[2].equals("dynamodb")
        || !parts[3].equals(caller.region())
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
    return resource.group(1);
  }

  private static ApiError invalid(String kind) {
    return ApiError.validation("Invalid " + kind + " ARN");
  }
}
