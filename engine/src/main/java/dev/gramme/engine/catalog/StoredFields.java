package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes single attributes of the items in which definitions are stored. An absent
 * attribute is read as null, 0 or empty, except by {@link #text}.
 */
final class StoredFields {

  private StoredFields() {}

  static void putInstant(Item.Builder out, String name, @Nullable Instant value) {
    if (value != null) {
      out.put(name, new S(value.toString()));
    }
  }

  static void putLong(Item.Builder out, String name, @Nullable Long value) {
    if (value != null) {
      out.put(name, N.of(value));
    }
  }

  static @Nullable Instant instant(Item in, String name) {
    return in.get(name) instanceof S(var value) ? Instant.parse(value) : null;
  }

  static @Nullable Long longOrNull(Item in, String name) {
    return in.get(name) instanceof N(var value) ? (Long) value.longValueExact() : null;
  }

  static int number(Item in, String name) {
    return Math.toIntExact(units(in, name));
  }

  static long units(Item in, String name) {
    return in.get(name) instanceof N(var value) ? value.longValueExact() : 0;
  }

  static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged table definition: no " + name);
  }

  static Item map(Item in, String name) {
    return in.get(name) instanceof M(var entries) ? entries : Item.empty();
  }

  static List<Item> maps(Item in, String name) {
    return in.get(name) instanceof L(var elements)
        ? elements.stream().map(element -> ((M) element).entries()).toList()
        : List.of();
  }

  static L list(List<Item> items) {
    return new L(items.stream().<AttributeValue>map(M::new).toList());
  }

  static L texts(List<String> values) {
    return new L(values.stream().<AttributeValue>map(S::new).toList());
  }

  static List<String> texts(Item in, String name) {
    return in.get(name) instanceof L(var elements)
        ? elements.stream().map(element -> ((S) element).value()).toList()
        : List.of();
  }
}
