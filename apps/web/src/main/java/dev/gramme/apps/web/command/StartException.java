package dev.gramme.apps.web.command;

import java.io.IOException;

/**
 * Something that the program needs is unavailable: a port, a folder, a server. The message is one
 * line for the user.
 */
public final class StartException extends IOException {
  private static final long serialVersionUID = 1;

  public StartException(String message) {
    super(message);
  }

  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
