package dev.gramme.api.createtable;

import dev.gramme.api.Caller;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.IndexRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.ProjectionRules;
import dev.gramme.api.table.TableClassRules;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.KeySchemaElement;
import dev.gramme.api.table.TableShapes.LocalSecondaryIndex;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.TagRules;
import dev.gramme.api.table.ThroughputRules;
import dev.gramme.api.table.ThroughputRules.OfIndex;
import dev.gramme.api.table.ThroughputRules.OfTable;
import dev.gramme.api.table.Unsupported;
import dev.gramme.api.table.VectorIndexRules;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules that CreateTable applies after the constraints, in the service's order (October 2026).
 */
final class CreateTableRules {
  private static final int LOCAL_INDEXES = 5;

  private final Structure input;
  private final Caller caller;
  private final List<Structure> key;
  private final @Nullable List<Structure> local;
  private final @Nullable List<Structure> global;
  private final @Nullable List<Structure> vectors;

  private CreateTableRules(Structure input, Caller caller) {
    this.input = input;
    this.caller = caller;
    this.key = input.require(CreateTableShape.KEY_SCHEMA);
    this.local = input.get(CreateTableShape.LOCAL_INDEXES);
    this.global = input.get(CreateTableShape.GLOBAL_INDEXES);
    this.vectors = input.get(CreateTableShape.VECTOR_INDEXES);
  }

  /**
   * Checks a request.
   *
   * @return the attribute definitions
   */
  static Map<String, AttributeType> check(Structure input, Caller caller) {
    return new CreateTableRules(input, caller).check();
  }

  /** The billing mode of the request. */
  static BillingMode billingMode(Structure input) {
    return BillingMode.valueOf(input.getOrDefault(CreateTableShape.BILLING_MODE, "PROVISIONED"));
  }

  private Map<String, AttributeType> check() {
    checkName();
    Unsupported.refuseAccounts(input, CreateTableShape.OTHER_ACCOUNTS);
    checkBilling();
    var types = KeySchemaRules.types(input.require(CreateTableShape.ATTRIBUTE_DEFINITIONS));
    if (types.size() < key.size()) {
      throw ApiError.validation("Invalid KeySchema: Some index key attribute have no definition");
    }
    KeySchemaRules.checkDefined(KeySchemaRules.names(key), types);
    KeySchemaRules.checkOrder(key);
    VectorIndexRules.checkNotDefined(orNone(vectors), types);
    checkIndexKeys(types);
    checkAllUsed(types);
    Set<String> names = new HashSet<>();
    checkLocalIndexes(names);
    checkGlobalIndexes(names);
    checkVectorIndexes(types, names);
    checkProjections();
    checkStream();
    EncryptionRules.check(input.get(CreateTableShape.SSE));
    TableClassRules.check(input.get(CreateTableShape.TABLE_CLASS));
    var tags = TagRules.tags(input.getOrDefault(CreateTableShape.TAGS, List.of()));
    TagRules.checkAll(tags);
    return types;
  }

  private void checkName() {
    if (!input.has(CreateTableShape.TABLE_NAME)) {
      throw ApiError.validation(
          "The parameter 'TableName' is required but was not present in the request");
    }
  }

