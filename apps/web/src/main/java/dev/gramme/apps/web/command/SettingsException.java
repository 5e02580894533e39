package dev.gramme.apps.web.command;

/** What was set makes no sense; the message is one line for the person who set it. */
public final class SettingsException extends Exception {
  private static final long serialVersionUID = 1;

  public SettingsException(String message) {
    super(message);
  }
}
