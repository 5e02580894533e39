package dev.gramme.mcp;

import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * A tool that a client can call.
 *
 * @param name its name in the protocol
 * @param description what it does, for a language model
 * @param schema the JSON Schema of its arguments
 * @param writes whether it can change data. Clients receive this as a hint; it does not restrict
 *     calls.
 * @param action computes the result, which is written as JSON
 */
record Tool(String name, String description, String schema, boolean writes, Action action) {

  /** What a tool does. */
  interface Action {
    /**
     * Computes the result.
     *
     * @throws ToolException if the tool refuses the call: wrong arguments, a write on a read-only
     *     server, or a result that is too large
     * @throws SdkException if the database refuses the request or does not answer
     */
    Map<String, Object> call(Arguments arguments);
  }
}
