package dev.gramme.api.table;

import dev.gramme.api.table.TableShapes.AttributeDefinition;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.wire.Structure;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of AttributeDefinitions and KeySchema. */
public final class KeySchemaRules {
  private static final int GLOBAL_KEY_ATTRIBUTES = 4;

  private KeySchemaRules() {}

  /** The types by attribute, in the order of the request. */
  public static Map<String, AttributeType> types(List<Structure> definitions) {
    var types = LinkedHashMap.<String, AttributeType>newLinkedHashMap(definitions.size());
    for (Structure definition : definitions) {
      String name = definition.require(AttributeDefinition.ATTRIBUTE_NAME);
      var type = AttributeType.valueOf(definition.require(AttributeDefinition.ATTRIBUTE_TYPE));
      if (types.put(name, type) != null) {
        // It is uncertain whether this is the service's very first check (October 2026).
        throw ApiError.validation("Attribute Name is duplicated: " + name);
      }
    }
    return types;
  }

  /** The key attributes of a schema, in its order. */
  public static List<String> names(List<Structure> schema) {
    return schema.stream().map(e -> e.require(KeySchemaElement.ATTRIBUTE_NAME)).toList();
  }

  /** Checks that every key attribute has a definition. */
  public static void checkDefined(List<String> keys, Map<String, AttributeType> types) {
    if (!types.keySet().containsAll(keys)) {
      throw InvalidParameters.of(
          "Some index key attributes are not defined in AttributeDefinitions. Keys: "
              + keys
              + ", AttributeDefinitions: "
              + types.keySet());
    }
  }

  /** The key of a table or a local index: HASH, then perhaps RANGE. */
  public static void checkOrder(List<Structure> schema) {
    if (new HashSet<>(names(schema)).size() < schema.size()) {
      throw ApiError.validation(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    if (!isHash(schema.getFirst())) {
      throw ApiError.validation(
          "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }
    if (schema.size() > 1 && isHash(schema.get(1))) {
      throw ApiError.validation(
          "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    }
  }

  /** The key of a global index: up to four HASH attributes, then up to four RANGE attributes. */
  public static void checkGlobalOrder(List<Structure> schema) {
    long hash = schema.stream().filter(KeySchemaRules::isHash).count();
    if (schema.size() == 2 && hash == 1) {
      checkOrder(schema);
    }
    if (!isHash(schema.getFirst())) {
      throw ApiError.validation(
          "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }
    if (new HashSet<>(names(schema)).size() < schema.size()) {
      throw ApiError.validation(
          "The KeySchema contains multiple key attributes with the same name");
    }
    if (hash > GLOBAL_KEY_ATTRIBUTES) {
      throw tooMany("HASH");
    }
    if (schema.size() - hash > GLOBAL_KEY_ATTRIBUTES) {
      throw tooMany("RANGE");
    }
    if (!schema.stream().limit(hash).allMatch(KeySchemaRules::isHash)) {
      throw InvalidParameters.of(
          "All HASH key attributes must precede RANGE key attributes in the KeySchema");
    }
  }

  /** No attribute of an existing key has another type in a new one. */
  public static void checkSameTypes(KeySchema existing, KeySchema added) {
    for (KeyAttribute old : attributes(existing)) {
      for (KeyAttribute attribute : attributes(added)) {
        if (attribute.name().equals(old.name()) && attribute.type() != old.type()) {
          throw InvalidParameters.of(
              "Attributes cannot be redefined. Please check that your attribute has the same type"
                  + " as previously defined. Existing schema: "
                  + shown(existing)
                  + " New schema: "
                  + shown(added));
        }
      }
    }
  }

  private static List<KeyAttribute> attributes(KeySchema key) {
    return Stream.concat(key.hash().stream(), key.range().stream()).toList();
  }

  /** Formats a key as the service does; how it joins several attributes was not observed (2026). */
  private static String shown(KeySchema key) {
    return Stream.concat(
            key.hash().stream().map(attribute -> shown(attribute, "HASH")),
            key.range().stream().map(attribute -> shown(attribute, "RANGE")))
        .collect(Collectors.joining(", ", "Schema:[", "]"));
  }

  private static String shown(KeyAttribute attribute, String keyType) {
    return "SchemaElement: key{" + attribute.name() + ":" + attribute.type() + ":" + keyType + "}";
  }

  private static ApiError tooMany(String keyType) {
    return InvalidParameters.of(
        "The KeySchema exceeds the maximum allowed number of " + keyType + " key attributes");
  }

  /** The schema of a key that has passed the rules. */
  public static KeySchema schema(List<Structure> schema, Map<String, AttributeType> types) {
    return new KeySchema(attributes(schema, true, types), attributes(schema, false, types));
  }

  private static List<KeyAttribute> attributes(
      List<Structure> schema, boolean hash, Map<String, AttributeType> types) {
    return names(schema.stream().filter(element -> isHash(element) == hash).toList()).stream()
        .map(name -> new KeyAttribute(name, type(types, name)))
        .toList();
  }

  private static AttributeType type(Map<String, AttributeType> types, String name) {
    AttributeType type = types.get(name);
    if (type == null) {
      throw new IllegalStateException("key attribute without a definition");
    }
    return type;
  }

  private static boolean isHash(Structure element) {
    return element.require(KeySchemaElement.KEY_TYPE).equals("HASH");
  }
}
