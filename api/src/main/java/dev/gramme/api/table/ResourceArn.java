package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ARN by which the operations on tags identify a table; these operations have their own error
 * texts.
 */
public final class ResourceArn {
  private static final int PARTS = 6;
  private static final String TABLE = "table/";
  private static final Pattern RESOURCE = Pattern.compile("table/[^/]*(/stream/[^/]*)?");

  private static final Pattern BACKUP = Pattern.compile("table/[^/]*/backup/[^/]*");

  private ResourceArn() {}

  /**
   * The name of the table with an ARN.
   *
   * @throws ApiError a ValidationException or AccessDeniedException if it is not the ARN of a table
   */
  public static String tableName(@Nullable String arn, Caller caller) {
    if (arn == null || arn.isEmpty()) {
      throw ApiError.validation("Invalid TableArn");
    }
    if (!arn.startsWith("arn:")) {
      throw InvalidParameters.of("ARNs must start with 'arn:': " + arn);
    }
    List<String> parts = List.of(arn.split(":", PARTS));
    if (parts.size() < PARTS || !parts.get(2).equals("dynamodb")) {
      throw InvalidParameters.of("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    if (BACKUP.matcher(parts.get(5)).matches()) {
      throw InvalidParameters.of("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    if (!RESOURCE.matcher(parts.get(5)).matches()) {
      throw InvalidParameters.of(
          "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
              + arn);
    }
    if (!parts.get(3).equals(caller.region())) {
      throw ApiError.validation("Invalid TableArn: Invalid ResourceArn provided as input " + arn);
    }
    if (!parts.get(4).equals(caller.account())) {
      throw ApiError.of(ErrorType.ACCESS_DENIED, "Access is denied");
    }
    return parts.get(5).substring(TABLE.length());
  }

  /** The table with a name from an ARN; a table that is still being created is not found. */
  public static TableDefinition require(Catalog catalog, String name, String arn) {
    return catalog
        .find(name)
        .filter(table -> table.status() != TableDefinition.Status.CREATING)
        .orElseThrow(() ->
            ApiError.of(
                ErrorType.RESOURCE_NOT_FOUND,
                "Requested resource not found: ResourceArn: " + arn + " not found"));
  }
}
