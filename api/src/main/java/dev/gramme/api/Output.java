package dev.gramme.api;

import dev.gramme.wire.JsonWriter;

/** The answer of an operation: writes the members of its JSON object. */
@FunctionalInterface
public interface Output {
  /** An answer without a body: zero bytes, not even {@code {}}. */
  Output NO_BODY =
      new Output() {
        @Override
        public void write(JsonWriter out) {
          // There is nothing to write.
        }

        @Override
        public boolean hasBody() {
          return false;
        }
      };

  /** Writes the members; the caller writes the enclosing object. */
  void write(JsonWriter out);

  /** Whether the answer has a JSON object as its body. */
  default boolean hasBody() {
    return true;
  }
}
