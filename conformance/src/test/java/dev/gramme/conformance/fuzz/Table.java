package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a table that the generators need for valid requests.
 *
 * @param key the partition key and, if there is one, the sort key
 * @param streamArn the ARN of the enabled stream, null if there is none
 * @param isProvisioned whether it has provisioned throughput
 * @param isProtected whether it has deletion protection
 */
record Table(
    String name,
    String arn,
    List<KeyPart> key,
    List<Index> indexes,
    List<String> vectorIndexes,
    @Nullable String streamArn,
    boolean isActive,
    boolean isProvisioned,
    boolean isProtected) {

  /** An attribute of a key. */
  record KeyPart(String name, String type, boolean isPartition) {}

  /** A secondary index. */
  record Index(String name, boolean isLocal, List<KeyPart> key, boolean hasAllAttributes) {}

  /** Reads a table's description. */
  static Table of(Map<String, @Nullable Object> description) {
    var types = new HashMap<String, String>();
    for (var definition : objects(description, "AttributeDefinitions")) {
      types.put(text(definition, "AttributeName"), text(definition, "AttributeType"));
    }
    var indexes = new ArrayList<Index>();
    for (var index : objects(description, "LocalSecondaryIndexes")) {
      indexes.add(index(index, true, types));
    }
    for (var index : objects(description, "GlobalSecondaryIndexes")) {
      if (text(index, "IndexStatus").equals("ACTIVE")) {
        indexes.add(index(index, false, types));
      }
    }
    var billing = description.get("BillingModeSummary");
    return new Table(
        text(description, "TableName"),
        text(description, "TableArn"),
        key(description, types),
        List.copyOf(indexes),
        objects(description, "VectorIndexes").stream()
            .map(index -> text(index, "IndexName"))
            .toList(),
        description.containsKey("StreamSpecification")
            ? (String) description.get("LatestStreamArn")
            : null,
        text(description, "TableStatus").equals("ACTIVE"),
        billing == null || text(Json.members(billing), "BillingMode").equals("PROVISIONED"),
        Boolean.TRUE.equals(description.get("DeletionProtectionEnabled")));
  }

  private static Index index(
      Map<String, @Nullable Object> index, boolean isLocal, Map<String, String> types) {
    var projection = Json.members(Json.member(index, "Projection"));
    return new Index(
        text(index, "IndexName"),
        isLocal,
        key(index, types),
        text(projection, "ProjectionType").equals("ALL"));
  }

  private static List<KeyPart> key(
      Map<String, @Nullable Object> holder, Map<String, String> types) {
    return objects(holder, "KeySchema").stream()
        .map(element -> {
          String name = text(element, "AttributeName");
          String type = Objects.requireNonNull(types.get(name), name);
          return new KeyPart(name, type, text(element, "KeyType").equals("HASH"));
        })
        .toList();
  }

  private static List<Map<String, @Nullable Object>> objects(
      Map<String, @Nullable Object> holder, String name) {
    var list = holder.get(name);
    return list == null
        ? List.of()
        : Json.elements(list).stream()
            .map(element -> Json.members(Objects.requireNonNull(element)))
            .toList();
  }

  private static String text(Map<String, @Nullable Object> object, String name) {
    return (String) Json.member(object, name);
  }

  /** The global secondary indexes. */
  List<Index> globalIndexes() {
    return indexes.stream().filter(index -> !index.isLocal()).toList();
  }

  /** The names of the key's attributes. */
  Set<String> keyNames() {
    var names = new HashSet<String>();
    key.forEach(part -> names.add(part.name()));
    return names;
  }

  /** The table's name or its ARN, which most operations accept as well. */
  String reference(boolean asArn) {
    return asArn ? arn : name;
  }
}
