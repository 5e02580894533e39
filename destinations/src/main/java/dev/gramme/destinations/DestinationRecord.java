package dev.gramme.destinations;

import dev.gramme.engine.destination.Destination.Precision;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.wire.JsonWriter;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A change in the form in which the service writes it to a Kinesis stream: with both images,
 * without a sequence number. Repeated deliveries have the same {@code eventID}, so that consumers
 * can detect duplicates.
 */
record DestinationRecord(TableDefinition table, LoggedChange change, Precision precision) {
  private static final int ID_BYTES = 12;
  private static final int MICROS_PER_MILLI = 1000;

  /** The key of the item as JSON; records of the same item have equal keys. */
  byte[] key() {
    return new JsonWriter().item(keys()).toByteArray();
  }

  private Item keys() {
    return table.key().of(change.either());
  }

  /** The record as JSON. */
  byte[] json() {
    var out = new JsonWriter().beginObject();
    out.name("awsRegion").string(table.region());
    out.name("eventID").string(eventId());
    out.name("eventName").string(eventName());
    out.name("userIdentity");
    if (change.origin() == LoggedChange.Origin.EXPIRY) {
      out.beginObject().name("principalId").string("dynamodb.amazonaws.com");
      out.name("type").string("Service").endObject();
    } else {
      out.nullValue();
    }
    out.name("recordFormat").string("application/json");
    out.name("tableName").string(table.name());
    out.name("dynamodb").beginObject();
    writeChange(out);
    out.endObject();
    out.name("eventSource").string("aws:dynamodb");
    return out.endObject().toByteArray();
  }

  private void writeChange(JsonWriter out) {
    boolean micros = precision == Precision.MICROSECOND;
    // A sequence number is the time in microseconds.
    out.name("ApproximateCreationDateTime")
        .number(micros ? change.sequence() : change.sequence() / MICROS_PER_MILLI);
    out.name("Keys").item(keys());
    writeImage(out, "NewImage", change.after());
    writeImage(out, "OldImage", change.before());
    out.name("SizeBytes").number(keys().sizeBytes() + size(change.after()) + size(change.before()));
    if (micros) {
      out.name("ApproximateCreationDateTimePrecision").string(precision.name());
    }
  }

  private static void writeImage(JsonWriter out, String name, @Nullable Item image) {
    if (image != null) {
      out.name(name).item(image);
    }
  }

  private static long size(@Nullable Item image) {
    return image == null ? 0 : image.sizeBytes();
  }

  private String eventName() {
    if (change.before() == null) {
      return "INSERT";
    }
    return change.after() == null ? "REMOVE" : "MODIFY";
  }

  private String eventId() {
    byte[] unique =
        ByteBuffer.allocate(ID_BYTES).putInt(table.number()).putLong(change.sequence()).array();
    return UUID.nameUUIDFromBytes(unique).toString();
  }
}
