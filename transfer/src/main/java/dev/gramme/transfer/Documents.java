package dev.gramme.transfer;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes the attributes of stored jobs. */
public final class Documents {
  private Documents() {}

  /** A required string. */
  public static String text(Item item, String name) {
    String text = textOrNull(item, name);
    if (text == null) {
      throw new IllegalStateException("a stored job lacks " + name);
    }
    return text;
  }

  /** A string, null if it is absent. */
  public static @Nullable String textOrNull(Item item, String name) {
    return item.get(name) instanceof S(var text) ? text : null;
  }

  /** A number, 0 if it is absent. */
  public static long number(Item item, String name) {
    return item.get(name) instanceof N(var number) ? number.longValueExact() : 0;
  }

  /** A required point in time. */
  public static Instant instant(Item item, String name) {
    return Instant.ofEpochMilli(number(item, name));
  }

  /** A point in time, null if it is absent. */
  public static @Nullable Instant instantOrNull(Item item, String name) {
    return item.has(name) ? instant(item, name) : null;
  }

  /** A list of strings; empty if absent. */
  public static List<String> texts(Item item, String name) {
    return item.get(name) instanceof L(var elements)
        ? elements.stream().map(element -> ((S) element).value()).toList()
        : List.of();
  }

  /** Puts a string unless it is null. */
  public static void put(Item.Builder out, String name, @Nullable String text) {
    if (text != null) {
      out.put(name, new S(text));
    }
  }

  /** Puts a point in time, to the millisecond, unless it is null. */
  public static void put(Item.Builder out, String name, @Nullable Instant instant) {
    if (instant != null) {
      out.put(name, N.of(instant.toEpochMilli()));
    }
  }

  /** Puts a list of strings. */
  public static void put(Item.Builder out, String name, List<String> texts) {
    out.put(name, new L(texts.stream().<AttributeValue>map(S::new).toList()));
  }
}
