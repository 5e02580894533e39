package dev.gramme.server;

import dev.gramme.move.Commands;
import dev.gramme.move.Terminal;
import dev.gramme.server.settings.ClientLibrary;
import dev.gramme.server.settings.ProgramName;
import dev.gramme.server.settings.SettingsException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The commands that are clients of a server. Their libraries are loaded only for them. */
final class ClientCommand {
  private static final int MISUSED = 2;

  private ClientCommand() {}

  /** Runs the command and returns the exit status of the process. */
  static int run(
      String command,
      List<String> arguments,
      Map<String, String> environment,
      PrintStream out,
      PrintStream err) {
    try {
      ClientLibrary.require(command);
    } catch (SettingsException e) {
      err.println("gramme: " + e.getMessage());
      return MISUSED;
    }
    if (arguments.contains("--help")) {
      out.print(ProgramName.in(Commands.usage(command)));
      return 0;
    }
    return Commands.run(
        command, arguments, new Terminal(environment, System.in, out, err, InstantSource.system()));
  }
}
