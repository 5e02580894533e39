package dev.gramme.move.copy;

import dev.gramme.move.CommandException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user's word that the writers have stopped and that the copy shall end: the Enter key, or a
 * file that {@code ./gramme copy --switch-over} creates.
 */
final class SwitchOver {
  private final Path file;
  private volatile boolean isEntered;

  private SwitchOver(Path file) {
    this.file = file;
  }

  /** Waits for a line of the input or for the file. */
  static SwitchOver watch(ProgressFile progress, InputStream in) {
    var switchOver = new SwitchOver(fileOf(progress.path()));
    // Reading from a terminal blocks its thread, which must not keep the process alive.
    Thread.ofPlatform().daemon().name("switch-over").start(() -> switchOver.read(in));
    return switchOver;
  }

  /** Removes a request that an earlier copy with the same progress file did not see. */
  static void forget(Path progress) throws IOException {
    Files.deleteIfExists(fileOf(progress));
  }

  /** Makes the copy with this progress file end. */
  static void request(Path progress) throws CommandException, IOException {
    if (!Files.exists(progress)) {
      throw CommandException.failed("there is no copy with the progress file " + progress);
    }
    Files.writeString(fileOf(progress), "");
  }

  private static Path fileOf(Path progress) {
    return progress.resolveSibling(progress.getFileName() + ".switch-over");
  }

  private void read(InputStream in) {
    try {
      for (int c = in.read(); c >= 0; c = in.read()) {
        if (c == '\n') {
          isEntered = true;
          return;
        }
      }
    } catch (IOException e) {
      // Without an input, the file remains.
    }
  }

  boolean isRequested() {
    return isEntered || Files.exists(file);
  }

  /** Removes the file. */
  void end() throws IOException {
    Files.deleteIfExists(file);
  }
}
