package dev.gramme.api.backup;

import dev.gramme.api.Caller;
import dev.gramme.api.backup.RestoreMembers.GlobalIndexOverride;
import dev.gramme.api.backup.RestoreMembers.LocalIndexOverride;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.IndexRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.ProjectionRules;
import dev.gramme.api.table.TableShapes.OnDemandThroughputShape;
import dev.gramme.api.table.ThroughputRules;
import dev.gramme.api.table.ThroughputRules.OfTable;
import dev.gramme.api.table.VectorIndexRules;
import dev.gramme.api.table.VectorIndexShapes.VectorIndexShape;
import dev.gramme.engine.backup.RestoreTarget;
import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.Encryption;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableCapacity;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableFeatures;
import dev.gramme.model.TableIdentity;
import dev.gramme.model.TableProperties;
import dev.gramme.model.TableSchema;
import dev.gramme.model.Throughput;
import dev.gramme.model.VectorIndex;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The definition of the table that a restore creates. It equals the source, except for the
 * request's overrides and for the settings that are never restored (streams, time to live,
 * recovery, tags, table class, deletion protection).
 */
public final class RestoredTable implements RestoreTarget {
  private final Structure input;
  private final RestoreMembers members;
  private final Caller caller;
  private final UUID id;
  private final Instant now;
  private final @Nullable BillingMode billing;
  private final @Nullable Structure units;
  private final @Nullable Structure ceilings;

  /**
   * The table that a request describes. Rules that do not depend on the source are checked.
   *
   * @param id the new table's id
   */
  public RestoredTable(
      Structure input, RestoreMembers members, Caller caller, UUID id, Instant now) {
    this.input = input;
    this.members = members;
    this.caller = caller;
    this.id = id;
    this.now = now;
    String mode = input.get(members.billingMode);
    this.billing = mode == null ? null : BillingMode.valueOf(mode);
    this.units = input.get(members.throughput);
    this.ceilings = input.get(members.onDemand);
    check();
  }

