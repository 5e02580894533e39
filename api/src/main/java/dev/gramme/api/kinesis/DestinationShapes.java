package dev.gramme.api.kinesis;

import dev.gramme.api.Caller;
import dev.gramme.api.table.TableNameRules;
import dev.gramme.api.table.TableReference;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.destination.Destination.Precision;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that the requests and answers on destinations share. */
final class DestinationShapes {
  static final StringShape STREAM_ARN = Shape.string().length(37, 1024);

  private static final StringShape PRECISION = Shape.string().oneOf("MILLISECOND", "MICROSECOND");

  private DestinationShapes() {}

  /** The configuration, whose member name differs between the requests. */
  static final class Configuration {
    final Member<Structure> member;
    private final Member<String> precision =
        Member.optional("ApproximateCreationDateTimePrecision", PRECISION);

    Configuration(String name) {
      this.member = Member.optional(name, StructureShape.of(name, precision));
    }

    /** The precision that a request contains, null if it contains none. */
    @Nullable Precision precision(Structure input) {
      Structure configuration = input.get(member);
      String name = configuration == null ? null : configuration.get(precision);
      return name == null ? null : Precision.valueOf(name);
    }

    /** Writes the precision that the request contained. */
    void write(JsonWriter out, @Nullable Precision requested) {
      out.name(member.name()).beginObject();
      if (requested != null) {
        out.name(precision.name()).string(requested.name());
      }
      out.endObject();
    }
  }

  /** The table that a request names. */
  static TableDefinition table(Catalog catalog, String reference, Caller caller) {
    return TableNameRules.require(catalog, TableReference.name(reference, caller));
  }

  /** Writes the members that all answers to changes share. */
  static void write(JsonWriter out, String table, String streamArn, String status) {
    out.name("TableName").string(table);
    out.name("StreamArn").string(streamArn);
    out.name("DestinationStatus").string(status);
  }

  /**
   * The reason why a stream is unusable, which the service would discover some seconds later; null
   * if the stream is usable. Texts as of October 2026. A stream that does not exist is not detected
   * here.
   */
  static @Nullable String unusable(String streamArn, Caller caller) {
    List<String> parts = List.of(streamArn.split(":", 6));
    if (parts.size() < 6
        || !parts.get(2).equals("kinesis")
        || !parts.get(5).matches("stream/[a-zA-Z0-9_.-]{1,128}")) {
      return "User does not have a permission to use kinesis stream";
    }
    if (!parts.get(3).equals(caller.region())) {
      return "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in"
          + " the current region";
    }
    if (!parts.get(4).equals(caller.account())) {
      return "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in"
          + " Active state";
    }
    return null;
  }
}
