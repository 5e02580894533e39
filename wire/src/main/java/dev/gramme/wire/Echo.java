package dev.gramme.wire;

import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Formats values as the service's messages do, which use the {@code toString} of Java objects:
 * {@code [a, b]} for a list, {@code {k=v}} for a map, {@code KeySchemaElement(attributeName=pk,
 * keyType=HASH)} for a structure.
 *
 * <p>Attribute values are formatted after decoding. So numbers and sets appear in canonical form,
 * and an invalid value appears without content.
 */
final class Echo {
  /**
   * The maximum length of the output. One byte of a request can produce a hundred characters of
   * output.
   */
  static final int MAX_LENGTH = 1 << 20;

  /** The members of the service's internal class, which has more types than the protocol. */
  private static final String[] VALUE_MEMBERS = {
    "s",
    "n",
    "b",
    "iNT",
    "dECIMAL",
    "dOUBLE",
    "sS",
    "nS",
    "bS",
    "iNTSET",
    "dECIMALSET",
    "dOUBLESET",
    "m",
    "l",
    "nULL",
    "bOOL",
  };

  private final StringBuilder out = new StringBuilder();

  private Echo() {}

  static String of(Object value) {
    var echo = new Echo();
    echo.append(value);
    echo.out.setLength(Math.min(echo.out.length(), MAX_LENGTH));
    return echo.out.toString();
  }

  private boolean isFull() {
    return out.length() >= MAX_LENGTH;
  }

  private void append(@Nullable Object value) {
    if (isFull()) {
      return;
    }
    switch (value) {
      case Structure structure -> structure(structure);
      case WireValue wire -> attributeValue(wire.valueOrNull());
      case AttributeValue attribute -> attributeValue(attribute);
      case WireItem wire -> item(wire);
      case Item item -> entries(item.attributes());
      case Map<?, ?> map -> entries(map);
      case Collection<?> list -> elements(list);
      case Binary binary ->
          out.append("java.nio.HeapByteBuffer[pos=0 lim=")
              .append(binary.length())
              .append(" cap=")
              .append(binary.length())
              .append(']');
      case null -> out.append("null");
      case String text -> out.append(text, 0, Math.min(text.length(), MAX_LENGTH));
      default -> out.append(value);
    }
  }

  private void structure(Structure structure) {
    out.append(structure.shape().name()).append('(');
    String separator = "";
    for (Member<?> member : structure.shape().echoed()) {
      out.append(separator).append(member.pathName()).append('=');
      append(structure.get(member));
      separator = ", ";
    }
    out.append(')');
  }

  private void entries(Map<?, ?> map) {
    out.append('{');
    String separator = "";
    for (var entry : map.entrySet()) {
      if (isFull()) {
        return;
      }
      out.append(separator).append(entry.getKey()).append('=');
      append(entry.getValue());
      separator = ", ";
    }
    out.append('}');
  }

  private void item(WireItem item) {
    out.append('{');
    String separator = "";
    for (String name : item.names()) {
      if (isFull()) {
        return;
      }
      out.append(separator).append(name).append('=');
      attributeValue(item.valid().get(name));
      separator = ", ";
    }
    out.append('}');
  }

  private void elements(Collection<?> list) {
    out.append('[');
    String separator = "";
    for (Object element : list) {
      if (isFull()) {
        return;
      }
      out.append(separator);
      append(element);
      separator = ", ";
    }
    out.append(']');
  }

  private void attributeValue(@Nullable AttributeValue value) {
    if (isFull()) {
      return;
    }
    String set = value == null ? "" : memberName(value.type());
    out.append("AttributeValue(");
    String separator = "";
    for (String member : VALUE_MEMBERS) {
      out.append(separator).append(member).append('=');
      append(value != null && member.equals(set) ? content(value) : null);
      separator = ", ";
    }
    out.append(')');
  }

  private static String memberName(AttributeType type) {
    String name = type.name();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Object content(AttributeValue value) {
    return switch (value) {
      case S s -> s.value();
      case N n -> DynamoNumber.format(n.value());
      case B b -> b.value();
      case Bool bool -> bool.value();
      case Null nothing -> true;
      case SS set -> set.members();
      case NS set -> set.members().stream().map(DynamoNumber::format).toList();
      case BS set -> set.members();
      case L list -> list.elements();
      case M map -> map.entries();
    };
  }
}
