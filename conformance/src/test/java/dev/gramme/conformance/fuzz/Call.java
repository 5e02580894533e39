package dev.gramme.conformance.fuzz;

import dev.gramme.conformance.support.Json;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that the grammar has generated.
 *
 * @param operation the name of the operation, such as {@code PutItem}
 * @param body its JSON
 */
record Call(String operation, Map<String, @Nullable Object> body) {
  /** A request whose body has these members, given as name, value, name, value. */
  static Call of(String operation, Object... namesAndValues) {
    return new Call(operation, JsonObjects.of(namesAndValues));
  }

  /** The same request with one more member. */
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