  private void checkBilling() {
    Structure throughput = input.get(CreateTableShape.PROVISIONED_THROUGHPUT);
    if (billingMode(input) == BillingMode.PAY_PER_REQUEST) {
      if (throughput != null) {
        throw InvalidParameters.of(
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                + " PAY_PER_REQUEST");
      }
    } else {
      if (throughput == null) {
        throw InvalidParameters.of(
            "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                + " PROVISIONED");
      }
      ThroughputRules.checkBounds(throughput, new OfTable());
    }
    for (Structure index : orNone(global)) {
      Structure units = index.get(GlobalSecondaryIndex.PROVISIONED_THROUGHPUT);
      if (units != null) {
        String name = index.require(GlobalSecondaryIndex.INDEX_NAME);
        ThroughputRules.checkBounds(units, new OfIndex(name));
      }
    }
    if (throughput != null) {
      ThroughputRules.checkMaximum(throughput, new OfTable(), caller);
    }
    Structure ceilings = input.get(CreateTableShape.ON_DEMAND);
    if (ceilings != null && billingMode(input) == BillingMode.PROVISIONED) {
      CeilingRules.refuseCeilings(ceilings, "", "table BillingMode is PROVISIONED.");
    }
    CeilingRules.checkMaximum(
        ceilings, input.get(CreateTableShape.WARM), CeilingRules.FOR_TABLE, caller);
  }

  /**
   * The service checks the keys of all indexes before the other properties of indexes (October
   * 2026).
   */
  private void checkIndexKeys(Map<String, AttributeType> types) {
    for (Structure index : orNone(local)) {
      List<Structure> schema = index.require(LocalSecondaryIndex.KEY_SCHEMA);
      if (key.size() < 2) {
        throw InvalidParameters.of(
            "Table KeySchema does not have a range key, which is required when specifying a"
                + " LocalSecondaryIndex");
      }
      KeySchemaRules.checkDefined(KeySchemaRules.names(schema), types);
      KeySchemaRules.checkOrder(schema);
    }
    for (Structure index : orNone(global)) {
      IndexRules.checkKey(index, types);
    }
  }

  private void checkAllUsed(Map<String, AttributeType> types) {
    if (local == null && global == null && vectors == null) {
      if (types.size() != key.size()) {
        throw InvalidParameters.of(
            "Number of attributes in KeySchema does not exactly match number of attributes defined"
                + " in AttributeDefinitions");
      }
      return;
    }
    Set<String> used = new LinkedHashSet<>(KeySchemaRules.names(key));
    Stream.concat(
            orNone(local).stream().map(index -> index.require(LocalSecondaryIndex.KEY_SCHEMA)),
            orNone(global).stream().map(index -> index.require(GlobalSecondaryIndex.KEY_SCHEMA)))
        .forEach(schema -> used.addAll(KeySchemaRules.names(schema)));
    orNone(vectors).forEach(index -> used.addAll(VectorIndexRules.schemaNames(index)));
    if (!used.containsAll(types.keySet())) {
      throw InvalidParameters.of(
          "Some AttributeDefinitions are not used. AttributeDefinitions: "
              + types.keySet()
              + ", keys used: "
              + used);
    }
  }

  private void checkLocalIndexes(Set<String> names) {
    if (local == null) {
      return;
    }
    if (local.isEmpty()) {
      throw InvalidParameters.of("List of LocalSecondaryIndexes is empty");
    }
    for (Structure index : local) {
      checkLocalIndex(index);
      checkNew(names, index.require(LocalSecondaryIndex.INDEX_NAME));
    }
    if (local.size() > LOCAL_INDEXES) {
      throw InvalidParameters.of(
          "Number of LocalSecondaryIndexes exceeds per-table limit of " + LOCAL_INDEXES);
    }
  }

  private void checkLocalIndex(Structure index) {
    String name = index.require(LocalSecondaryIndex.INDEX_NAME);
    List<Structure> schema = index.require(LocalSecondaryIndex.KEY_SCHEMA);
    if (schema.size() < 2) {
      throw InvalidParameters.of("Index KeySchema does not have a range key for index: " + name);
    }
    String hash = schema.getFirst().require(KeySchemaElement.ATTRIBUTE_NAME);
    String tableHash = key.getFirst().require(KeySchemaElement.ATTRIBUTE_NAME);
    if (!hash.equals(tableHash)) {
      throw InvalidParameters.of(
          "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
              + name
              + ". index hash key: "
              + hash
              + ", table hash key: "
              + tableHash);
    }
    ProjectionRules.projection(index.require(LocalSecondaryIndex.PROJECTION));
  }

  private void checkGlobalIndexes(Set<String> names) {
    if (global == null) {
      return;
    }
    if (global.isEmpty()) {
      throw InvalidParameters.of("List of GlobalSecondaryIndexes is empty");
    }
    for (Structure index : global) {
      ProjectionRules.projection(index.require(GlobalSecondaryIndex.PROJECTION));
      checkNew(names, index.require(GlobalSecondaryIndex.INDEX_NAME));
      IndexRules.checkThroughput(index, billingMode(input), caller);
    }
    if (global.size() > IndexRules.GLOBAL_INDEXES) {
      throw InvalidParameters.of(
          "GlobalSecondaryIndex count exceeds the per-table limit of " + IndexRules.GLOBAL_INDEXES);
    }
  }

  private void checkVectorIndexes(Map<String, AttributeType> types, Set<String> names) {
    if (vectors == null) {
      return;
    }
    if (vectors.isEmpty()) {
      throw InvalidParameters.of("List of VectorIndexes is empty");
    }
    VectorIndexRules.checkBilling(billingMode(input));
    var indexes = new ArrayList<VectorIndex>();
    for (Structure index : vectors) {
      VectorIndexRules.checkShape(index, types);
      checkNew(names, index.require(VectorIndexShape.INDEX_NAME));
      indexes.add(VectorIndexRules.index(index, types, 0, GlobalIndex.Status.ACTIVE, false));
    }
    VectorIndexRules.checkDimensions(indexes);
    if (vectors.size() > VectorIndexRules.VECTOR_INDEXES) {
      throw InvalidParameters.of(
          "VectorIndex count exceeds the per-table limit of " + VectorIndexRules.VECTOR_INDEXES);
    }
  }

  private static void checkNew(Set<String> names, String name) {
    if (!names.add(name)) {
      throw InvalidParameters.of("Duplicate index name: " + name);
    }
  }

  private void checkProjections() {
    var projections = new ArrayList<Structure>();
    addAll(projections, local, LocalSecondaryIndex.PROJECTION);
    addAll(projections, global, GlobalSecondaryIndex.PROJECTION);
    addAll(projections, vectors, VectorIndexShape.PROJECTION);
    ProjectionRules.checkTotal(projections.stream().map(ProjectionRules::projection).toList());
  }

  private static void addAll(
      List<Structure> projections, @Nullable List<Structure> indexes, Member<Structure> member) {
    for (Structure index : orNone(indexes)) {
      projections.add(index.require(member));
    }
  }

  private void checkStream() {
    Structure stream = input.get(CreateTableShape.STREAM);
    if (stream == null) {
      return;
    }
    boolean enabled = stream.require(StreamSpecificationShape.STREAM_ENABLED);
    boolean typed = stream.has(StreamSpecificationShape.STREAM_VIEW_TYPE);
    if (!enabled && typed) {
      throw InvalidParameters.of(
          "Table is being created with a stream disabled, UpdateViewType should not be specified");
    }
    if (enabled && !typed) {
      throw InvalidParameters.of(
          "Table is being created with a stream enabled, UpdateViewType is required");
    }
  }

  private static List<Structure> orNone(@Nullable List<Structure> indexes) {
    return indexes == null ? List.of() : indexes;
  }
}
