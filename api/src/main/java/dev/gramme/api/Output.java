package dev.gramme.api;

import dev.gramme.wire.JsonWriter;

/** The answer of an operation: writes the members of its JSON object. */
@FunctionalInterface
public interface Output {
  /** The answer without members, {@code {}}. */
  Output EMPTY = out -> {};

  /** Writes the members; the object around them is the caller's. */
  void write(JsonWriter out);
}
