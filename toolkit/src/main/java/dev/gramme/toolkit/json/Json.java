package dev.gramme.toolkit.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JSON value. Members keep their order and numbers their digits, so that reading and writing
 * preserves a document. The toolkit has its own small parser because that of the AWS SDK is
 * internal to the SDK and may change without notice.
 */
public sealed interface Json {

  /** An object; the last of several members with the same name wins. */
  record Members(Map<String, Json> members) implements Json {
    public Members {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    /** The member with a name. */
    public Optional<Json> member(String name) {
      return Optional.ofNullable(members.get(name));
    }
  }

  /** An array. */
  record Elements(List<Json> elements) implements Json {
    public Elements {
      elements = List.copyOf(elements);
    }
  }

  /** A string. */
  record Text(String value) implements Json {}

  /** A number, with its original digits. */
  record Figure(String digits) implements Json {}

  /** True or false. */
  record Truth(boolean value) implements Json {}

  /** Null. */
  record Nothing() implements Json {}

  /** A string. */
  static Json of(String value) {
    return new Text(value);
  }

  /** A whole number. */
  static Json of(long value) {
    return new Figure(Long.toString(value));
  }

  /** A number; whole numbers are written without a decimal point. */
  static Json of(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("not a JSON number: " + value);
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? of((long) value)
        : new Figure(Double.toString(value));
  }

  /** True or false. */
  static Json of(boolean value) {
    return new Truth(value);
  }

  /** An array of strings. */
  static Json texts(Iterable<String> values) {
    var elements = new ArrayList<Json>();
    values.forEach(value -> elements.add(new Text(value)));
    return new Elements(elements);
  }

  /** A builder for an object. */
  static Builder object() {
    return new Builder();
  }

  /**
   * Parses a document.
   *
   * @throws JsonException if the text is not JSON; the message has the position
   */
  static Json parse(String text) {
    return new JsonParser(text).document();
  }

  /** The document on one line without spaces. */
  default String line() {
    return JsonWriter.line(this);
  }

  /** The document on several lines, indented by two spaces per level, with a final line break. */
  default String pretty() {
    return JsonWriter.pretty(this);
  }

  /** Builds an object. */
  final class Builder {
    private final Map<String, Json> members = new LinkedHashMap<>();

    private Builder() {}

    /** Puts a member; replaces one of the same name in its position. */
    public Builder put(String name, Json value) {
      members.put(name, value);
      return this;
    }

    /** Puts a string. */
    public Builder put(String name, String value) {
      return put(name, of(value));
    }

    /** Puts a whole number. */
    public Builder put(String name, long value) {
      return put(name, of(value));
    }

    /** Puts a number. */
    public Builder put(String name, double value) {
      return put(name, of(value));
    }

    /** Puts true or false. */
    public Builder put(String name, boolean value) {
      return put(name, of(value));
    }

    /** Puts a member if the value is present. */
    public Builder put(String name, Optional<? extends Json> value) {
      value.ifPresent(present -> put(name, present));
      return this;
    }

    /** Puts all members of another object. */
    public Builder putAll(Members other) {
      members.putAll(other.members());
      return this;
    }

    /** Builds the object. */
    public Members build() {
      return new Members(members);
    }
  }
}
