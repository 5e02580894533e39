package dev.gramme.storage.rocksdb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a test's main class in a separate process. */
final class ChildJvm {
  private ChildJvm() {}

  static Process start(Class<?> main, String... arguments) throws IOException {
    return new ProcessBuilder(command(main, arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Limits the size of every file that the process writes, which acts like a full disk. */
  static Process startWithFileLimit(int kibibytes, Class<?> main, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "child"));
    command.addAll(command(main, arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static List<String> command(Class<?> main, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
