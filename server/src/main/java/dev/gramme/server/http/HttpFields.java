package dev.gramme.server.http;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields of a request. Names are case-insensitive. */
public interface HttpFields {

  /** The first value of a field, null if the request has none. */
  @Nullable String first(String name);

  /** All values of a field in their order. */
  List<String> all(String name);

  /** Fields with one value each. */
  static HttpFields of(Map<String, String> values) {
    var byName = new java.util.HashMap<String, String>();
    values.forEach((name, value) -> byName.put(name.toLowerCase(Locale.ROOT), value));
    return new HttpFields() {
      @Override
      public @Nullable String first(String name) {
        return byName.get(name.toLowerCase(Locale.ROOT));
      }

      @Override
      public List<String> all(String name) {
        var value = first(name);
        return value == null ? List.of() : List.of(value);
      }
    };
  }
}
