package dev.gramme.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON document within a request, such as a policy. It is a tree whose values have their position
 * in the text. Requests themselves are decoded by their shapes.
 */
public sealed interface JsonValue {
  /** The maximum nesting depth of arrays and objects. */
  int MAX_NESTING = 64;

  /** The position of the value in the text. */
  Position position();

  /** A line and a column, both from 1. */
  record Position(int line, int column) {}

  /** An object. Its members have the order of the text. */
  record Members(Position position, Map<String, JsonValue> values) implements JsonValue {
    public Members {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The member with this name. */
    public Optional<JsonValue> find(String name) {
      return Optional.ofNullable(values.get(name));
    }
  }

  /** An array. */
  record Elements(Position position, List<JsonValue> values) implements JsonValue {
    public Elements {
      values = List.copyOf(values);
    }
  }

  /** A string. */
  record Text(Position position, String value) implements JsonValue {}

  /** A number, as written in the text. */
  record Digits(Position position, String value) implements JsonValue {}

  /** True or false. */
  record Flag(Position position, boolean value) implements JsonValue {}

  /** Null. */
  record Null(Position position) implements JsonValue {}

  /**
   * Parses a text. The result is empty if the text is not JSON, or if an object has two members
   * with the same name.
   */
  static Optional<JsonValue> parse(String text) {
    return JsonTree.parse(text);
  }
}
