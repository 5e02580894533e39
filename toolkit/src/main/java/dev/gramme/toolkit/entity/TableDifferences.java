package dev.gramme.toolkit.entity;

import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The differences between a schema and an existing table.
 *
 * <p>A difference is breaking if the access patterns of the schema would fail or find the wrong
 * items. An additional index is not: while a new version of a program is deployed, the old version
 * still runs against the table.
 */
final class TableDifferences {
  private final TableSchema schema;
  private final Optional<StreamView> stream;
  private final TableDescription table;
  private final Optional<String> timeToLive;

  /**
   * One difference.
   *
   * @param text the difference, as a sentence without a period
   * @param breaking whether access patterns cannot work with it
   */
  record Difference(String text, boolean breaking) {}

  /**
   * @param stream the stream that the table needs; empty if any stream, or none, will do
   * @param timeToLive the attribute for which time to live is enabled
   */
  TableDifferences(
      TableSchema schema,
      Optional<StreamView> stream,
      TableDescription table,
      Optional<String> timeToLive) {
    this.schema = schema;
    this.stream = stream;
    this.table = table;
    this.timeToLive = timeToLive;
  }

  List<Difference> all() {
    var differences = new ArrayList<Difference>();
    KeySchema key = key(table.keySchema());
    if (!key.equals(schema.key())) {
      differences.add(
          new Difference("the table's key is " + text(key) + ", not " + text(schema.key()), true));
    }
    for (IndexSchema index : schema.indexes()) {
      index(index).ifPresent(text -> differences.add(new Difference(text, true)));
    }
    for (IndexSchema index : indexes()) {
      if (schema.index(index.name()).isEmpty()) {
        differences.add(new Difference(name(index) + " is not in the schema", false));
      }
    }
    if (!timeToLive.equals(schema.timeToLive())) {
      differences.add(
          new Difference(
              "time to live is "
                  + timeToLive.map(name -> "enabled for " + name).orElse("disabled")
                  + ", not "
                  + schema.timeToLive().map(name -> "enabled for " + name).orElse("disabled"),
              schema.timeToLive().isPresent()));
    }
    Optional<StreamView> streamed = stream();
    if (stream.isPresent() && !stream.equals(streamed)) {
      differences.add(
          new Difference(
              "the stream is "
                  + streamed.map(StreamView::name).orElse("disabled")
                  + ", not "
                  + stream.get(),
              true));
    }
    return differences;
  }

  /** The difference of an index of the schema, if there is one. */
  private Optional<String> index(IndexSchema wanted) {
    Optional<IndexSchema> found = found(wanted.name());
    if (found.isEmpty()) {
      return Optional.of(name(wanted) + " is missing");
    }
    IndexSchema index = found.get();
    if (index.kind() != wanted.kind()) {
      return Optional.of(name(index) + " is not " + kind(wanted));
    }
    if (!index.key().equals(schema.keyOf(wanted))) {
      return Optional.of(
          "the key of "
              + name(index)
              + " is "
              + text(index.key())
              + ", not "
              + text(schema.keyOf(wanted)));
    }
    if (!projects(index, wanted)) {
      return Optional.of(
          name(index) + " projects " + projection(index) + ", not " + projection(wanted));
    }
    return status(wanted.name())
        .filter(status -> status != IndexStatus.ACTIVE)
        .map(status -> name(index) + " is not active, but " + status);
  }

  /** The global indexes of the schema that the table lacks. */
  List<IndexSchema> missing() {
    return schema.indexes().stream()
        .filter(index -> index.kind() == Kind.GLOBAL && found(index.name()).isEmpty())
        .toList();
  }

  /** The names of global indexes that are defined in another way than in the schema. */
  List<String> changed() {
    return schema.indexes().stream()
        .filter(index -> found(index.name()).filter(f -> f.kind() == Kind.GLOBAL).isPresent())
        .filter(index -> index(index).isPresent())
        .map(IndexSchema::name)
        .toList();
  }

  /** The names of global indexes that are not in the schema. */
  List<String> additional() {
    return indexes().stream()
        .filter(index -> index.kind() == Kind.GLOBAL && schema.index(index.name()).isEmpty())
        .map(IndexSchema::name)
        .toList();
  }

