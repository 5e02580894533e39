package dev.gramme.api.updatetable;

import dev.gramme.api.Caller;
import dev.gramme.api.table.CeilingRules;
import dev.gramme.api.table.EncryptionRules;
import dev.gramme.api.table.IndexRules;
import dev.gramme.api.table.InvalidParameters;
import dev.gramme.api.table.KeySchemaRules;
import dev.gramme.api.table.ProjectionRules;
import dev.gramme.api.table.StreamLabel;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.TableShapes.StreamSpecificationShape;
import dev.gramme.api.table.ThroughputRules;
import dev.gramme.api.table.ThroughputRules.OfIndex;
import dev.gramme.api.table.ThroughputRules.OfTable;
import dev.gramme.api.table.ThroughputRules.Owner;
import dev.gramme.api.updatetable.UpdateTableShape.Update;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.WarmThroughput;
import dev.gramme.wire.Structure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Applies an UpdateTable request to a table's definition. */
final class TableUpdate {
  private final Structure input;
  private final Caller caller;
  private final Instant now;
  private final TableDefinition table;
  private final IndexActions actions;
  private final VectorActions vectors;
  private final BillingMode mode;

  TableUpdate(Structure input, Caller caller, Instant now, TableDefinition table) {
    this.input = input;
    this.caller = caller;
    this.now = now;
    this.table = table;
    this.actions = IndexActions.of(input);
    this.vectors = VectorActions.of(input);
    String given = input.get(UpdateTableShape.BILLING_MODE);
    this.mode = given == null ? table.capacity().billingMode() : BillingMode.valueOf(given);
  }

  /** The definition after the update. */
  TableDefinition apply(TableNumberAllocator numbers) {
    VectorActions.checkMode(table, mode);
    UpdateTableRules.checkBilling(input, table, mode, actions);
    UpdateTableRules.checkIndexActions(input, table, mode, actions);
    UpdateTableRules.checkEncryption(input, table);
    vectors.check(table, mode);
    var types = attributeTypes();
    for (Structure create : actions.creates()) {
      checkCreate(create);
    }
    StateRules.check(input, table, actions, vectors);
    StateRules.checkIndexCount(table, actions, IndexRules.GLOBAL_INDEXES);
    Structure stream = input.get(UpdateTableShape.STREAM);
    if (stream != null) {
      UpdateTableRules.checkStream(stream, table);
    }
    Throughput throughput = throughput();
    List<GlobalIndex> indexes = indexes(types, numbers);
    List<VectorIndex> vectorIndexes = vectors.apply(table, types, numbers);
    var after =
        table.toBuilder()
            .billing(mode, switchedToOnDemand() ? now : table.capacity().billingSwitched())
            .throughput(throughput)
            .globalIndexes(indexes)
            .vectorIndexes(vectorIndexes)
            .attributeTypes(types)
            .onDemand(ceilings())
            .warm(
                warm(
                    table.capacity().warm(),
                    table.capacity().throughput(),
                    throughput,
                    input.get(UpdateTableShape.WARM),
                    CeilingRules.FOR_TABLE))
            .deletionProtected(
                input.getOrDefault(
                    UpdateTableShape.DELETION_PROTECTION, table.properties().deletionProtected()));
    if (stream != null) {
      after.stream(stream(stream));
    }
    Structure encryption = input.get(UpdateTableShape.SSE);
    if (encryption != null) {
      after.encryption(EncryptionRules.change(table, encryption, caller));
    }
    String tableClass = input.get(UpdateTableShape.TABLE_CLASS);
    return withUsedTypes((tableClass == null ? after : after.tableClass(tableClass)).build())
        .withoutReplacedCeilings(table);
  }

  /**
   * The attribute definitions of the table and the request. An attribute that the table defines
   * keeps its type; a new index that uses it as a key of another type is refused.
   */
  private Map<String, AttributeType> attributeTypes() {
    var types =
        new LinkedHashMap<>(
            KeySchemaRules.types(
                input.getOrDefault(UpdateTableShape.ATTRIBUTE_DEFINITIONS, List.of())));
    if (actions.creates().isEmpty() && vectors.creates().isEmpty()) {
      return table.attributeTypes();
    }
    // The request must define the keys of new indexes, even if the table already defines them.
    for (Structure create : actions.creates()) {
      IndexRules.checkKey(create, types);
      checkSameTypes(KeySchemaRules.schema(create.require(GlobalSecondaryIndex.KEY_SCHEMA), types));
    }
    vectors.checkDefined(input);
    VectorActions.checkKeys(actions.creates(), table, input);
    var all = new LinkedHashMap<>(table.attributeTypes());
    types.forEach(all::putIfAbsent);
    return all;
  }

  /** Refuses an existing key attribute as a key of another type in a new index. */
  private void checkSameTypes(KeySchema added) {
    KeySchemaRules.checkSameTypes(table.key(), added);
    table.localIndexes().forEach(index -> KeySchemaRules.checkSameTypes(index.key(), added));
    table.globalIndexes().forEach(index -> KeySchemaRules.checkSameTypes(index.key(), added));
  }

