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

/** Changes the precision of the timestamps in the changes that are sent to a stream. */
public final class UpdateKinesisStreamingDestination implements ResourceOperation {
  private static final DestinationRequest REQUEST =
      new DestinationRequest(
          "UpdateKinesisStreamingDestinationInput", "UpdateKinesisStreamingConfiguration");

  private final Catalog catalog;
  private final Destinations destinations;

  public UpdateKinesisStreamingDestination(Catalog catalog, Destinations destinations) {
    this.catalog = catalog;
    this.destinations = destinations;
  }

  @Override
  public String name() {
    return "UpdateKinesisStreamingDestination";
  }

  @Override
  public StructureShape input() {
    return REQUEST.shape;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var precision = REQUEST.configuration.precision(input);
    if (precision == null) {
      throw ApiError.validation(
          "Streaming destination cannot be updated with given parameters:"
              + " UpdateKinesisStreamingConfiguration cannot be null or contain only null values");
    }
    var table = REQUEST.table(input, catalog, caller);
    String stream = REQUEST.stream(input);
    return destinations
        .update(table.name(), stream, precision)
        .thenApply(updated ->
            out -> {
              DestinationShapes.write(out, table.name(), stream, "UPDATING");
              REQUEST.configuration.write(out, precision);
            });
  }
}
