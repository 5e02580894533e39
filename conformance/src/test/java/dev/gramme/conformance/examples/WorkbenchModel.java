package dev.gramme.conformance.examples;

import dev.gramme.conformance.support.Endpoint;
import dev.gramme.conformance.support.Json;
import dev.gramme.conformance.support.TestTable;
import dev.gramme.conformance.support.WireJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;

/**
 * One table of a NoSQL Workbench model: its keys, its global indexes, and the sample rows of the
 * table or of its facets.
 */
record WorkbenchModel(
    List<String> key,
    List<GlobalSecondaryIndex> indexes,
    List<String> attributes,
    List<Map<String, AttributeValue>> rows) {

  /** Reads the first table of a model. */
  static WorkbenchModel read(String file) {
    var table = Json.members(list(document(file), "DataModel").getFirst());
    var attributes = new LinkedHashSet<String>();
    var key = key(table);
    attributes.addAll(key);
    var indexes = new ArrayList<GlobalSecondaryIndex>();
    for (var index : list(table, "GlobalSecondaryIndexes")) {
      var members = Json.members(index);
      var indexKey = key(members);
      attributes.addAll(indexKey);
      indexes.add(index(members, indexKey));
    }
    var rows = new ArrayList<Map<String, AttributeValue>>();
    list(table, "TableData").forEach(row -> rows.add(WireJson.item(row)));
    for (var facet : list(table, "TableFacets")) {
      list(Json.members(facet), "TableData").forEach(row -> rows.add(WireJson.item(row)));
    }
    return new WorkbenchModel(key, indexes, List.copyOf(attributes), rows);
  }

  /** Creates the table and stores the rows in it. */
  TestTable load(Endpoint endpoint) {
    var table = TestTable.create(endpoint, this::shape);
    table.load(rows);
    return table;
  }

  private void shape(CreateTableRequest.Builder request) {
    request
        .attributeDefinitions(attributes.stream().map(TestTable::definition).toList())
        .keySchema(TestTable.schema(key.toArray(String[]::new)));
    if (!indexes.isEmpty()) {
      request.globalSecondaryIndexes(indexes);
    }
  }

  private static GlobalSecondaryIndex index(
      Map<String, @Nullable Object> members, List<String> key) {
    var projection = Json.members(Json.member(members, "Projection"));
    return GlobalSecondaryIndex.builder()
        .indexName((String) Json.member(members, "IndexName"))
        .keySchema(TestTable.schema(key.toArray(String[]::new)))
        .projection(
            Projection.builder()
                .projectionType((String) Json.member(projection, "ProjectionType"))
                .build())
        .build();
  }

  /** The key attributes with their types, such as {@code "PK:S"}. */
  private static List<String> key(Map<String, @Nullable Object> members) {
    var result = new ArrayList<String>();
    var attributes = Json.members(Json.member(members, "KeyAttributes"));
    for (var part : List.of("PartitionKey", "SortKey")) {
      var attribute = attributes.get(part);
      if (attribute != null) {
        var definition = Json.members(attribute);
        result.add(
            Json.member(definition, "AttributeName")
                + ":"
                + Json.member(definition, "AttributeType"));
      }
    }
    return result;
  }

  private static List<Object> list(Map<String, @Nullable Object> members, String name) {
    var value = members.get(name);
    return value == null
        ? List.of()
        : Json.elements(value).stream().map(Objects::requireNonNull).toList();
  }

  private static Map<String, @Nullable Object> document(String file) {
    try {
      return Json.object(
          Files.readString(
              Path.of("src", "test", "resources", "data", "workbench-models", file + ".json")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
