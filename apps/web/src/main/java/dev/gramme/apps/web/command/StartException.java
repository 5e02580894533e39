package dev.gramme.apps.web.command;

import java.io.IOException;

/**
 * What the program needs is not there: a port, a folder, a server. The message is one line for the
 * person who started it.
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
