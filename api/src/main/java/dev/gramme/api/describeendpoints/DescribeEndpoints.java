package dev.gramme.api.describeendpoints;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Returns the endpoint that the client used, since there is no other. If the request names no host,
 * it returns the service's endpoint of the region, as the service does.
 */
public final class DescribeEndpoints implements ResourceOperation {
  private static final StructureShape SHAPE = StructureShape.of("DescribeEndpointsRequest");
  private static final long CACHE_PERIOD_MINUTES = 1440;

  @Override
  public String name() {
    return "DescribeEndpoints";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    String host = caller.host();
    String address = host == null ? "dynamodb." + caller.region() + ".amazonaws.com" : host;
    return CompletableFuture.completedFuture(out -> {
      out.name("Endpoints").beginArray().beginObject();
      out.name("Address").string(address);
      out.name("CachePeriodInMinutes").number(CACHE_PERIOD_MINUTES);
      out.endObject().endArray();
    });
  }
}
