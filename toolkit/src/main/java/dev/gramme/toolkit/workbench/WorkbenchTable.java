package dev.gramme.toolkit.workbench;

import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * A table of a model.
 *
 * @param schema keys, indexes and, derived from the facets, entities; a model has no access
 *     patterns
 * @param attributes the attributes besides the key, with their types, in the order of the file
 * @param facets its facets
 * @param items its sample items, if the file stores them by table
 * @param others other members of the file, and those of billing
 */
public record WorkbenchTable(
    TableSchema schema,
    Map<String, String> attributes,
    Optional<List<Facet>> facets,
    Optional<List<Map<String, AttributeValue>>> items,
    Json.Members others) {

  public WorkbenchTable {
    attributes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    facets = facets.map(List::copyOf);
    items = items.map(List::copyOf);
  }

  /**
   * A table of a model, with a facet for each entity.
   *
   * @throws IllegalArgumentException if the schema has local indexes or multi-attribute keys, which
   *     models do not support
   */
  public static WorkbenchTable of(
      TableSchema schema, TableSettings settings, List<Map<String, AttributeValue>> items) {
    rejectUnsupported(schema);
    String partition = schema.key().partition().get(0).name();
    Optional<String> sort = schema.key().sort().stream().findFirst().map(KeyAttribute::name);
    Map<String, String> types = new LinkedHashMap<>();
    keys(schema).forEach(key -> types.put(key.name(), key.type().name()));
    List<Facet> facets = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      List<String> names = new ArrayList<>();
      entity.attributes().forEach(a -> types.putIfAbsent(a.attribute(), a.type()));
      Stream.concat(
              entity.keys().keySet().stream().sorted(),
              entity.attributes().stream().map(EntitySchema.AttributeSchema::attribute))
          .distinct()
          .filter(name -> !name.equals(partition) && sort.filter(name::equals).isEmpty())
          .forEach(names::add);
      facets.add(
          new Facet(
              entity.name(),
              Aliases.alias(entity, partition),
              sort.map(name -> Aliases.alias(entity, name)),
              names,
              Optional.empty(),
              TableWriter.NO_ACCESS));
    }
    types.remove(partition);
    sort.ifPresent(types::remove);
    return new WorkbenchTable(
        schema, types, Optional.of(facets), Optional.of(items), TableWriter.others(settings));
  }

  private static void rejectUnsupported(TableSchema schema) {
    for (IndexSchema index : schema.indexes()) {
      if (index.kind() == IndexSchema.Kind.LOCAL) {
        throw new IllegalArgumentException(
            "models of NoSQL Workbench have no local indexes: " + index.name());
      }
      KeySchema key = index.key();
      if (key.partition().size() > 1 || key.sort().size() > 1) {
        throw new IllegalArgumentException(
            "models of NoSQL Workbench have no multi-attribute keys: " + index.name());
      }
    }
  }

  private static Stream<KeyAttribute> keys(TableSchema schema) {
    return Stream.concat(Stream.of(schema.key()), schema.indexes().stream().map(IndexSchema::key))
        .flatMap(key -> Stream.concat(key.partition().stream(), key.sort().stream()));
  }

  /** The settings of the table in the model. */
  public TableSettings settings() {
    return TableReader.settings(new Node(schema.name(), others));
  }

  /** All sample items, including those of the facets, without duplicate keys. */
  public List<Map<String, AttributeValue>> allItems() {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> byKey = new LinkedHashMap<>();
    Stream.concat(
            items.stream().flatMap(List::stream),
            facets.stream()
                .flatMap(List::stream)
                .flatMap(facet -> facet.items().stream())
                .flatMap(List::stream))
        .forEach(item -> byKey.put(key(item), item));
    return List.copyOf(byKey.values());
  }

  /** Puts all sample items into the table, which must exist. Returns their number. */
  public int load(DynamoDbClient client) {
    List<Map<String, AttributeValue>> all = allItems();
    for (Map<String, AttributeValue> item : all) {
      client.putItem(PutItemRequest.builder().tableName(schema.name()).item(item).build());
    }
    return all.size();
  }

  private Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    var key = new HashMap<>(item);
    Set<String> names = new java.util.HashSet<>();
    schema.key().partition().forEach(attribute -> names.add(attribute.name()));
    schema.key().sort().forEach(attribute -> names.add(attribute.name()));
    key.keySet().retainAll(names);
    return key;
  }
}