  private void checkCreate(Structure create) {
    ProjectionRules.projection(create.require(GlobalSecondaryIndex.PROJECTION));
    String name = create.require(GlobalSecondaryIndex.INDEX_NAME);
    Structure units = create.get(GlobalSecondaryIndex.PROVISIONED_THROUGHPUT);
    if (units != null) {
      ThroughputRules.checkBounds(units, new OfIndex(name));
    } else if (mode == BillingMode.PROVISIONED) {
      throw InvalidParameters.of(
          "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: " + name);
    }
    IndexRules.checkThroughput(create, mode, caller);
    List<IndexProjection> projections =
        Stream.concat(
                Stream.<SecondaryIndex>concat(
                        table.localIndexes().stream(), table.globalIndexes().stream())
                    .map(SecondaryIndex::projection),
                Stream.of(
                    ProjectionRules.projection(create.require(GlobalSecondaryIndex.PROJECTION))))
            .toList();
    ProjectionRules.checkTotal(projections);
  }

  private boolean switchedToOnDemand() {
    return mode == BillingMode.PAY_PER_REQUEST
        && table.capacity().billingMode() == BillingMode.PROVISIONED;
  }

  private Throughput throughput() {
    return throughput(
        table.capacity().throughput(),
        input.get(UpdateTableShape.PROVISIONED_THROUGHPUT),
        new OfTable());
  }

  private Throughput throughput(Throughput before, @Nullable Structure requested, Owner owner) {
    if (mode == BillingMode.PAY_PER_REQUEST) {
      return before.withUnits(0, 0);
    }
    if (requested == null) {
      return before;
    }
    ThroughputRules.checkBounds(requested, owner);
    ThroughputRules.checkMaximum(requested, owner, caller);
    return table.capacity().billingMode() == BillingMode.PAY_PER_REQUEST
        ? before.withUnits(
            ThroughputRules.of(requested).readUnits(), ThroughputRules.of(requested).writeUnits())
        : ThroughputRules.change(before, requested, owner, now);
  }

  private @Nullable OnDemandThroughput ceilings() {
    return ceilings(
        table.capacity().onDemand(), input.get(UpdateTableShape.ON_DEMAND), CeilingRules.FOR_TABLE);
  }

  private @Nullable OnDemandThroughput ceilings(
      @Nullable OnDemandThroughput before, @Nullable Structure requested, String whose) {
    if (mode == BillingMode.PROVISIONED) {
      if (requested != null) {
        CeilingRules.refuseCeilings(requested, "", "the table BillingMode is PROVISIONED");
      }
      return null;
    }
    if (requested == null) {
      return before;
    }
    var after = CeilingRules.change(before, requested, whose);
    CeilingRules.checkMaximum(requested, null, whose, caller);
    return after;
  }

  /**
   * The warm throughput of a table or index after the change. It never decreases: it is at least
   * the maximum that was ever provisioned, or on demand the initial throughput (October 2026).
   *
   * @return null if it follows from the billing mode and the units alone
   */
  private @Nullable WarmThroughput warm(
      @Nullable WarmThroughput before,
      Throughput unitsBefore,
      Throughput unitsAfter,
      @Nullable Structure requested,
      String whose) {
    boolean provisioned = table.capacity().billingMode() == BillingMode.PROVISIONED;
    WarmThroughput current =
        before == null ? CeilingRules.initial(provisioned ? unitsBefore : null) : before;
    if (requested != null) {
      current = CeilingRules.change(current, requested, whose);
      CeilingRules.checkMaximum(null, requested, whose, caller);
    }
    var initial = CeilingRules.initial(mode == BillingMode.PROVISIONED ? unitsAfter : null);
    var after = current.max(initial);
    return after.equals(initial) ? null : after;
  }

  private List<GlobalIndex> indexes(
      Map<String, AttributeType> types, TableNumberAllocator numbers) {
    Map<String, Structure> updates = new LinkedHashMap<>();
    actions.updates().forEach(update -> updates.put(update.require(Update.INDEX_NAME), update));
    var indexes = new ArrayList<GlobalIndex>();
    for (GlobalIndex index : table.globalIndexes()) {
      indexes.add(updated(index, updates.get(index.name())));
    }
    for (Structure create : actions.creates()) {
      indexes.add(
          IndexRules.index(
              create, types, numbers.nextOfGlobalIndex(), GlobalIndex.Status.CREATING, false));
    }
    return indexes;
  }

  private GlobalIndex updated(GlobalIndex index, @Nullable Structure update) {
    Structure units = update == null ? null : update.get(Update.PROVISIONED_THROUGHPUT);
    Structure ceilings = update == null ? null : update.get(Update.ON_DEMAND);
    Structure warm = update == null ? null : update.get(Update.WARM);
    String whose = CeilingRules.forIndex(index.name());
    Throughput throughput = throughput(index.throughput(), units, new OfIndex(index.name()));
    return new GlobalIndex(
        index.name(),
        index.number(),
        index.key(),
        index.projection(),
        index.status(),
        index.backfilling(),
        throughput,
        ceilings(index.onDemand(), ceilings, whose),
        warm(index.warm(), index.throughput(), throughput, warm, whose));
  }

  /** Keeps the attribute definitions that a key uses, and drops the others. */
  private static TableDefinition withUsedTypes(TableDefinition table) {
    var used = new LinkedHashMap<>(table.attributeTypes());
    used.keySet().retainAll(table.schema().keyAttributes());
    return table.toBuilder().attributeTypes(used).build();
  }

  private @Nullable StreamSpecification stream(Structure stream) {
    if (!stream.require(StreamSpecificationShape.STREAM_ENABLED)) {
      return null;
    }
    var viewType = stream.require(StreamSpecificationShape.STREAM_VIEW_TYPE);
    return new StreamSpecification(
        StreamSpecification.ViewType.valueOf(viewType), StreamLabel.of(now));
  }
}
