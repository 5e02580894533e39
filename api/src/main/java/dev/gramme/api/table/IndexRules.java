package dev.gramme.api.table;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableShapes.GlobalSecondaryIndex;
import dev.gramme.api.table.ThroughputRules.OfIndex;
import dev.gramme.model.AttributeType;
import dev.gramme.model.BillingMode;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.KeySchema;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import dev.gramme.wire.Structure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rules of a global secondary index, whether it is created with its table or later. */
public final class IndexRules {
  /** The maximum number of global indexes of one table. */
  public static final int GLOBAL_INDEXES = 20;

  private IndexRules() {}

  /** Checks the key of an index. */
  public static void checkKey(Structure index, Map<String, AttributeType> types) {
    List<Structure> schema = index.require(GlobalSecondaryIndex.KEY_SCHEMA);
    KeySchemaRules.checkDefined(KeySchemaRules.names(schema), types);
    KeySchemaRules.checkGlobalOrder(schema);
  }

  /** Checks that provisioned units, ceilings and warm throughput fit the billing mode. */
  public static void checkThroughput(Structure index, BillingMode mode, Caller caller) {
    checkThroughput(
        index.require(GlobalSecondaryIndex.INDEX_NAME),
        index.get(GlobalSecondaryIndex.PROVISIONED_THROUGHPUT),
        index.get(GlobalSecondaryIndex.ON_DEMAND_THROUGHPUT),
        index.get(GlobalSecondaryIndex.WARM_THROUGHPUT),
        mode,
        caller);
  }

  /**
   * Checks that provisioned units, ceilings and warm throughput fit the billing mode.
   *
   * @param throughput a ProvisionedThroughput, null if there is none
   * @param ceilings an OnDemandThroughput, null if there is none
   * @param warm a WarmThroughput, null if there is none
   */
  public static void checkThroughput(
      String name,
      @Nullable Structure throughput,
      @Nullable Structure ceilings,
      @Nullable Structure warm,
      BillingMode mode,
      Caller caller) {
    if (mode == BillingMode.PAY_PER_REQUEST) {
      if (throughput != null) {
        throw InvalidParameters.of(
            "ProvisionedThroughput should not be specified for index: "
                + name
                + " when BillingMode is PAY_PER_REQUEST");
      }
    } else {
      if (throughput == null) {
        throw InvalidParameters.of("ProvisionedThroughput is not specified for index: " + name);
      }
      ThroughputRules.checkMaximum(throughput, new OfIndex(name), caller);
      if (ceilings != null) {
        CeilingRules.refuseCeilings(
            ceilings, " for index: " + name, "table BillingMode is PROVISIONED.");
      }
    }
    CeilingRules.checkMaximum(ceilings, warm, CeilingRules.forIndex(name), caller);
  }

  /** The index in a request that has passed the rules. */
  public static GlobalIndex index(
      Structure index,
      Map<String, AttributeType> types,
      int number,
      GlobalIndex.Status status,
      boolean backfilling) {
    String name = index.require(GlobalSecondaryIndex.INDEX_NAME);
    KeySchema key = KeySchemaRules.schema(index.require(GlobalSecondaryIndex.KEY_SCHEMA), types);
    Structure units = index.get(GlobalSecondaryIndex.PROVISIONED_THROUGHPUT);
    Throughput throughput = units == null ? Throughput.ON_DEMAND : ThroughputRules.of(units);
    Structure ceilings = index.get(GlobalSecondaryIndex.ON_DEMAND_THROUGHPUT);
    OnDemandThroughput onDemand =
        ceilings == null ? null : CeilingRules.ceilings(ceilings, CeilingRules.forIndex(name));
    Structure requested = index.get(GlobalSecondaryIndex.WARM_THROUGHPUT);
    WarmThroughput warm =
        requested == null
            ? null
            : CeilingRules.warm(
                requested, units == null ? null : throughput, CeilingRules.forIndex(name));
    return new GlobalIndex(
        name,
        number,
        key,
        ProjectionRules.projection(index.require(GlobalSecondaryIndex.PROJECTION)),
        status,
        backfilling,
        throughput,
        onDemand,
        warm);
  }
}
