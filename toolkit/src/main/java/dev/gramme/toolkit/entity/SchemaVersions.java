package dev.gramme.toolkit.entity;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The schema versions of an entity.
 *
 * @param steps the conversions from each older version to the next, starting with version 1
 */
record SchemaVersions(List<UnaryOperator<Map<String, AttributeValue>>> steps) {
  /** The attribute with the version of an item; items of version 1 do not have it. */
  static final String ATTRIBUTE = "SCHEMA";

  /** An entity whose schema has never changed. */
  static final SchemaVersions ONLY = new SchemaVersions(List.of());

  SchemaVersions {
    steps = List.copyOf(steps);
  }

  private int current() {
    return steps.size() + 1;
  }

  void mark(Map<String, AttributeValue> item) {
    if (current() > 1) {
      item.put(ATTRIBUTE, AttributeValue.fromN(Integer.toString(current())));
    }
  }

  /** The condition that an item has the current version. */
  Expression isCurrent() {
    Map<String, String> names = Map.of("#0schema", ATTRIBUTE);
    return current() == 1
        ? Expression.of("attribute_not_exists(#0schema)", names)
        : Expression.of("#0schema = :0schema", names)
            .with(":0schema", AttributeValue.fromN(Integer.toString(current())));
  }

  /** The refusal of an update if an existing item has another version than the current one. */
  Optional<ItemOutdated> refusal(String entity, Map<String, AttributeValue> item) {
    return version(item) == current()
        ? Optional.empty()
        : Optional.of(new ItemOutdated(entity, version(item), current()));
  }

  private static int version(Map<String, AttributeValue> item) {
    @Nullable AttributeValue marked = item.get(ATTRIBUTE);
    if (marked != null && marked.n() == null) {
      throw new ItemUnreadable(ATTRIBUTE, "the schema version is not a number", null);
    }
    return marked == null ? 1 : Integer.parseInt(marked.n());
  }

  /**
   * Converts the attributes to the current version.
   *
   * @throws ItemUnreadable if the item has a newer version, which a newer program has written
   */
  Map<String, AttributeValue> upcast(Map<String, AttributeValue> item) {
    int version = version(item);
    if (version > current()) {
      throw new ItemUnreadable(
          ATTRIBUTE, "version " + version + " is newer than " + current(), null);
    }
    if (version == current()) {
      return item;
    }
    Map<String, AttributeValue> attributes = new LinkedHashMap<>(item);
    for (int from = version; from < current(); from++) {
      attributes = new LinkedHashMap<>(steps.get(from - 1).apply(attributes));
    }
    return attributes;
  }
}
