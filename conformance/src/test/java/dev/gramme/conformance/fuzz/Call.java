package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that the grammar has made.
 *
 * @param operation such as {@code PutItem}
 * @param body its JSON
 */
record Call(String operation, Map<String, @Nullable Object> body) {
  /** A request of names and values, alternating. */
  static Call of(String operation, Object... namesAndValues) {
    return new Call(operation, JsonObjects.of(namesAndValues));
  }

  /** The same request with a member more. */
  Call with(String name, @Nullable Object value) {
    var copy = Json.members(Objects.requireNonNull(JsonObjects.copy(body)));
    copy.put(name, value);
    return new Call(operation, copy);
  }

  /** The JSON of its body. */
  String text() {
    return Json.text(body);
  }
}
