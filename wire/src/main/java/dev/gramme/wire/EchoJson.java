package dev.gramme.wire;

import dev.gramme.model.Binary;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/**
 * Writes decoded values as JSON, without absent members, to quote them in error messages and to
 * store or repeat parts of a request. The newer of the service's two sets of error messages quotes
 * maps with invalid keys in this form.
 */
public final class EchoJson {
  private EchoJson() {}

  /** The JSON form of a value, at most {@link Echo#MAX_LENGTH} characters of it. */
  static String of(Object value) {
    var json = new JsonWriter();
    write(json, value);
    String text = json.toString();
    return text.length() > Echo.MAX_LENGTH ? text.substring(0, Echo.MAX_LENGTH) : text;
  }

  private static void write(JsonWriter json, Object value) {
    switch (value) {
      case String text -> json.string(text);
      case Double number -> json.number(number.doubleValue());
      case Number number -> json.number(number.longValue());
      case Boolean bool -> json.bool(bool);
      case Binary binary -> json.binary(binary);
      case Instant instant -> json.timestamp(instant);
      case WireItem item -> json.item(item.valid());
      case WireValue wire -> attributeValue(json, wire);
      case Structure structure -> structure(json, structure);
      case Map<?, ?> map -> {
        json.beginObject();
        map.forEach((key, entry) -> write(json.name((String) key), entry));
        json.endObject();
      }
      case Collection<?> list -> {
        json.beginArray();
        list.forEach(element -> write(json, element));
        json.endArray();
      }
      default -> throw new IllegalArgumentException("not a decoded value: " + value.getClass());
    }
  }

  private static void attributeValue(JsonWriter json, WireValue wire) {
    var value = wire.valueOrNull();
    if (value == null) {
      json.beginObject().endObject();
    } else {
      json.attributeValue(value);
    }
  }

  /** Writes the name and the value of a member, if it is present. */
  public static void member(JsonWriter json, Structure structure, Member<?> member) {
    Object value = structure.get(member);
    if (value != null) {
      write(json.name(member.name()), value);
    }
  }

  /** Writes a structure as an object. */
  public static void structure(JsonWriter json, Structure structure) {
    json.beginObject();
    for (Member<?> member : structure.shape().echoed()) {
      member(json, structure, member);
    }
    json.endObject();
  }
}
