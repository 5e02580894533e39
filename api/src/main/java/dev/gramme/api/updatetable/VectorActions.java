package dev.gramme.api.updatetable;

import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.api.table.VectorIndexRules;
import dev.gramme.api.table.VectorIndexShapes.DeleteShape;
import dev.gramme.api.table.VectorIndexShapes.UpdateShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.engine.catalog.InUseErrors;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The actions of VectorIndexUpdates and their rules, the counterpart of {@link IndexActions}.
 * Vector indexes and global indexes share the single slot for creations and deletions (August
 * 2026).
 */
record VectorActions(List<Structure> creates, List<String> deletes) {

  /** The actions of a request whose elements have passed the rules. */
  static VectorActions of(Structure input) {
    var creates = new ArrayList<Structure>();
    var deletes = new ArrayList<String>();
    for (Structure element : updates(input)) {
      Structure create = element.get(UpdateShape.CREATE);
      Structure delete = element.get(UpdateShape.DELETE);
      if (create != null) {
        creates.add(create);
      } else if (delete != null) {
        deletes.add(delete.require(DeleteShape.INDEX_NAME));
      }
    }
    return new VectorActions(creates, deletes);
  }

  /** The rules that do not depend on the table. */
  static void checkElements(Structure input) {
    if (!input.has(UpdateTableShape.VECTOR_INDEX_UPDATES)) {
      return;
    }
    if (updates(input).isEmpty()) {
      throw InvalidParameters.of("List of VectorIndexUpdates is empty");
    }
    for (Structure update : updates(input)) {
      boolean create = update.has(UpdateShape.CREATE);
      boolean delete = update.has(UpdateShape.DELETE);
      if (!create && !delete) {
        throw InvalidParameters.of(
            "One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null");
      }
      if (create && delete) {
        throw InvalidParameters.of(
            "Only one vector index action is allowed per VectorIndexUpdate object");
      }
    }
  }

  private static List<Structure> updates(Structure input) {
    return input.getOrDefault(UpdateTableShape.VECTOR_INDEX_UPDATES, List.of());
  }

  /** The names of the indexes, one for each action. */
  List<String> names() {
    var names = new ArrayList<String>();
    creates.forEach(create -> names.add(create.require(VectorIndexShape.INDEX_NAME)));
    names.addAll(deletes);
    return names;
  }

  /** The number of indexes to create or delete. */
  int count() {
    return creates.size() + deletes.size();
  }

  /** The attributes of the search schemas of new indexes. */
  List<String> schemaNames() {
    return creates.stream().flatMap(c -> VectorIndexRules.schemaNames(c).stream()).toList();
  }

  /**
   * Refuses another billing mode than on demand while a table has vector indexes, including those
   * that are being deleted.
   */
  static void checkMode(TableDefinition table, BillingMode mode) {
    if (mode != BillingMode.PAY_PER_REQUEST && !table.vectorIndexes().isEmpty()) {
      throw InvalidParameters.of("Tables with vector indexes must be in PAY_PER_REQUEST mode");
    }
  }

  /** Checks that the actions are valid for the table. */
  void check(TableDefinition table, BillingMode mode) {
    Set<String> seen = new HashSet<>();
    for (String name : names()) {
      if (!seen.add(name)) {
        throw InvalidParameters.of(
            "Only one vector index update per index is allowed simultaneously. Index: " + name);
      }
    }
    for (Structure create : creates) {
      String name = create.require(VectorIndexShape.INDEX_NAME);
      if (table
          .vectorIndex(name)
          .filter(index -> index.status() == GlobalIndex.Status.CREATING)
          .isPresent()) {
        // The service's text has two spaces here (August 2026).
        throw InUseErrors.of("Index is being created.  Table: " + table.name() + " Index: " + name);
      }
      if (table.index(name).isPresent() || table.vectorIndex(name).isPresent()) {
        throw ApiError.validation("Attempting to create an index which already exists");
      }
    }
    for (String name : deletes) {
      if (table.vectorIndex(name).isEmpty()) {
        throw ApiError.of(
            ErrorType.RESOURCE_NOT_FOUND,
            "Requested resource not found: Index " + name + " for table " + table.name());
      }
    }
    if (!creates.isEmpty()) {
      VectorIndexRules.checkBilling(mode);
    }
    creates.forEach(create -> checkKey(create, table));
  }

  /** Refuses a key attribute of the table as a vector attribute: the types would differ. */
  private static void checkKey(Structure create, TableDefinition table) {
    String attribute = VectorIndexRules.attribute(create);
    for (KeyAttribute key : table.key().attributes()) {
      if (key.name().equals(attribute)) {
        String type = table.key().hash().contains(key) ? "HASH" : "RANGE";
        throw redefined(
            "Schema:[SchemaElement: key{" + attribute + ":" + key.type() + ":" + type + "}]",
            vectorSchema(attribute, create.require(VectorIndexShape.DIMENSIONS)));
      }
    }
  }

  /** Refuses a vector attribute as a key of a new global index. */
  static void checkKeys(List<Structure> creates, TableDefinition table, Structure input) {
    var types =
        KeySchemaRules.types(input.getOrDefault(UpdateTableShape.ATTRIBUTE_DEFINITIONS, List.of()));
    for (Structure create : creates) {
      for (Structure element : create.require(GlobalSecondaryIndex.KEY_SCHEMA)) {
        String attribute = element.require(KeySchemaElement.ATTRIBUTE_NAME);
        for (VectorIndex vector : table.vectorIndexes()) {
          if (vector.attribute().equals(attribute)) {
            throw redefined(
                vectorSchema(attribute, vector.dimensions()),
                "Schema:[SchemaElement: key{"
                    + attribute
                    + ":"
                    + types.get(attribute)
                    + ":"
                    + element.require(KeySchemaElement.KEY_TYPE)
                    + "}]");
          }
        }
      }
    }
  }

  private static String vectorSchema(String attribute, long dimensions) {
    return "VectorIndexSchema:[VectorAttribute: key{" + attribute + ":L:" + dimensions + "}]";
  }

  private static ApiError redefined(String existing, String requested) {
    return InvalidParameters.of(
        "Attributes cannot be redefined. Please check that your attribute has the same type as"
            + " previously defined. Existing schema: "
            + existing
            + " New schema: "
            + requested);
  }

  /**
   * The request must define the attributes of search schemas, even if the table already defines
   * them.
   */
  void checkDefined(Structure input) {
    var types =
        KeySchemaRules.types(input.getOrDefault(UpdateTableShape.ATTRIBUTE_DEFINITIONS, List.of()));
    VectorIndexRules.checkNotDefined(creates, types);
    if (!types.keySet().containsAll(schemaNames())) {
      throw InvalidParameters.of(
          "One element in SearchSchema is not defined in attribute definitions");
    }
  }

  /** The indexes after the update; deleted indexes stay until their deletion is complete. */
  List<VectorIndex> apply(
      TableDefinition table, Map<String, AttributeType> types, TableNumberAllocator numbers) {
    var indexes = new ArrayList<>(table.vectorIndexes());
    for (Structure create : creates) {
      VectorIndexRules.checkShape(create, types);
      indexes.add(
          VectorIndexRules.index(
              create, types, numbers.next(), GlobalIndex.Status.CREATING, false));
    }
    VectorIndexRules.checkDimensions(indexes);
    if (indexes.size() > VectorIndexRules.VECTOR_INDEXES) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit"
              + " of "
              + VectorIndexRules.VECTOR_INDEXES);
    }
    return indexes;
  }
}
