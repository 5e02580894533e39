package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Starts sending the changes of a table to a stream. The answer shows the status ENABLING. */
public final class EnableKinesisStreamingDestination implements ResourceOperation {
  private static final DestinationRequest REQUEST =
      new DestinationRequest(
          "KinesisStreamingDestinationInput", "EnableKinesisStreamingConfiguration");

  private final Catalog catalog;
  private final Destinations destinations;

  public EnableKinesisStreamingDestination(Catalog catalog, Destinations destinations) {
    this.catalog = catalog;
    this.destinations = destinations;
  }

  @Override
  public String name() {
    return "EnableKinesisStreamingDestination";
  }

  @Override
  public StructureShape input() {
    return REQUEST.shape;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var table = REQUEST.table(input, catalog, caller);
    String stream = REQUEST.stream(input);
    var precision = REQUEST.configuration.precision(input);
    return destinations
        .enable(table.name(), stream, precision, DestinationShapes.unusable(stream, caller))
        .thenApply(enabled ->
            out -> {
              DestinationShapes.write(out, table.name(), stream, "ENABLING");
              REQUEST.configuration.write(out, precision);
            });
  }
}
