package dev.gramme.server.settings;

/**
 * The command name in messages: {@code ./gramme} in a clone. The script of an installation sets it
 * with the system property {@code gramme.command}.
 */
public final class ProgramName {
  private static final String IN_CLONE = "./gramme";

  private ProgramName() {}

  /** Whether this is an installed release, without the commands for development. */
  public static boolean isInstalled() {
    return !command().equals(IN_CLONE);
  }

  /** The command. */
  public static String command() {
    return System.getProperty("gramme.command", IN_CLONE);
  }

  /** Replaces {@code ./gramme } in a text by the actual command. */
  public static String in(String text) {
    return isInstalled() ? text.replace(IN_CLONE + " ", command() + " ") : text;
  }
}
