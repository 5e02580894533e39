package dev.gramme.engine.write;

import dev.gramme.expression.Update;
import dev.gramme.expression.UpdateAction;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.KeySchema;
import dev.gramme.model.Limits;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks keys and index keys against the schema, with the service's messages in its order. */
public final class KeyRules {
  /** The text for a key that does not match the table's key schema. */
  public static final String MISMATCH = "The provided key element does not match the schema";

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String WRONG_TYPE =
      "The update expression attempted to update the secondary index key to unsupported type";
  private static final String NOT_VALID = "One or more parameter values are not valid. ";

  private KeyRules() {}

  /**
   * Checks the key of a Get, Update, Delete or ConditionCheck: exactly the key attributes, all well
   * formed.
   */
  public static void checkKey(TableDefinition table, Item key) {
    KeySchema schema = table.key();
    if (key.size() != schema.hash().size() + schema.range().size() || !schema.isIn(key)) {
      throw ApiError.validation(MISMATCH);
    }
    checkValues(schema, key);
  }

  /**
   * Rejects empty values in a key, whatever the schema: transactions check them before they look up
   * their tables.
   */
  public static void checkNotEmpty(Item key) {
    key.attributes().forEach(KeyRules::checkNotEmpty);
  }

  /** Checks the key attributes of an item to be put. */
  public static void checkItemKey(TableDefinition table, Item item, boolean batch) {
    checkItemKey(table.key().hash(), item, batch);
    checkItemKey(table.key().range(), item, batch);
    checkValues(table.key(), item);
  }

