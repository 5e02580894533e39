package dev.gramme.server.backup;

import static java.util.Objects.requireNonNull;

import dev.gramme.server.settings.SettingsException;
import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Runs the body of a command and reports its failure in one line. */
final class CommandBody {
  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private CommandBody() {}

  /** What a command does. */
  @FunctionalInterface
  interface Body {
    /** Returns whether the command has succeeded. */
    boolean run() throws SettingsException, BackupException, IOException;
  }

  /** Returns the exit status of the process. */
  static int run(PrintStream err, Body body) {
    try {
      return body.run() ? 0 : FAILED;
    } catch (SettingsException e) {
      return failed(err, MISUSED, e.getMessage());
    } catch (BackupException | StorageException e) {
      return failed(err, FAILED, e.getMessage());
    } catch (IOException e) {
      return failed(err, FAILED, FileFaults.inWords(e));
    } catch (UncheckedIOException e) {
      return failed(err, FAILED, FileFaults.inWords(requireNonNull(e.getCause())));
    }
  }

  private static int failed(PrintStream err, int status, @Nullable String reason) {
    err.println("gramme: " + reason);
    return status;
  }
}
