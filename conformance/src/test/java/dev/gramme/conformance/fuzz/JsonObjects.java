package dev.gramme.conformance.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as the mutable maps and lists that {@code Json} reads and writes. */
final class JsonObjects {
  private JsonObjects() {}

  /** An object with these members, given as name, value, name, value. */
  static Map<String, @Nullable Object> of(Object... namesAndValues) {
    var object = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  /** An array of these elements. */
  static List<@Nullable Object> list(Object... elements) {
    var list = new ArrayList<@Nullable Object>();
    for (Object element : elements) {
      list.add(element);
    }
    return list;
  }

  /** An array of all elements of a collection. */
  static List<@Nullable Object> listOf(Iterable<?> elements) {
    var list = new ArrayList<@Nullable Object>();
    elements.forEach(list::add);
    return list;
  }

  /** A deep copy, which shares no map or list with the original. */
  static @Nullable Object copy(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((name, member) -> copy.put((String) name, copy(member)));
        yield copy;
      }
      case List<?> list -> {
        var copy = new ArrayList<@Nullable Object>();
        list.forEach(element -> copy.add(copy(element)));
        yield copy;
      }
      case null, default -> value;
    };
  }
}
