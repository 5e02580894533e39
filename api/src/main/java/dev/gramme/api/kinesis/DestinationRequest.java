package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.kinesis.DestinationShapes.Configuration;
import dev.gramme.api.table.TableShapes;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

/**
 * The request of a change of a destination. A member belongs to exactly one request shape, so each
 * operation has its own instance.
 */
final class DestinationRequest {
  final Configuration configuration;
  final StructureShape shape;
  private final Member<String> tableName = Member.required("TableName", TableShapes.TABLE_NAME);
  private final Member<String> streamArn =
      Member.required("StreamArn", DestinationShapes.STREAM_ARN);

  DestinationRequest(String name, String configurationName) {
    this.configuration = new Configuration(configurationName);
    this.shape = StructureShape.of(name, tableName, streamArn, configuration.member);
  }

  /** The table that the request names. */
  TableDefinition table(Structure input, Catalog catalog, Caller caller) {
    return DestinationShapes.table(catalog, input.require(tableName), caller);
  }

  /** The ARN of the stream. */
  String stream(Structure input) {
    return input.require(streamArn);
  }
}
