package dev.gramme.server.settings;

/** A setting is unknown or invalid. The message is one line for the person who set it. */
public final class SettingsException extends Exception {
  private static final long serialVersionUID = 1L;

  /** An exception with its line. */
  public SettingsException(String message) {
    super(message);
  }
}
