package dev.gramme.api.createtable;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.EnforcedPolicy;
import dev.gramme.api.resourcepolicy.PolicyDocument;
import dev.gramme.api.table.AccountLimits;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.IndexRules;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.ProjectionRules;
import dev.gramme.api.table.StreamLabel;
import dev.gramme.api.table.TableDescription;
import dev.gramme.api.table.TableShapes.LocalSecondaryIndex;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.TagRules;
import dev.gramme.api.table.ThroughputRules;
import dev.gramme.api.table.VectorIndexRules;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.TransactionSideEffect;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableCapacity;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableFeatures;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableProperties;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.WarmThroughput;
import dev.gramme.wire.EchoJson;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.RequestDecoder;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates a table. The answer shows the status CREATING, even if the table is usable immediately.
 */
public final class CreateTable implements ResourceOperation {
  private final Catalog catalog;
  private final InstantSource clock;
  private final Supplier<UUID> ids;

  /**
   * Creates the operation.
   *
   * @param ids supplies a unique id for each new table
   */
  public CreateTable(Catalog catalog, InstantSource clock, Supplier<UUID> ids) {
    this.catalog = catalog;
    this.clock = clock;
    this.ids = ids;
  }

  @Override
  public String name() {
    return "CreateTable";
  }

  @Override
  public StructureShape input() {
    return CreateTableShape.SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    String policy = input.get(CreateTableShape.RESOURCE_POLICY);
    var accesses = new ArrayList<Access>();
    accesses.add(scope.general(name(), input));
    if (input.has(CreateTableShape.TAGS)) {
      accesses.add(scope.general("TagResource", input));
    }
    if (policy != null) {
      EnforcedPolicy.check(policy);
      accesses.add(scope.general("PutResourcePolicy", input));
    }
    return accesses;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var types = CreateTableRules.check(input, caller);
    Instant now = clock.instant();
    UUID id = ids.get();
    boolean fresh = catalog.find(input.require(CreateTableShape.TABLE_NAME)).isEmpty();
    if (fresh) {
      AccountLimits.checkNewTable(catalog);
    }
    return catalog
        .create(
            numbers -> {
              var table = definition(input, caller, types, now, id, numbers);
              if (fresh) {
                AccountLimits.checkUnits(catalog, table, caller);
              }
              return table;
            },
            policy(input, now))
        .thenApply(table ->
            TableDescription.output("TableDescription", table, catalog.statistics(), caller, now));
  }

  /**
   * The definition of a table from the parameters of another operation, checked with the rules of
   * CreateTable.
   *
   * @param parameters some of the members of CreateTable's request
   */
  public Function<TableNumberAllocator, TableDefinition> definition(
      Structure parameters, Caller caller) {
    var json = new JsonWriter();
    EchoJson.structure(json, parameters);
    byte[] text = json.toByteArray();
    Structure input = RequestDecoder.decode(text, 0, text.length, CreateTableShape.SHAPE);
    var types = CreateTableRules.check(input, caller);
    Instant now = clock.instant();
    UUID id = ids.get();
    return numbers -> definition(input, caller, types, now, id, numbers);
  }

  private TableDefinition definition(
      Structure input,
      Caller caller,
      Map<String, AttributeType> types,
      Instant now,
      UUID id,
      TableNumberAllocator numbers) {
    BillingMode mode = CreateTableRules.billingMode(input);
    Structure units = input.get(CreateTableShape.PROVISIONED_THROUGHPUT);
    Throughput throughput = units == null ? Throughput.ON_DEMAND : ThroughputRules.of(units);
    return new TableDefinition(
        new TableIdentity(
            input.require(CreateTableShape.TABLE_NAME), id, numbers.next(), caller.region(), now),
        TableDefinition.Status.ACTIVE,
        new TableSchema(
            KeySchemaRules.schema(input.require(CreateTableShape.KEY_SCHEMA), types),
            types,
            localIndexes(input, types),
            globalIndexes(input, types, numbers),
            vectorIndexes(input, types, numbers)),
        new TableCapacity(
            mode,
            mode == BillingMode.PAY_PER_REQUEST ? now : null,
            throughput,
            ceilings(input),
            warm(input, units == null ? null : throughput),
            ReadCeilings.NONE),
        TableFeatures.withStream(stream(input, now)),
        new TableProperties(
            input.get(CreateTableShape.TABLE_CLASS),
            input.getOrDefault(CreateTableShape.DELETION_PROTECTION, false),
            TagRules.tags(input.getOrDefault(CreateTableShape.TAGS, List.of())),
            EncryptionRules.encryption(input.get(CreateTableShape.SSE), caller)),
        TableChanges.NONE);
  }

  private static List<LocalIndex> localIndexes(Structure input, Map<String, AttributeType> types) {
    var indexes = new ArrayList<LocalIndex>();
    for (Structure index : input.getOrDefault(CreateTableShape.LOCAL_INDEXES, List.of())) {
      indexes.add(
          new LocalIndex(
              index.require(LocalSecondaryIndex.INDEX_NAME),
              indexes.size() + 1,
              KeySchemaRules.schema(index.require(LocalSecondaryIndex.KEY_SCHEMA), types),
              ProjectionRules.projection(index.require(LocalSecondaryIndex.PROJECTION))));
    }
    return indexes;
  }

  private static List<GlobalIndex> globalIndexes(
      Structure input, Map<String, AttributeType> types, TableNumberAllocator numbers) {
    var indexes = new ArrayList<GlobalIndex>();
    for (Structure index : input.getOrDefault(CreateTableShape.GLOBAL_INDEXES, List.of())) {
      indexes.add(
          IndexRules.index(
              index, types, numbers.nextOfGlobalIndex(), GlobalIndex.Status.ACTIVE, false));
    }
    return indexes;
  }

  private static List<VectorIndex> vectorIndexes(
      Structure input, Map<String, AttributeType> types, TableNumberAllocator numbers) {
    var indexes = new ArrayList<VectorIndex>();
    for (Structure index : input.getOrDefault(CreateTableShape.VECTOR_INDEXES, List.of())) {
      indexes.add(
          VectorIndexRules.index(index, types, numbers.next(), GlobalIndex.Status.ACTIVE, false));
    }
    return indexes;
  }

  private static @Nullable OnDemandThroughput ceilings(Structure input) {
    Structure ceilings = input.get(CreateTableShape.ON_DEMAND);
    return ceilings == null ? null : CeilingRules.ceilings(ceilings, CeilingRules.FOR_TABLE);
  }

  private static @Nullable WarmThroughput warm(Structure input, @Nullable Throughput provisioned) {
    Structure warm = input.get(CreateTableShape.WARM);
    return warm == null ? null : CeilingRules.warm(warm, provisioned, CeilingRules.FOR_TABLE);
  }

  private static @Nullable StreamSpecification stream(Structure input, Instant now) {
    Structure stream = input.get(CreateTableShape.STREAM);
    if (stream == null || !stream.require(StreamSpecificationShape.STREAM_ENABLED)) {
      return null;
    }
    var viewType = stream.require(StreamSpecificationShape.STREAM_VIEW_TYPE);
    return new StreamSpecification(
        StreamSpecification.ViewType.valueOf(viewType), StreamLabel.of(now));
  }

  private static TransactionSideEffect policy(Structure input, Instant now) {
    String policy = input.get(CreateTableShape.RESOURCE_POLICY);
    return policy == null
        ? (tx, table) -> {}
        : ResourcePolicies.attached(PolicyDocument.ofTable(policy).canonical(), now);
  }
}
