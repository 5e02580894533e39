package dev.gramme.server.settings;

/**
 * The command that starts this program, for texts: {@code ./gramme} in a clone, {@code gramme} of
 * an installation, whose script sets the property.
 */
public final class ProgramName {
  private static final String IN_CLONE = "./gramme";

  private ProgramName() {}

  /** Whether this is an installed release, without the commands for development. */
  public static boolean isInstalled() {
    return !text().equals(IN_CLONE);
  }

  /** The command. */
  public static String text() {
    return System.getProperty("gramme.command", IN_CLONE);
  }

  /** A text that names the command as in a clone, with the command in effect. */
  public static String in(String text) {
    return isInstalled() ? text.replace(IN_CLONE + " ", text() + " ") : text;
  }
}
