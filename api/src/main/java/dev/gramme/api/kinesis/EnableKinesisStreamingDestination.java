package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.Operation;
import dev.gramme.api.Output;
import dev.gramme.api.kinesis.DestinationShapes.Configuration;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Begins to send the changes of a table to a stream. The answer says that it is being enabled. */
public final class EnableKinesisStreamingDestination implements Operation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final Member<String> STREAM_ARN =
      Member.required("StreamArn", DestinationShapes.STREAM_ARN);
  private static final Configuration CONFIGURATION =
      new Configuration("EnableKinesisStreamingConfiguration");
  private static final StructureShape SHAPE =
      StructureShape.of(
          "KinesisStreamingDestinationInput", TABLE_NAME, STREAM_ARN, CONFIGURATION.member);

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
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var table = DestinationShapes.table(catalog, input.require(TABLE_NAME), caller);
    String stream = input.require(STREAM_ARN);
    var precision = CONFIGURATION.precision(input);
    return destinations
        .enable(table.name(), stream, precision, DestinationShapes.unusable(stream, caller))
        .thenApply(enabled ->
            out -> {
              DestinationShapes.write(out, table.name(), stream, "ENABLING");
              CONFIGURATION.write(out, precision);
            });
  }
}
