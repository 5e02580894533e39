package dev.gramme.mcp;

/** A call that a tool refuses; its message is the answer to the client. */
final class ToolException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ToolException(String message) {
    super(message);
  }
}
