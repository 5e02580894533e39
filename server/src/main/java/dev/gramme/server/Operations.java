package dev.gramme.server;

import dev.gramme.api.Operation;
import dev.gramme.engine.Engine;
import java.util.List;

/** The operations that the server offers. */
final class Operations {
  private Operations() {}

  /** All of them, over an engine. */
  static List<Operation> of(Engine engine) {
    return List.of();
  }
}
