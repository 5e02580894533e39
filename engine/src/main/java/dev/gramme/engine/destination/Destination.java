package dev.gramme.engine.destination;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A streaming destination of a table, active or not.
 *
 * @param table the number of the table
 * @param streamArn the ARN of the stream as given by the client
 * @param precision the precision of the times in its records, null if the client gave none, which
 *     means milliseconds
 * @param since when the destination entered its status
 * @param reason why it could not be enabled, or the latest problem; null if there is none
 */
public record Destination(
    int table,
    String streamArn,
    Status status,
    @Nullable Precision precision,
    Instant since,
    @Nullable String reason) {

  /** The stable states, by the protocol's names. */
  public enum Status {
    ACTIVE,
    DISABLED,
    ENABLE_FAILED
  }

  /** The precisions, by the protocol's names. */
  public enum Precision {
    MILLISECOND,
    MICROSECOND
  }

  /** Whether changes are sent to it. */
  public boolean isActive() {
    return status == Status.ACTIVE;
  }

  /** The precision in effect, including the default. */
  public Precision effectivePrecision() {
    return precision == null ? Precision.MILLISECOND : precision;
  }

  Destination withStatus(Status newStatus, Instant now) {
    return new Destination(table, streamArn, newStatus, precision, now, null);
  }

  Destination withPrecision(Precision newPrecision) {
    return new Destination(table, streamArn, status, newPrecision, since, reason);
  }

  Destination withReason(String newReason) {
    return new Destination(table, streamArn, status, precision, since, newReason);
  }

  Item encode() {
    var out = Item.builder();
    out.put("StreamArn", new S(streamArn));
    out.put("Status", new S(status.name()));
    out.put("SinceMillis", N.of(since.toEpochMilli()));
    if (precision != null) {
      out.put("Precision", new S(precision.name()));
    }
    if (reason != null) {
      out.put("Reason", new S(reason));
    }
    return out.build();
  }

  static Destination decode(int table, Item item) {
    String precision = text(item, "Precision");
    return new Destination(
        table,
        required(item, "StreamArn"),
        Status.valueOf(required(item, "Status")),
        precision == null ? null : Precision.valueOf(precision),
        Instant.ofEpochMilli(
            item.get("SinceMillis") instanceof N millis ? millis.value().longValue() : 0),
        text(item, "Reason"));
  }

  private static @Nullable String text(Item item, String name) {
    return item.get(name) instanceof S text ? text.value() : null;
  }

  private static String required(Item item, String name) {
    String text = text(item, name);
    if (text == null) {
      throw new IllegalStateException("a destination without " + name);
    }
    return text;
  }
}
