package dev.gramme.mcp;

import java.util.Map;

/**
 * A tool that a client can call.
 *
 * @param name its name in the protocol
 * @param description what it does, for a language model
 * @param schema the JSON Schema of its arguments
 * @param writes whether it can change data
 * @param action computes the result, which is written as JSON
 */
record Tool(String name, String description, String schema, boolean writes, Action action) {

  /** What a tool does. */
  interface Action {
    /**
     * Computes the result.
     *
     * @throws ToolException if the arguments do not fit
     */
    Map<String, Object> call(Arguments arguments);
  }
}
