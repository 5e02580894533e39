package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Stops sending the changes of a table to a stream. The answer shows the status DISABLING. */
public final class DisableKinesisStreamingDestination implements ResourceOperation {
  private static final DestinationRequest REQUEST =
      new DestinationRequest(
          "KinesisStreamingDestinationInput", "EnableKinesisStreamingConfiguration");

  private final Catalog catalog;
  private final Destinations destinations;

  public DisableKinesisStreamingDestination(Catalog catalog, Destinations destinations) {
    this.catalog = catalog;
    this.destinations = destinations;
  }

  @Override
  public String name() {
    return "DisableKinesisStreamingDestination";
  }

  @Override
  public StructureShape input() {
    return REQUEST.shape;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    if (REQUEST.configuration.precision(input) != null) {
      throw ApiError.validation(
          "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters");
    }
    var table = REQUEST.table(input, catalog, caller);
    String stream = REQUEST.stream(input);
    return destinations
        .disable(table.name(), stream)
        .thenApply(
            disabled -> out -> DestinationShapes.write(out, table.name(), stream, "DISABLING"));
  }
}
