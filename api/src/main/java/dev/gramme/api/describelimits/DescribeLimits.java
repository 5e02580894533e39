package dev.gramme.api.describelimits;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.AccountLimits;
import dev.gramme.api.table.ThroughputRules;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows the limits of provisioned capacity: the service's defaults for a new account. */
public final class DescribeLimits implements ResourceOperation {
  private static final StructureShape SHAPE = StructureShape.of("DescribeLimitsInput");

  @Override
  public String name() {
    return "DescribeLimits";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    return CompletableFuture.completedFuture(out -> {
      out.name("AccountMaxReadCapacityUnits").number(AccountLimits.UNITS);
      out.name("AccountMaxWriteCapacityUnits").number(AccountLimits.UNITS);
      out.name("TableMaxReadCapacityUnits").number(ThroughputRules.MAX_UNITS);
      out.name("TableMaxWriteCapacityUnits").number(ThroughputRules.MAX_UNITS);
    });
  }
}
