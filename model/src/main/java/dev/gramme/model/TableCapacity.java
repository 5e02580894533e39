package dev.gramme.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The billing mode of a table and the throughput that it provides. Global indexes have a throughput
 * of their own.
 *
 * @param billingMode applies to the table and all of its indexes
 * @param billingSwitched when the billing mode last became PAY_PER_REQUEST; null if the table has
 *     always been provisioned
 * @param throughput {@link Throughput#ON_DEMAND} if the billing mode is PAY_PER_REQUEST
 * @param onDemand the maximum throughput that all replicas share; null if there is none
 * @param warm null if it is the initial one of the billing mode
 * @param readCeilings the overrides of this region for the table and its existing global indexes
 */
public record TableCapacity(
    BillingMode billingMode,
    @Nullable Instant billingSwitched,
    Throughput throughput,
    @Nullable OnDemandThroughput onDemand,
    @Nullable WarmThroughput warm,
    ReadCeilings readCeilings) {

  /** The capacity of a new on-demand table without maximum throughput. */
  public static TableCapacity onDemandSince(Instant created) {
    return new TableCapacity(
        BillingMode.PAY_PER_REQUEST, created, Throughput.ON_DEMAND, null, null, ReadCeilings.NONE);
  }

  /**
   * The effective maximum on-demand throughput of the table in this region: the shared values, or
   * the overrides of this region.
   */
  public @Nullable OnDemandThroughput ceilings() {
    return readCeilings.over(onDemand);
  }

  /** The effective maximum on-demand throughput of an index in this region. */
  public @Nullable OnDemandThroughput ceilings(GlobalIndex index) {
    return readCeilings.over(index);
  }

  /** A copy with other overrides of this region. */
  TableCapacity withReadCeilings(ReadCeilings value) {
    return new TableCapacity(billingMode, billingSwitched, throughput, onDemand, warm, value);
  }
}