  /** The differences that no update of the table can remove. */
  List<String> permanent() {
    var texts = new ArrayList<String>();
    if (!key(table.keySchema()).equals(schema.key())) {
      texts.add("the key of a table cannot be changed");
    }
    for (IndexSchema index : schema.indexes()) {
      boolean local =
          index.kind() == Kind.LOCAL
              || found(index.name()).filter(f -> f.kind() == Kind.LOCAL).isPresent();
      if (local) {
        index(index)
            .ifPresent(
                text -> texts.add(text + ", and local indexes can only be created with the table"));
      }
    }
    return texts;
  }

  /** The view type of the table's stream, if it is enabled. */
  Optional<StreamView> stream() {
    return Optional.ofNullable(table.streamSpecification())
        .filter(found -> Boolean.TRUE.equals(found.streamEnabled()))
        .map(found -> StreamView.valueOf(found.streamViewTypeAsString()));
  }

  /** The existing indexes; the key of a local one includes the table's partition key. */
  private List<IndexSchema> indexes() {
    var indexes = new ArrayList<IndexSchema>();
    table
        .globalSecondaryIndexes()
        .forEach(index ->
            indexes.add(
                read(index.indexName(), Kind.GLOBAL, index.keySchema(), index.projection())));
    table
        .localSecondaryIndexes()
        .forEach(index ->
            indexes.add(
                read(index.indexName(), Kind.LOCAL, index.keySchema(), index.projection())));
    return indexes;
  }

  private Optional<IndexSchema> found(String name) {
    return indexes().stream().filter(index -> index.name().equals(name)).findFirst();
  }

  /** The status of a global index; local indexes have none. */
  private Optional<IndexStatus> status(String name) {
    return table.globalSecondaryIndexes().stream()
        .filter(index -> index.indexName().equals(name))
        .map(index -> index.indexStatus())
        .findFirst();
  }

  private IndexSchema read(
      String name, Kind kind, List<KeySchemaElement> key, Projection projection) {
    return new IndexSchema(
        name,
        kind,
        key(key),
        IndexSchema.Projection.valueOf(projection.projectionTypeAsString()),
        projection.nonKeyAttributes());
  }

  private KeySchema key(List<KeySchemaElement> elements) {
    return new KeySchema(attributes(elements, KeyType.HASH), attributes(elements, KeyType.RANGE));
  }

  private List<KeyAttribute> attributes(List<KeySchemaElement> elements, KeyType type) {
    return elements.stream()
        .filter(element -> element.keyType() == type)
        .map(element -> new KeyAttribute(element.attributeName(), type(element.attributeName())))
        .toList();
  }

  private ScalarType type(String attribute) {
    return table.attributeDefinitions().stream()
        .filter(definition -> definition.attributeName().equals(attribute))
        .map(definition -> ScalarType.valueOf(definition.attributeTypeAsString()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(attribute + " is a key without a type"));
  }

  /** Whether an index projects the same attributes as another one, in any order. */
  private static boolean projects(IndexSchema one, IndexSchema other) {
    return one.projection() == other.projection()
        && new HashSet<>(one.projected()).equals(new HashSet<>(other.projected()));
  }

  private static String projection(IndexSchema index) {
    return index.projection()
        + (index.projected().isEmpty()
            ? ""
            : " " + index.projected().stream().sorted().collect(Collectors.joining(", ")));
  }

  private static String name(IndexSchema index) {
    return "the " + kind(index) + " index " + index.name();
  }

  private static String kind(IndexSchema index) {
    return index.kind() == Kind.GLOBAL ? "global" : "local";
  }

  private static String text(KeySchema key) {
    String partition = text(key.partition());
    return key.sort().isEmpty() ? partition : partition + " and " + text(key.sort());
  }

  private static String text(List<KeyAttribute> attributes) {
    return attributes.stream()
        .map(attribute -> attribute.name() + " (" + attribute.type() + ")")
        .collect(Collectors.joining(", "));
  }
}
