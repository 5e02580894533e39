package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Wording;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ARN by which the operations on tags name a table; their texts are of their own. */
public final class ResourceArn {
  private static final int PARTS = 6;
  private static final String TABLE = "table/";

  private ResourceArn() {}

  /**
   * The name of the table of an ARN.
   *
   * @throws ApiError a ValidationException, or AccessDeniedException, when it is no table's ARN
   */
  public static String tableName(@Nullable String arn, String operation, Caller caller) {
    if (arn == null || arn.isEmpty()) {
      throw ApiError.validation("Invalid TableArn");
    }
    if (!arn.startsWith("arn:")) {
      throw caller.wording() == Wording.CURRENT
          ? InvalidParameters.of("ARNs must start with 'arn:': " + arn)
          : denied(arn, operation, caller);
    }
    List<String> parts = List.of(arn.split(":", PARTS));
    if (parts.size() < PARTS || !parts.get(2).equals("dynamodb")) {
      throw InvalidParameters.of("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    if (!parts.get(5).startsWith(TABLE)) {
      throw InvalidParameters.of(
          "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
              + arn);
    }
    if (!parts.get(3).equals(caller.region())) {
      throw ApiError.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
    }
    if (!parts.get(4).equals(caller.account())) {
      throw denied(arn, operation, caller);
    }
    return parts.get(5).substring(TABLE.length());
  }

  /** The table of a name that an ARN gave; while it is being created, it is none. */
  public static TableDefinition require(Catalog catalog, String name, String arn, Caller caller) {
    return catalog
        .find(name)
        .filter(table -> table.status() != TableDefinition.Status.CREATING)
        .orElseThrow(() -> notFound(arn, caller));
  }

  private static ApiError notFound(String arn, Caller caller) {
    // The older spelling lacks a letter.
    String member = caller.wording() == Wording.CURRENT ? "ResourceArn" : "ResourcArn";
    return ApiError.of(
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found: " + member + ": " + arn + " not found");
  }

  private static ApiError denied(String arn, String operation, Caller caller) {
    return ApiError.of(
        ErrorType.ACCESS_DENIED,
        "User: arn:aws:iam::"
            + caller.account()
            + ":root is not authorized to perform: dynamodb:"
            + operation
            + " on resource: "
            + arn);
  }
}
