package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destination;
import dev.gramme.engine.destination.Destinations;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Shows the Kinesis streams that receive the changes of a table, or received them in the last 24
 * hours.
 */
public final class DescribeKinesisStreamingDestination implements ResourceOperation {
  private static final Member<String> TABLE_NAME =
      Member.required("TableName", TableShapes.TABLE_NAME);
  private static final StructureShape SHAPE =
      StructureShape.of("DescribeKinesisStreamingDestinationInput", TABLE_NAME);

  private final Catalog catalog;
  private final Destinations destinations;

  public DescribeKinesisStreamingDestination(Catalog catalog, Destinations destinations) {
    this.catalog = catalog;
    this.destinations = destinations;
  }

  @Override
  public String name() {
    return "DescribeKinesisStreamingDestination";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var table = DestinationShapes.table(catalog, input.require(TABLE_NAME), caller);
    var found = destinations.list(table);
    return CompletableFuture.completedFuture(out -> {
      out.name("TableName").string(table.name());
      out.name("KinesisDataStreamDestinations").beginArray();
      found.forEach(destination -> write(out, destination));
      out.endArray();
    });
  }

  private static void write(JsonWriter out, Destination destination) {
    out.beginObject();
    out.name("StreamArn").string(destination.streamArn());
    out.name("DestinationStatus").string(destination.status().name());
    var reason = destination.reason();
    if (reason != null) {
      out.name("DestinationStatusDescription").string(reason);
    }
    var precision = destination.precision();
    if (precision != null) {
      out.name("ApproximateCreationDateTimePrecision").string(precision.name());
    }
    out.endObject();
  }
}
