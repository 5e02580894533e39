package dev.gramme.engine.stream;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.Utf8;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stream: the part of a table's log between its enabling and its disabling. It outlives its
 * table.
 *
 * @param label the time of its creation; table name and label identify the stream
 * @param tableNumber the number under which the log is stored
 * @param firstShard the number of its first shard
 * @param nextShard the number after its last shard, {@link Integer#MAX_VALUE} while it is enabled
 * @param disabled when it was disabled, null while it is enabled
 */
public record TableStream(
    String tableName,
    String label,
    int tableNumber,
    String region,
    ViewType viewType,
    KeySchema key,
    Instant created,
    int firstShard,
    int nextShard,
    @Nullable Instant disabled) {

  /** Whether new changes are part of it. */
  public boolean isEnabled() {
    return disabled == null;
  }

  TableStream disabledAt(Instant moment, int next) {
    return new TableStream(
        tableName, label, tableNumber, region, viewType, key, created, firstShard, next, moment);
  }

  /** The row of a stream; with an empty label, the start of the table's streams. */
  static byte[] row(String tableName, String label) {
    return SystemKeys.start(SystemKeys.STREAMS)
        .write(Utf8.bytes(tableName))
        .writeByte(0)
        .write(Utf8.bytes(label))
        .toByteArray();
  }

  byte[] encode() {
    var out =
        Item.builder(12)
            .put("TableName", new S(tableName))
            .put("Label", new S(label))
            .put("TableNumber", N.of(tableNumber))
            .put("Region", new S(region))
            .put("ViewType", new S(viewType.name()))
            .put("Hash", attributes(key.hash()))
            .put("Range", attributes(key.range()))
            .put("Created", new S(created.toString()))
            .put("FirstShard", N.of(firstShard))
            .put("NextShard", N.of(nextShard));
    if (disabled != null) {
      out.put("Disabled", new S(disabled.toString()));
    }
    return ItemCodec.encode(out.build());
  }

  static TableStream decode(byte[] value) {
    Item in = ItemCodec.decode(value);
    return new TableStream(
        text(in, "TableName"),
        text(in, "Label"),
        number(in, "TableNumber"),
        text(in, "Region"),
        ViewType.valueOf(text(in, "ViewType")),
        new KeySchema(attributes(in, "Hash"), attributes(in, "Range")),
        Instant.parse(text(in, "Created")),
        number(in, "FirstShard"),
        number(in, "NextShard"),
        in.has("Disabled") ? Instant.parse(text(in, "Disabled")) : null);
  }

  private static L attributes(List<KeyAttribute> attributes) {
    var list = new ArrayList<AttributeValue>(2 * attributes.size());
    for (KeyAttribute attribute : attributes) {
      list.add(new S(attribute.name()));
      list.add(new S(attribute.type().name()));
    }
    return new L(list);
  }

  private static List<KeyAttribute> attributes(Item in, String name) {
    var attributes = new ArrayList<KeyAttribute>();
    if (in.get(name) instanceof L(var list)) {
      for (int i = 0; i < list.size(); i += 2) {
        var type = AttributeType.valueOf(((S) list.get(i + 1)).value());
        attributes.add(new KeyAttribute(((S) list.get(i)).value(), type));
      }
    }
    return attributes;
  }

  private static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged stream: no " + name);
  }

  private static int number(Item in, String name) {
    if (in.get(name) instanceof N(var value)) {
      return (int) value.longValueExact();
    }
    throw new IllegalStateException("damaged stream: no " + name);
  }
}
