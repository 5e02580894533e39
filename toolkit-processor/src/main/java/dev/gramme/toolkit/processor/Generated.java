package dev.gramme.toolkit.processor;

import java.util.List;

/**
 * The generated code of a method.
 *
 * @param constants the constants that it needs
 * @param body the statements of its body
 * @param schema its access pattern in the schema
 */
record Generated(List<String> constants, List<String> body, PatternSchema schema) {
  Generated {
    constants = List.copyOf(constants);
    body = List.copyOf(body);
  }
}
