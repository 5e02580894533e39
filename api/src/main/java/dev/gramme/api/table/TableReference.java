package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.List;
import java.util.regex.Pattern;

/**
 * References to tables by name or ARN, which most operations accept interchangeably: {@code
 * arn:aws:dynamodb:<region>:<account>:table/<name>}.
 */
public final class TableReference {
  private static final String ARN = "arn:";
  private static final String TABLE = "table/";
  private static final int ARN_PARTS = 6;
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

  private TableReference() {}

  /** Whether a reference is an ARN; table names contain no colon. */
  public static boolean isArn(String reference) {
    return reference.startsWith(ARN);
  }

  /**
   * The name of a table that is given by name or ARN.
   *
   * @throws ApiError a ValidationException if the ARN is not a table's or is in another region, an
   *     AccessDeniedException if it belongs to another account
   */
  public static String name(String nameOrArn, Caller caller) {
    if (!isArn(nameOrArn)) {
      return nameOrArn;
    }
    List<String> parts = List.of(nameOrArn.split(":", ARN_PARTS));
    if (parts.size() < ARN_PARTS || !parts.get(2).equals("dynamodb")) {
      throw invalid("resource type", nameOrArn);
    }
    if (!parts.get(1).equals("aws")) {
      throw invalid("AWS partition", nameOrArn);
    }
    if (!parts.get(3).equals(caller.region())) {
      throw invalid("AWS region", nameOrArn);
    }
    String resource = parts.get(5);
    String name = resource.startsWith(TABLE) ? resource.substring(TABLE.length()) : "";
    if (!NAME.matcher(name).matches()) {
      throw invalid("resource type", nameOrArn);
    }
    if (!parts.get(4).equals(caller.account())) {
      // Observed for DescribeTable, tags and exports (October 2026).
      throw ApiError.of(ErrorType.ACCESS_DENIED, "Access is denied");
    }
    return name;
  }

  /** The ARN of a table in the caller's region and account. */
  public static String arn(String name, Caller caller) {
    return "arn:aws:dynamodb:" + caller.region() + ":" + caller.account() + ":" + TABLE + name;
  }

  /** The ARN of a table. */
  public static String arn(TableDefinition table, Caller caller) {
    return "arn:aws:dynamodb:"
        + table.region()
        + ":"
        + caller.account()
        + ":"
        + TABLE
        + table.name();
  }

  private static ApiError invalid(String what, String arn) {
    return ApiError.validation(
        "1 validation error detected: Invalid " + what + " in '" + arn + "'");
  }
}
