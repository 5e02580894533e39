package dev.gramme.api;

import dev.gramme.wire.JsonWriter;

/** The answer of an operation: writes the members of its JSON object. */
@FunctionalInterface
public interface Output {
  /** No answer but that it was done: a body of no bytes, not even {@code {}}. */
  Output NO_BODY =
      new Output() {
        @Override
        public void write(JsonWriter out) {
          // Nothing to write.
        }

        @Override
        public boolean hasBody() {
          return false;
        }
      };

  /** Writes the members; the object around them is the caller's. */
  void write(JsonWriter out);

  /** Whether there is an object at all. */
  default boolean hasBody() {
    return true;
  }
}
