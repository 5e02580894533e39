package dev.gramme.toolkit.cloudformation;

import dev.gramme.toolkit.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The published schema of the resource AWS::DynamoDB::Table: allowed and required members (as of
 * 2026-11, without members that are never written here).
 */
final class ResourceFacts {
  private static final Map<String, Set<String>> ALLOWED =
      Map.of(
          "Properties",
          Set.of(
              "TableName",
              "AttributeDefinitions",
              "KeySchema",
              "BillingMode",
              "ProvisionedThroughput",
              "GlobalSecondaryIndexes",
              "LocalSecondaryIndexes",
              "TimeToLiveSpecification",
              "PointInTimeRecoverySpecification",
              "StreamSpecification",
              "TableClass",
              "DeletionProtectionEnabled"),
          "AttributeDefinitions",
          Set.of("AttributeName", "AttributeType"),
          "KeySchema",
          Set.of("AttributeName", "KeyType"),
          "ProvisionedThroughput",
          Set.of("ReadCapacityUnits", "WriteCapacityUnits"),
          "GlobalSecondaryIndexes",
          Set.of("IndexName", "KeySchema", "Projection", "ProvisionedThroughput"),
          "LocalSecondaryIndexes",
          Set.of("IndexName", "KeySchema", "Projection"),
          "Projection",
          Set.of("ProjectionType", "NonKeyAttributes"),
          "TimeToLiveSpecification",
          Set.of("AttributeName", "Enabled"),
          "PointInTimeRecoverySpecification",
          Set.of("PointInTimeRecoveryEnabled"),
          "StreamSpecification",
          Set.of("StreamViewType"));

  private static final Map<String, Set<String>> REQUIRED =
      Map.of(
          "Properties", Set.of("KeySchema"),
          "AttributeDefinitions", Set.of("AttributeName", "AttributeType"),
          "KeySchema", Set.of("AttributeName", "KeyType"),
          "ProvisionedThroughput", Set.of("ReadCapacityUnits", "WriteCapacityUnits"),
          "GlobalSecondaryIndexes", Set.of("IndexName", "KeySchema", "Projection"),
          "LocalSecondaryIndexes", Set.of("IndexName", "KeySchema", "Projection"),
          "TimeToLiveSpecification", Set.of("Enabled"),
          "StreamSpecification", Set.of("StreamViewType"));

  private ResourceFacts() {}

  /** The members of a resource that are not allowed, and required ones that are missing. */
  static List<String> problems(Json.Members resource) {
    var problems = new ArrayList<String>();
    check("Properties", resource.member("Properties").orElseThrow(), problems);
    return problems;
  }

  private static void check(String name, Json value, List<String> problems) {
    switch (value) {
      case Json.Members object -> {
        Set<String> allowed = ALLOWED.getOrDefault(name, Set.of());
        object.members().keySet().stream()
            .filter(member -> !allowed.contains(member))
            .forEach(member -> problems.add(name + " may not have " + member));
        REQUIRED.getOrDefault(name, Set.of()).stream()
            .filter(member -> object.member(member).isEmpty())
            .forEach(member -> problems.add(name + " has no " + member));
        object.members().forEach((member, inner) -> check(member, inner, problems));
      }
      case Json.Elements array ->
          array.elements().forEach(element -> check(name, element, problems));
      default -> {}
    }
  }
}
