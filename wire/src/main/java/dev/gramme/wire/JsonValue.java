package dev.gramme.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON document within a request, such as a policy: a tree whose values know where they stood.
 * Requests themselves are decoded by their shapes.
 */
public sealed interface JsonValue {
  /** The deepest nesting of arrays and objects. */
  int MAX_NESTING = 64;

  /** Where the value began in the text. */
  Position position();

  /** A line and a column, both from 1. */
  record Position(int line, int column) {}

  /** An object, its members in the order of the text. */
  record Members(Position position, Map<String, JsonValue> values) implements JsonValue {
    public Members {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The member of a name. */
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

  /** A number, as it was written. */
  record Digits(Position position, String value) implements JsonValue {}

  /** True or false. */
  record Flag(Position position, boolean value) implements JsonValue {}

  /** Null. */
  record Null(Position position) implements JsonValue {}

  /**
   * The value that a text stands for; empty if it is no JSON, or an object names a member twice.
   */
  static Optional<JsonValue> parse(String text) {
    return JsonTree.parse(text);
  }
}
