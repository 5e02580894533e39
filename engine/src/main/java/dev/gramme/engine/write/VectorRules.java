package dev.gramme.engine.write;

import dev.gramme.engine.index.Vectors;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeyCodec;
import dev.gramme.model.Limits;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import org.jspecify.annotations.Nullable;

/**
 * Checks written items against vector indexes: a vector, if present, must have the dimensions of
 * the index, and the attributes of the search schema must have their types. An item without a
 * vector or a HASH value is not indexed. The texts were observed on the service in August 2026.
 */
final class VectorRules {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String INVALID_VECTOR = "One or more parameter values were invalid. ";

  private VectorRules() {}

  /**
   * Checks an item.
   *
   * @param before the item before an update: attributes that the update does not change are not
   *     checked
   */
  static void check(TableDefinition table, Item item, @Nullable Item before) {
    for (VectorIndex index : table.vectorIndexes()) {
      if (index.status() != GlobalIndex.Status.DELETING) {
        check(index, item, before);
      }
    }
  }

  private static void check(VectorIndex index, Item item, @Nullable Item before) {
    AttributeValue vector = changed(index.attribute(), item, before);
    if (vector != null) {
      checkVector(index, vector);
    }
    for (KeyAttribute attribute : index.schema()) {
      AttributeValue value = changed(attribute.name(), item, before);
      if (value != null && value.type() != attribute.type()) {
        throw mismatch(index, attribute.name(), attribute.type(), value);
      }
    }
    KeyAttribute hash = index.hash();
    AttributeValue value = hash == null ? null : changed(hash.name(), item, before);
    if (hash != null && value != null) {
      checkHash(index, hash.name(), value, before != null);
    }
  }

  private static @Nullable AttributeValue changed(String name, Item item, @Nullable Item before) {
    AttributeValue value = item.get(name);
    return value == null || (before != null && value.equals(before.get(name))) ? null : value;
  }

  private static void checkVector(VectorIndex index, AttributeValue vector) {
    if (!(vector instanceof AttributeValue.L(var elements))) {
      throw ApiError.validation(
          INVALID_VECTOR
              + "Invalid type for parameter "
              + index.attribute()
              + ", Expected: 32-bit floating point number list IndexName: "
              + index.name());
    }
    if (elements.size() != index.dimensions()) {
      throw ApiError.validation(
          INVALID_VECTOR
              + "Invalid size for parameter "
              + index.attribute()
              + ", Expected: "
              + index.dimensions()
              + ", Actual: "
              + elements.size()
              + " IndexName: "
              + index.name());
    }
    if (Vectors.of(elements) == null) {
      int wrong = 0;
      while (Vectors.of(elements.subList(wrong, wrong + 1)) != null) {
        wrong++;
      }
      throw invalidElement(index, wrong, elements.get(wrong));
    }
  }

  private static ApiError invalidElement(VectorIndex index, int number, AttributeValue element) {
    String parameter = " for parameter " + index.attribute() + "[" + number + "], ";
    return ApiError.validation(
        INVALID_VECTOR
            + (element instanceof AttributeValue.N(var value)
                ? "Invalid value"
                    + parameter
                    + "Value: "
                    + value
                    + " is outside valid range [-3.4028235E38, 3.4028235E38]"
                : "Invalid type"
                    + parameter
                    + "Expected: 32-bit floating point number, Actual: "
                    + element.type())
            + ". IndexName: "
            + index.name());
  }

  private static void checkHash(
      VectorIndex index, String name, AttributeValue value, boolean update) {
    int size = KeyCodec.sizeBytes(value);
    if (size == 0 && update) {
      throw KeyRules.emptyByUpdate(value);
    }
    if (size == 0) {
      throw ApiError.validation(
          "One or more parameter values are not valid. A value specified for a secondary index key"
              + " is not supported. The AttributeValue for a key attribute cannot contain an empty "
              + (value.type() == AttributeType.B ? "binary" : "string")
              + " value. IndexName: "
              + index.name()
              + ", IndexKey: "
              + name);
    }
    if (size > Limits.PARTITION_KEY_BYTES) {
      throw ApiError.validation(
          INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes");
    }
  }

  private static ApiError mismatch(
      VectorIndex index, String name, AttributeType expected, AttributeValue actual) {
    return ApiError.validation(
        INVALID_VECTOR
            + "Attribute '"
            + name
            + "' type mismatch. Expected: "
            + expected
            + ", Actual: "
            + actual.type()
            + ". IndexName: "
            + index.name());
  }
}
