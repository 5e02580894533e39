package dev.gramme.server.settings;

/** The library of the commands that are clients, which the archive of a release leaves out. */
public final class ClientLibrary {
  private ClientLibrary() {}

  /** Checks that the library is on the class path. */
  public static void require(String command) throws SettingsException {
    OptionalLibrary.DYNAMODB.require("the command " + command);
  }
}