  private void check() {
    if (name().isEmpty()) {
      throw ApiError.validation(
          "TableName must be at least 3 characters long and at most 255 characters long");
    }
    EncryptionRules.check(input.get(members.encryption));
    if (billing == BillingMode.PAY_PER_REQUEST && units != null) {
      throw InvalidRequest.of(
          "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST");
    }
    if (billing == BillingMode.PROVISIONED && units == null) {
      throw InvalidRequest.of(
          "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
    }
    if (units != null) {
      ThroughputRules.checkBounds(units, new OfTable());
      ThroughputRules.checkMaximum(units, new OfTable(), caller);
    }
    if (ceilings != null) {
      checkCeiling(ceilings, OnDemandThroughputShape.MAX_READ_REQUEST_UNITS);
      checkCeiling(ceilings, OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS);
    }
    checkNames();
    for (Structure index : input.getOrDefault(members.globalIndexes, List.of())) {
      checkIndexUnits(index);
      if (index.has(GlobalIndexOverride.WARM_THROUGHPUT)) {
        // The service's text is not known (November 2026).
        throw InvalidRequest.of("WarmThroughput cannot be specified for a restore operation");
      }
    }
  }

  /** Refuses to restore a source of another region, unless the request names an encryption key. */
  public void checkRegion(String source) {
    if (!source.equals(caller.region()) && !input.has(members.encryption)) {
      throw InvalidRequest.of(
          "sseSpecificationOverride must be provided for cross-region restores");
    }
  }

  @Override
  public ApiError isBeingRestored(RestoreSummary source) {
    String backup = source.backupId();
    // The service's text for a restore to a point in time is not known (November 2026).
    String from =
        backup == null
            ? ""
            : " from backup: "
                + BackupArn.of(source.sourceTable(), source.sourceRegion(), backup, caller);
    return ApiError.of(
        ErrorType.TABLE_IN_USE, "Table: " + name() + " is already being restored" + from);
  }

  private void checkIndexUnits(Structure index) {
    String name = index.require(GlobalIndexOverride.INDEX_NAME);
    boolean given = index.has(GlobalIndexOverride.PROVISIONED_THROUGHPUT);
    if (billing == BillingMode.PROVISIONED && !given) {
      throw withoutUnits(name);
    }
    if (billing == BillingMode.PAY_PER_REQUEST && given) {
      throw InvalidRequest.of(
          "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST"
              + " for index "
              + name);
    }
  }

  private static ApiError withoutUnits(String index) {
    return InvalidRequest.of("Must specify provisioned throughput for index " + index);
  }

  private void checkNames() {
    var names = new ArrayList<String>();
    names(members.localIndexes, LocalIndexOverride.INDEX_NAME).forEach(names::add);
    names(members.globalIndexes, GlobalIndexOverride.INDEX_NAME).forEach(names::add);
    names(members.vectorIndexes, VectorIndexShape.INDEX_NAME).forEach(names::add);
    var seen = new HashSet<String>();
    for (String name : names) {
      if (!seen.add(name)) {
        // This is the text of CreateTable: the text of restores is not known (November 2026).
        throw InvalidParameters.of("Duplicate index name: " + name);
      }
    }
  }

  private Stream<String> names(Member<List<Structure>> indexes, Member<String> name) {
    return input.getOrDefault(indexes, List.of()).stream().map(index -> index.require(name));
  }

  private static void refuseCeiling(Structure ceilings, Member<Long> ceiling) {
    if (ceilings.has(ceiling)) {
      throw InvalidRequest.of(
          "Cannot override "
              + ceiling.name()
              + " for OnDemandThroughput unless BillingModeOverride is PAY_PER_REQUEST");
    }
  }

  private static void checkCeiling(Structure ceilings, Member<Long> ceiling) {
    Long value = ceilings.get(ceiling);
    if (value != null && value < 1) {
      throw InvalidRequest.of(
          "Requested " + ceiling.name() + " for OnDemandThroughput is outside of valid range");
    }
  }

  @Override
  public String name() {
    return input.require(members.targetTableName);
  }

  @Override
  public TableDefinition definition(TableDefinition replica, TableNumberAllocator numbers) {
    var source = replica.toBuilder().mergedCeilings().build();
    BillingMode mode = billing == null ? source.capacity().billingMode() : billing;
    if (mode == BillingMode.PAY_PER_REQUEST && units != null) {
      throw InvalidRequest.of(
          "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED");
    }
    if (mode == BillingMode.PROVISIONED && ceilings != null) {
      refuseCeiling(ceilings, OnDemandThroughputShape.MAX_READ_REQUEST_UNITS);
      refuseCeiling(ceilings, OnDemandThroughputShape.MAX_WRITE_REQUEST_UNITS);
    }
    List<LocalIndex> local = localIndexes(source);
    int number = numbers.next();
    List<GlobalIndex> global = globalIndexes(source, mode, numbers);
    List<VectorIndex> vectors = vectorIndexes(source, mode, numbers);
    return new TableDefinition(
        new TableIdentity(name(), id, number, caller.region(), now),
        TableDefinition.Status.CREATING,
        new TableSchema(source.key(), used(source, local, global, vectors), local, global, vectors),
        new TableCapacity(
            mode,
            mode == BillingMode.PAY_PER_REQUEST ? now : null,
            throughput(source.capacity().throughput(), units, mode),
            ceilings(source, mode),
            null,
            ReadCeilings.NONE),
        TableFeatures.NONE,
        TableProperties.withEncryption(encryption(source)),
        TableChanges.NONE);
  }

  private @Nullable Encryption encryption(TableDefinition source) {
    Structure override = input.get(members.encryption);
    return override == null
        ? source.properties().encryption()
        : EncryptionRules.encryption(override, caller);
  }

  private static Throughput throughput(
      Throughput source, @Nullable Structure override, BillingMode mode) {
    if (mode == BillingMode.PAY_PER_REQUEST) {
      return Throughput.ON_DEMAND;
    }
    return override != null
        ? ThroughputRules.of(override)
        : Throughput.of(source.readUnits(), source.writeUnits());
  }

  private @Nullable OnDemandThroughput ceilings(TableDefinition source, BillingMode mode) {
    if (mode == BillingMode.PROVISIONED) {
      return null;
    }
    return ceilings == null
        ? source.capacity().onDemand()
        : CeilingRules.ceilings(ceilings, CeilingRules.FOR_TABLE);
  }

  private List<LocalIndex> localIndexes(TableDefinition source) {
    List<Structure> overrides = input.get(members.localIndexes);
    if (overrides == null) {
      return source.localIndexes();
    }
    var left = new ArrayList<>(source.localIndexes());
    var kept = new ArrayList<LocalIndex>();
    for (Structure override : overrides) {
      String name = override.require(LocalIndexOverride.INDEX_NAME);
      LocalIndex index =
          taken(
              left,
              name,
              candidate ->
                  matches(
                      candidate,
                      source,
                      override.require(LocalIndexOverride.KEY_SCHEMA),
                      override.require(LocalIndexOverride.PROJECTION)));
      kept.add(new LocalIndex(name, index.number(), index.key(), index.projection()));
    }
    return kept;
  }

  private List<GlobalIndex> globalIndexes(
      TableDefinition source, BillingMode mode, TableNumberAllocator numbers) {
    List<Structure> overrides = input.get(members.globalIndexes);
    var kept = new ArrayList<GlobalIndex>();
    if (overrides == null) {
      for (GlobalIndex index : source.globalIndexes()) {
        kept.add(globalIndex(index.name(), index, null, mode, numbers));
      }
      return kept;
    }
    var left = new ArrayList<>(source.globalIndexes());
    for (Structure override : overrides) {
      String name = override.require(GlobalIndexOverride.INDEX_NAME);
      GlobalIndex index =
          taken(
              left,
              name,
              candidate ->
                  matches(
                      candidate,
                      source,
                      override.require(GlobalIndexOverride.KEY_SCHEMA),
                      override.require(GlobalIndexOverride.PROJECTION)));
      kept.add(globalIndex(name, index, override, mode, numbers));
    }
    return kept;
  }

  /**
   * Takes the source's index that has the key and projection of an override. An index with the same
   * name is preferred; another one is renamed, as the service does (October 2026).
   *
   * @param left the source's indexes that no override has matched yet
   */
  private static <I extends SecondaryIndex> I taken(
      List<I> left, String name, Predicate<I> describes) {
    List<I> described = left.stream().filter(describes).toList();
    I index =
        described.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .or(() -> described.stream().findFirst())
            .orElseThrow(() -> unmatched(name));
    left.remove(index);
    return index;
  }

  private GlobalIndex globalIndex(
      String name,
      GlobalIndex source,
      @Nullable Structure override,
      BillingMode mode,
      TableNumberAllocator numbers) {
    Structure own =
        override == null ? null : override.get(GlobalIndexOverride.PROVISIONED_THROUGHPUT);
    boolean hasUnits = own != null || source.throughput().readUnits() > 0;
    if (mode == BillingMode.PROVISIONED && !hasUnits) {
      throw withoutUnits(name);
    }
    if (override != null && (own != null || mode == BillingMode.PAY_PER_REQUEST)) {
      IndexRules.checkThroughput(
          name,
          own,
          override.get(GlobalIndexOverride.ON_DEMAND_THROUGHPUT),
          override.get(GlobalIndexOverride.WARM_THROUGHPUT),
          mode,
          caller);
    }
    Structure ownCeilings =
        override == null ? null : override.get(GlobalIndexOverride.ON_DEMAND_THROUGHPUT);
    OnDemandThroughput kept = mode == BillingMode.PROVISIONED ? null : source.onDemand();
    return new GlobalIndex(
        name,
        numbers.nextOfGlobalIndex(),
        source.key(),
        source.projection(),
        GlobalIndex.Status.CREATING,
        false,
        throughput(source.throughput(), own, mode),
        ownCeilings == null
            ? kept
            : CeilingRules.ceilings(ownCeilings, CeilingRules.forIndex(name)),
        null);
  }

  private List<VectorIndex> vectorIndexes(
      TableDefinition source, BillingMode mode, TableNumberAllocator numbers) {
    List<Structure> overrides = input.get(members.vectorIndexes);
    List<VectorIndex> kept =
        overrides == null
            ? source.vectorIndexes()
            : overrides.stream().map(override -> vectorIndex(source, override)).toList();
    if (!kept.isEmpty()) {
      VectorIndexRules.checkBilling(mode);
    }
    return kept.stream()
        .map(index ->
            index.withNumber(numbers.next()).withStatus(GlobalIndex.Status.CREATING, false))
        .toList();
  }

  /** The source's index that an override describes; all its properties must be equal. */
  private static VectorIndex vectorIndex(TableDefinition source, Structure override) {
    String name = override.require(VectorIndexShape.INDEX_NAME);
    return source.vectorIndexes().stream()
        .filter(index -> index.name().equals(name))
        .filter(index -> matches(index, source, override))
        .findFirst()
        .orElseThrow(() -> unmatched(name));
  }

  private static boolean matches(VectorIndex index, TableDefinition source, Structure override) {
    var types = source.attributeTypes();
    if (!types.keySet().containsAll(VectorIndexRules.schemaNames(override))) {
      return false;
    }
    var requested =
        VectorIndexRules.index(
            override, types, index.number(), index.status(), index.backfilling());
    return index.attribute().equals(requested.attribute())
        && index.dimensions() == requested.dimensions()
        && index.distance() == requested.distance()
        && Objects.equals(index.hash(), requested.hash())
        && Set.copyOf(index.filters()).equals(Set.copyOf(requested.filters()))
        && areSame(index.projection(), requested.projection());
  }

  private static boolean matches(
      SecondaryIndex index, TableDefinition source, List<Structure> schema, Structure projection) {
    Set<String> names = new LinkedHashSet<>(KeySchemaRules.names(schema));
    if (!source.attributeTypes().keySet().containsAll(names)) {
      return false;
    }
    KeySchema key = KeySchemaRules.schema(schema, source.attributeTypes());
    return index.key().equals(key)
        && areSame(index.projection(), ProjectionRules.projection(projection));
  }

  private static boolean areSame(IndexProjection one, IndexProjection other) {
    return one.type() == other.type()
        && Set.copyOf(one.nonKeyAttributes()).equals(Set.copyOf(other.nonKeyAttributes()));
  }

  private static ApiError unmatched(String index) {
    return InvalidRequest.of(
        "Index "
            + index
            + " does not match a secondary index that existed in the source table and cannot be"
            + " created during the restore operation");
  }

  /** The attribute definitions that the new table's keys use. */
  private static Map<String, AttributeType> used(
      TableDefinition source,
      List<LocalIndex> local,
      List<GlobalIndex> global,
      List<VectorIndex> vectors) {
    Set<String> names = new LinkedHashSet<>();
    addNames(names, source.key());
    local.forEach(index -> addNames(names, index.key()));
    global.forEach(index -> addNames(names, index.key()));
    vectors.forEach(index -> index.schema().forEach(part -> names.add(part.name())));
    var types = new LinkedHashMap<>(source.attributeTypes());
    types.keySet().retainAll(names);
    return types;
  }

  private static void addNames(Set<String> names, KeySchema key) {
    key.hash().stream().map(KeyAttribute::name).forEach(names::add);
    key.range().stream().map(KeyAttribute::name).forEach(names::add);
  }
}
