package dev.gramme.api.updatetable;

import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.VectorIndexRules;
import dev.gramme.api.table.VectorIndexShapes.DeleteShape;
import dev.gramme.api.table.VectorIndexShapes.UpdateShape;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.engine.catalog.Numbers;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The actions of VectorIndexUpdates and their rules, the counterpart of {@link IndexActions}. Texts
 * follow those of global indexes, with which vector indexes share the one slot for creations and
 * deletions (November 2026).
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

  /** What can be said without looking at the table. */
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

  /** The indexes that the actions are about, one for each action. */
  List<String> names() {
    var names = new ArrayList<String>();
    creates.forEach(create -> names.add(create.require(VectorIndexShape.INDEX_NAME)));
    names.addAll(deletes);
    return names;
  }

  /** How many indexes come or go. */
  int count() {
    return creates.size() + deletes.size();
  }

  /** The attributes of the search schemas of new indexes. */
  List<String> schemaNames() {
    return creates.stream().flatMap(c -> VectorIndexRules.schemaNames(c).stream()).toList();
  }

  /** Whether the actions fit the table. */
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
    if (!creates.isEmpty() || !table.vectorIndexes().isEmpty()) {
      VectorIndexRules.checkBilling(mode);
    }
  }

  /** The search schemas' attributes must be in the request, even if the table defines them. */
  void checkDefined(Structure input) {
    var types =
        KeySchemaRules.types(input.getOrDefault(UpdateTableShape.ATTRIBUTE_DEFINITIONS, List.of()));
    if (!types.keySet().containsAll(schemaNames())) {
      throw InvalidParameters.of(
          "One element in SearchSchema is not defined in attribute definitions");
    }
  }

  /** The indexes with new ones; those that go stay until their deletion is over. */
  List<VectorIndex> apply(
      TableDefinition table, Map<String, AttributeType> types, Numbers numbers) {
    var indexes = new ArrayList<>(table.vectorIndexes());
    for (Structure create : creates) {
      VectorIndexRules.checkShape(create, table.key().names(), types);
      indexes.add(
          VectorIndexRules.index(
              create, types, numbers.next(), GlobalIndex.Status.CREATING, false));
    }
    VectorIndexRules.checkDimensions(indexes);
    if (indexes.size() > VectorIndexRules.VECTOR_INDEXES) {
      throw ApiError.of(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Number of vector indexes exceeds per-table limit of "
              + VectorIndexRules.VECTOR_INDEXES);
    }
    return indexes;
  }
}
