package dev.gramme.api.stream;

import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.model.Item;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.wire.JsonWriter;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The external form of a change as a record of its stream. */
public final class StreamRecord {
  private static final int ID_BYTES = 12;

  private final TableStream stream;
  private final LoggedChange change;

  public StreamRecord(TableStream stream, LoggedChange change) {
    this.stream = stream;
    this.change = change;
  }

  /** INSERT, MODIFY or REMOVE. */
  public String eventName() {
    if (change.before() == null) {
      return "INSERT";
    }
    return change.after() == null ? "REMOVE" : "MODIFY";
  }

  /** Unique among all records: 32 hexadecimal digits. */
  public String eventId() {
    byte[] unique =
        ByteBuffer.allocate(ID_BYTES)
            .putInt(stream.tableNumber())
            .putLong(change.sequence())
            .array();
    return UUID.nameUUIDFromBytes(unique).toString().replace("-", "");
  }

  /** Writes the record's members. */
  public void write(JsonWriter out) {
    writeChangeOf(out);
    writeIdentity(out, "PrincipalId", "Type");
  }

  /** Writes the record's members in the form in which functions receive them. */
  public void writeForFunction(JsonWriter out, String streamArn) {
    writeChangeOf(out);
    writeIdentity(out, "principalId", "type");
    out.name("eventSourceARN").string(streamArn);
  }

  private void writeChangeOf(JsonWriter out) {
    out.name("eventID").string(eventId());
    out.name("eventName").string(eventName());
    out.name("eventVersion").string("1.1");
    out.name("eventSource").string("aws:dynamodb");
    out.name("awsRegion").string(stream.region());
    out.name("dynamodb").beginObject();
    writeChange(out);
    out.endObject();
  }

  private void writeIdentity(JsonWriter out, String principal, String type) {
    if (change.origin() == LoggedChange.Origin.EXPIRY) {
      out.name("userIdentity").beginObject();
      out.name(principal).string("dynamodb.amazonaws.com");
      out.name(type).string("Service");
      out.endObject();
    }
  }

  /** Writes the members that describe the change itself. */
  private void writeChange(JsonWriter out) {
    Item keys = stream.key().of(change.either());
    Item fresh = shows(ViewType.NEW_IMAGE) ? change.after() : null;
    Item old = shows(ViewType.OLD_IMAGE) ? change.before() : null;
    out.name("ApproximateCreationDateTime")
        .timestamp(Instant.ofEpochSecond(change.time().getEpochSecond()));
    out.name("Keys").item(keys);
    writeImage(out, "NewImage", fresh);
    writeImage(out, "OldImage", old);
    out.name("SequenceNumber").string(SequenceNumber.of(change.sequence()));
    out.name("SizeBytes").number(keys.sizeBytes() + size(fresh) + size(old));
    out.name("StreamViewType").string(stream.viewType().name());
  }

  private static void writeImage(JsonWriter out, String name, @Nullable Item image) {
    if (image != null) {
      out.name(name).item(image);
    }
  }

  private static long size(@Nullable Item image) {
    return image == null ? 0 : image.sizeBytes();
  }

  private boolean shows(ViewType image) {
    return stream.viewType() == image || stream.viewType() == ViewType.NEW_AND_OLD_IMAGES;
  }
}
