package dev.gramme.move;

import dev.gramme.move.apply.ApplyCommand;
import dev.gramme.move.copy.CopyCommand;
import dev.gramme.move.files.ExportCommand;
import dev.gramme.move.files.ImportCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The commands that are clients of a server, by their names.
 *
 * <p>The command line of the server loads this class only for them, so that the start of a server
 * does not load the AWS SDK.
 */
public final class Commands {
  private static final Map<String, Command> ALL =
      Map.of(
          "apply",
          ApplyCommand::run,
          "copy",
          CopyCommand::run,
          "export",
          ExportCommand::run,
          "import",
          ImportCommand::run);
  private static final Map<String, String> USAGES =
      Map.of(
          "apply", ApplyCommand.USAGE,
          "copy", CopyCommand.USAGE,
          "export", ExportCommand.USAGE,
          "import", ImportCommand.USAGE);

  private Commands() {}

  @FunctionalInterface
  private interface Command {
    /** Runs the command and returns whether it has succeeded. */
    boolean run(List<String> arguments, Terminal terminal)
        throws CommandException, IOException, InterruptedException;
  }

  /** The help of a command. */
  public static String usage(String name) {
    return String.valueOf(USAGES.get(name));
  }

  /** Runs a command and returns the exit status of the process. */
  public static int run(String name, List<String> arguments, Terminal terminal) {
    Command command = ALL.get(name);
    if (command == null) {
      throw new IllegalArgumentException(name);
    }
    try {
      return command.run(arguments, terminal) ? 0 : 1;
    } catch (CommandException e) {
      return failed(terminal, e.status(), String.valueOf(e.getMessage()));
    } catch (SdkException e) {
      return failed(terminal, 1, Connection.reason(e));
    } catch (UncheckedIOException e) {
      return failed(terminal, 1, inWords(Objects.requireNonNull(e.getCause())));
    } catch (IOException e) {
      return failed(terminal, 1, inWords(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(terminal, 1, "the command was interrupted");
    }
  }

  /** The messages of missing and forbidden files are only their names. */
  private static String inWords(IOException fault) {
    String kind =
        switch (fault) {
          case java.nio.file.NoSuchFileException missing -> "does not exist";
          case java.nio.file.AccessDeniedException denied -> "may not be accessed";
          default -> "";
        };
    return kind.isEmpty() ? String.valueOf(fault.getMessage()) : fault.getMessage() + " " + kind;
  }

  private static int failed(Terminal terminal, int status, String reason) {
    terminal.err().println("gramme: " + reason);
    return status;
  }
}
