package dev.gramme.apps.web.command;

/** A setting is invalid; the message is one line for the user. */
public final class SettingsException extends Exception {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
