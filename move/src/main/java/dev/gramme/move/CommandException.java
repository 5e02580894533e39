package dev.gramme.move;

/** A command cannot do what it should, for the reason in the message, which is for the user. */
public final class CommandException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private final int status;

  private CommandException(int status, String message) {
    super(message);
    this.status = status;
  }

  /** The command was understood, but has failed. */
  public static CommandException failed(String message) {
    return new CommandException(FAILED, message);
  }

  /** The arguments of the command are not valid. */
  public static CommandException misused(String message) {
    return new CommandException(MISUSED, message);
  }

  /** The exit status of the process. */
  public int status() {
    return status;
  }
}
