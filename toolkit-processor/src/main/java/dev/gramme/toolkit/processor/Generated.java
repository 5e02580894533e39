package dev.gramme.toolkit.processor;

import java.util.List;

/**
 * What a method becomes.
 *
 * @param constants the declarations that it needs
 * @param body the statements of its body
 * @param schema what it is in the schema
 */
record Generated(List<String> constants, List<String> body, PatternSchema schema) {
  Generated {
    constants = List.copyOf(constants);
    body = List.copyOf(body);
  }
}