  private static void checkItemKey(List<KeyAttribute> attributes, Item item, boolean batch) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = item.get(attribute.name());
      if (value != null && value.type() == attribute.type()) {
        continue;
      }
      if (batch) {
        throw ApiError.validation(MISMATCH);
      }
      throw ApiError.validation(
          value == null
              ? INVALID + "Missing the key " + attribute.name() + " in the item"
              : INVALID
                  + "Type mismatch for key "
                  + attribute.name()
                  + " expected: "
                  + attribute.type()
                  + " actual: "
                  + value.type());
    }
  }

  /** Checks the sizes of key values that have the right types. */
  public static void checkValues(KeySchema schema, Item values) {
    checkNotEmpty(schema, values);
    checkSizes(schema, values);
  }

  /** Rejects empty values of key attributes. */
  static void checkNotEmpty(KeySchema schema, Item values) {
    checkNotEmpty(schema.hash(), values);
    checkNotEmpty(schema.range(), values);
  }

  private static void checkNotEmpty(List<KeyAttribute> attributes, Item values) {
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = values.get(attribute.name());
      if (value != null) {
        checkNotEmpty(attribute.name(), value);
      }
    }
  }

  private static void checkNotEmpty(String attribute, AttributeValue value) {
    if (isEmpty(value)) {
      throw ApiError.validation(NOT_VALID + emptyKey(value) + " Key: " + attribute);
    }
  }

  /** Checks the sizes of key values that have the right types; some may be absent. */
  public static void checkSizes(KeySchema schema, Item values) {
    checkHashSize(schema, values);
    checkRangeSize(schema, values);
  }

  private static void checkHashSize(KeySchema schema, Item values) {
    if (sizeBytes(schema.hash(), values) > Limits.PARTITION_KEY_BYTES) {
      throw ApiError.validation(
          INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    }
  }

  private static void checkRangeSize(KeySchema schema, Item values) {
    if (sizeBytes(schema.range(), values) > Limits.SORT_KEY_BYTES) {
      throw ApiError.validation(
          INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
    }
  }

  private static int sizeBytes(List<KeyAttribute> attributes, Item values) {
    int size = 0;
    for (KeyAttribute attribute : attributes) {
      AttributeValue value = values.get(attribute.name());
      size += value == null ? 0 : KeyCodec.sizeBytes(value);
    }
    return size;
  }

  /**
   * Checks that the index key attributes of an item have the right types, are not empty and not too
   * large.
   *
   * @param update the update expression that made the item, null for a put
   * @param before the item before an update: attributes that the update does not change are not
   *     checked
   */
  public static void checkIndexKeys(
      TableDefinition table, Item item, @Nullable Update update, @Nullable Item before) {
    if (table.localIndexes().isEmpty() && table.globalIndexes().isEmpty()) {
      return;
    }
    for (SecondaryIndex index : readableByName(table)) {
      for (KeyAttribute attribute : index.key().attributes()) {
        AttributeValue value = item.get(attribute.name());
        if (value == null
            || (update != null && before != null && value.equals(before.get(attribute.name())))) {
          continue;
        }
        checkIndexKey(index, attribute, value, update != null);
      }
      if (index.key().isIn(item)) {
        if (update == null || before == null || changes(index.key().hash(), before, item)) {
          checkHashSize(index.key(), item);
        }
        if (update == null || before == null || changes(index.key().range(), before, item)) {
          checkRangeSize(index.key(), item);
        }
      }
    }
  }

  private static boolean changes(List<KeyAttribute> attributes, Item before, Item after) {
    return attributes.stream()
        .map(KeyAttribute::name)
        .anyMatch(name -> !Objects.equals(before.get(name), after.get(name)));
  }

  private static void checkIndexKey(
      SecondaryIndex index, KeyAttribute attribute, AttributeValue value, boolean byUpdate) {
    if (value.type() != attribute.type()) {
      throw byUpdate
          ? ApiError.validation(WRONG_TYPE)
          : indexMismatch(index, attribute, value.type());
    }
    if (isEmpty(value)) {
      throw byUpdate ? emptyByUpdate(value) : emptyIndexKey(index, attribute, value);
    }
  }

  private static ApiError indexMismatch(
      SecondaryIndex index, KeyAttribute attribute, AttributeType actual) {
    return ApiError.validation(
        INVALID
            + "Type mismatch for Index Key "
            + attribute.name()
            + " Expected: "
            + attribute.type()
            + " Actual: "
            + actual
            + " IndexName: "
            + index.name());
  }

  private static ApiError emptyIndexKey(
      SecondaryIndex index, KeyAttribute attribute, AttributeValue value) {
    return ApiError.validation(
        NOT_VALID
            + "A value specified for a secondary index key is not supported. "
            + emptyKey(value)
            + " IndexName: "
            + index.name()
            + ", IndexKey: "
            + attribute.name());
  }

  static ApiError emptyByUpdate(AttributeValue value) {
    return ApiError.validation(
        NOT_VALID
            + "The update expression attempted to update a secondary index key to a value that is"
            + " not supported. "
            + emptyKey(value));
  }

  /** Rejects empty values of index key attributes in an item to be put. */
  static void checkIndexKeysNotEmpty(TableDefinition table, Item item) {
    for (SecondaryIndex index : readableByName(table)) {
      for (KeyAttribute attribute : index.key().attributes()) {
        AttributeValue value = item.get(attribute.name());
        if (value != null && value.type() == attribute.type() && isEmpty(value)) {
          throw emptyIndexKey(index, attribute, value);
        }
      }
    }
  }

  /** Rejects empty values for index key attributes in the update expression itself. */
  static void checkIndexKeysNotEmpty(TableDefinition table, Update update) {
    for (SecondaryIndex index : readableByName(table)) {
      for (UpdateAction action : update.actions()) {
        AttributeValue value = action.fixedValue();
        if (value != null
            && action.path().isTopLevel()
            && index.key().contains(action.path().attribute())
            && isEmpty(value)) {
          throw emptyByUpdate(value);
        }
      }
    }
  }

  /** Rejects wrong types for index key attributes in the update expression itself. */
  static void checkIndexKeyTypes(TableDefinition table, Update update) {
    for (SecondaryIndex index : readableByName(table)) {
      for (KeyAttribute attribute : index.key().attributes()) {
        for (UpdateAction action : update.actions()) {
          AttributeType type = action.fixedType();
          if (type != null
              && type != attribute.type()
              && action.path().isTopLevel()
              && action.path().attribute().equals(attribute.name())) {
            throw indexMismatch(index, attribute, type);
          }
        }
      }
    }
  }

  /**
   * Checks that an update does not change the key, and does not address key attributes as
   * documents.
   */
  public static void checkPaths(TableDefinition table, Update update) {
    for (DocumentPath path : update.paths()) {
      if (table.key().contains(path.attribute())) {
        throw ApiError.validation(
            path.isTopLevel()
                ? INVALID
                    + "Cannot update attribute "
                    + path.attribute()
                    + ". This attribute is part of the key"
                : scalarOnly("Key", path.attribute()));
      }
    }
    for (DocumentPath path : update.paths()) {
      if (!path.isTopLevel() && isIndexKey(table, path.attribute())) {
        throw ApiError.validation(scalarOnly("IndexKey", path.attribute()));
      }
    }
  }

  private static boolean isIndexKey(TableDefinition table, String attribute) {
    return byName(table).stream().anyMatch(index -> index.key().contains(attribute));
  }

  private static String scalarOnly(String what, String attribute) {
    return "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
        + " allowed: "
        + what
        + ": "
        + attribute;
  }

  /**
   * The indexes that writes maintain, ordered by name, because the error names the first invalid
   * index.
   */
  private static List<SecondaryIndex> byName(TableDefinition table) {
    var indexes = new ArrayList<SecondaryIndex>(table.localIndexes());
    for (GlobalIndex index : table.globalIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        indexes.add(index);
      }
    }
    indexes.sort(Comparator.comparing(SecondaryIndex::name));
    return indexes;
  }

  /**
   * Without indexes that are being built: an item that does not fit such an index is not indexed.
   */
  private static List<SecondaryIndex> readableByName(TableDefinition table) {
    if (table.localIndexes().isEmpty() && table.globalIndexes().isEmpty()) {
      return List.of();
    }
    var indexes = byName(table);
    // Observed on the service in October 2026.
    indexes.removeIf(index -> index instanceof GlobalIndex global && !global.isReadable());
    return indexes;
  }

  private static boolean isEmpty(AttributeValue value) {
    return switch (value) {
      case AttributeValue.S s -> s.value().isEmpty();
      case AttributeValue.B b -> b.value().length() == 0;
      default -> false;
    };
  }

  private static String emptyKey(AttributeValue value) {
    return "The AttributeValue for a key attribute cannot contain an empty "
        + (value.type() == AttributeType.B ? "binary" : "string")
        + " value.";
  }
}
