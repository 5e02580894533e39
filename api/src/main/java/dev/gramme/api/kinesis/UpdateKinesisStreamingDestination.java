package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.kinesis.DestinationShapes.Configuration;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.model.ApiError;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Changes with which precision the times of changes are sent to a stream. */
public final class UpdateKinesisStreamingDestination implements Operation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final Member<String> STREAM_ARN =
      Member.required("StreamArn", DestinationShapes.STREAM_ARN);
  private static final Configuration CONFIGURATION =
      new Configuration("UpdateKinesisStreamingConfiguration");
  private static final StructureShape SHAPE =
      StructureShape.of(
          "UpdateKinesisStreamingDestinationInput", TABLE_NAME, STREAM_ARN, CONFIGURATION.member);

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
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var precision = CONFIGURATION.precision(input);
    if (precision == null) {
      throw ApiError.validation(
          "Streaming destination cannot be updated with given parameters:"
              + " UpdateKinesisStreamingConfiguration cannot be null or contain only null values");
    }
    var table = DestinationShapes.table(catalog, input.require(TABLE_NAME), caller);
    String stream = input.require(STREAM_ARN);
    return destinations
        .update(table.name(), stream, precision)
        .thenApply(updated ->
            out -> {
              DestinationShapes.write(out, table.name(), stream, "UPDATING");
              CONFIGURATION.write(out, precision);
            });
  }
}
