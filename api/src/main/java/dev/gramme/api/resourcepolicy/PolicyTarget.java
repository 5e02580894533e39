package dev.gramme.api.resourcepolicy;

import dev.gramme.api.Caller;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource of a policy: a table or one of its streams. Texts as of October 2026.
 *
 * @param arn the ARN from the request, unchanged
 * @param table the table's name
 * @param slot {@link ResourcePolicies#TABLE}, or the label of the stream
 */
record PolicyTarget(String arn, String table, String slot) {
  private static final int PARTS = 6;
  private static final Pattern RESOURCE =
      Pattern.compile("table/(?<table>[^/]+)(?:/(?<kind>stream|index)/(?<label>[^/]+))?");

  /**
   * Parses an ARN.
   *
   * @throws ApiError a ValidationException if it is not the ARN of a table or stream of the
   *     caller's account
   */
  static PolicyTarget of(String arn, Caller caller) {
    if (!arn.startsWith("arn:")) {
      throw InvalidParameters.of("ARNs must start with 'arn:': " + arn);
    }
    List<String> parts = List.of(arn.split(":", PARTS));
    Matcher resource = RESOURCE.matcher(parts.getLast());
    if (parts.size() < PARTS || !parts.get(2).equals("dynamodb") || !resource.matches()) {
      throw InvalidParameters.of("Provided Arn is not a DynamoDB resource arn: " + arn);
    }
    if ("index".equals(resource.group("kind"))) {
      throw InvalidParameters.of(
          "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: "
              + arn);
    }
    if (!parts.get(1).equals("aws") || !parts.get(3).equals(caller.region())) {
      throw InvalidParameters.of("Invalid resource Arn: " + arn);
    }
    if (!parts.get(4).equals(caller.account())) {
      throw ApiError.validation(
          "This action is only supported by accounts that match the resource owner\u2019s account.");
    }
    String label = resource.group("label");
    return new PolicyTarget(
        arn, resource.group("table"), label == null ? ResourcePolicies.TABLE : label);
  }

  /** Whether it is a stream. */
  boolean isStream() {
    return !slot.equals(ResourcePolicies.TABLE);
  }

  /**
   * The table of the resource.
   *
   * @throws ApiError a ResourceNotFoundException if the table does not exist or has no such stream
   */
  TableDefinition require(Catalog catalog) {
    TableDefinition definition = TableNameRules.require(catalog, table);
    if (isStream() && !slot.equals(definition.features().latestStreamLabel())) {
      throw ApiError.of(
          ErrorType.RESOURCE_NOT_FOUND,
          "Requested resource not found: Stream: " + slot + " not found for Table: " + table);
    }
    return definition;
  }
}
