package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.ItemJson;
import dev.gramme.toolkit.json.JsonException;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads a table of a model. */
final class TableReader {
  private static final Set<String> KNOWN =
      Set.of(
          "TableName",
          "KeyAttributes",
          "NonKeyAttributes",
          "TableFacets",
          "GlobalSecondaryIndexes",
          "TableData");
  private static final Set<String> KNOWN_OF_FACETS =
      Set.of("FacetName", "KeyAttributeAlias", "TableData", "NonKeyAttributes");
  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "SS", "NS", "BS", "BOOL", "NULL", "L", "M");

  private TableReader() {}

  static WorkbenchTable table(Node node) {
    String name = node.member("TableName").text();
    KeySchema key = key(node.member("KeyAttributes"));
    Map<String, String> attributes = new LinkedHashMap<>();
    for (Node attribute : node.elements("NonKeyAttributes")) {
      attributes.put(attribute.member("AttributeName").text(), type(attribute));
    }
    List<IndexSchema> indexes =
        node.elements("GlobalSecondaryIndexes").stream().map(TableReader::index).toList();
    Optional<List<Facet>> facets =
        node.optional("TableFacets")
            .map(array -> array.elements().stream().map(TableReader::facet).toList());
    List<EntitySchema> entities =
        facets.filter(list -> !list.isEmpty()).stream()
            .flatMap(List::stream)
            .map(facet -> entity(facet, key, indexes, attributes))
            .toList();
    if (entities.isEmpty()) {
      entities = List.of(entity(whole(name, key, attributes), key, indexes, attributes));
    }
    var schema = new TableSchema(name, key, indexes, Optional.empty(), entities, List.of());
    return new WorkbenchTable(
        schema,
        attributes,
        facets,
        node.optional("TableData").map(TableReader::items),
        node.without(KNOWN));
  }

  /** A table without facets becomes one entity. */
  private static Facet whole(String name, KeySchema key, Map<String, String> attributes) {
    return new Facet(
        name,
        key.partition().get(0).name(),
        key.sort().stream().findFirst().map(KeyAttribute::name),
        List.copyOf(attributes.keySet()),
        Optional.empty(),
        TableWriter.NO_ACCESS);
  }

  private static KeySchema key(Node node) {
    return new KeySchema(
        List.of(keyAttribute(node.member("PartitionKey"))),
        node.optional("SortKey").map(TableReader::keyAttribute).stream().toList());
  }

  private static KeyAttribute keyAttribute(Node node) {
    return new KeyAttribute(
        node.member("AttributeName").text(),
        node.member("AttributeType").constant(ScalarType.class));
  }

  private static String type(Node attribute) {
    Node type = attribute.member("AttributeType");
    if (!TYPES.contains(type.text())) {
      throw type.wrong("is not an attribute type: " + type.text());
    }
    return type.text();
  }

  private static IndexSchema index(Node node) {
    Node projection = node.member("Projection");
    List<String> projected =
        projection.elements("NonKeyAttributes").stream().map(Node::text).toList();
    return new IndexSchema(
        node.member("IndexName").text(),
        IndexSchema.Kind.GLOBAL,
        key(node.member("KeyAttributes")),
        projection.member("ProjectionType").constant(Projection.class),
        projected);
  }

  private static Facet facet(Node node) {
    Node alias = node.member("KeyAttributeAlias");
    return new Facet(
        node.member("FacetName").text(),
        alias.member("PartitionKeyAlias").text(),
        alias.optional("SortKeyAlias").map(Node::text),
        node.elements("NonKeyAttributes").stream().map(Node::text).toList(),
        node.optional("TableData").map(TableReader::items),
        node.without(KNOWN_OF_FACETS));
  }

  private static List<Map<String, AttributeValue>> items(Node array) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    for (Node item : array.elements()) {
      try {
        items.add(ItemJson.item(item.json()));
      } catch (JsonException e) {
        throw new JsonException(item.path() + ": " + e.getMessage());
      }
    }
    return items;
  }

  private static EntitySchema entity(
      Facet facet, KeySchema key, List<IndexSchema> indexes, Map<String, String> types) {
    Map<String, String> keys = new HashMap<>();
    String partition = key.partition().get(0).name();
    keys.put(partition, Aliases.template(facet.partitionAlias(), partition));
    key.sort()
        .forEach(sort ->
            keys.put(
                sort.name(), Aliases.template(facet.sortAlias().orElse(sort.name()), sort.name())));
    Set<String> present = new HashSet<>(keys.keySet());
    present.addAll(facet.attributes());
    Set<String> in = new HashSet<>();
    for (IndexSchema index : indexes) {
      List<KeyAttribute> indexKey = new ArrayList<>(index.key().partition());
      indexKey.addAll(index.key().sort());
      if (indexKey.stream().map(KeyAttribute::name).allMatch(present::contains)) {
        in.add(index.name());
        indexKey.forEach(a -> keys.putIfAbsent(a.name(), "{" + a.name() + "}"));
      }
    }
    List<AttributeSchema> attributes =
        facet.attributes().stream()
            .map(name -> {
              String type = types.getOrDefault(name, "S");
              return new AttributeSchema(name, name, type, type, true, Set.of());
            })
            .toList();
    return new EntitySchema(facet.name(), keys, in, attributes);
  }

  static TableSettings settings(Node others) {
    boolean provisioned =
        others.optional("BillingMode").map(Node::text).filter("PROVISIONED"::equals).isPresent();
    if (!provisioned) {
      return TableSettings.DEFAULT;
    }
    Optional<Node> throughput =
        others
            .optional("ProvisionedCapacitySettings")
            .flatMap(node -> node.optional("ProvisionedThroughput"));
    return TableSettings.DEFAULT.provisioned(
        units(throughput, "ReadCapacityUnits"), units(throughput, "WriteCapacityUnits"));
  }

  private static long units(Optional<Node> throughput, String name) {
    return throughput.flatMap(node -> node.optional(name)).map(Node::number).orElse(1L);
  }
}
