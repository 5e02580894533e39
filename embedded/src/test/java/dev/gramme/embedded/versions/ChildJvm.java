package dev.gramme.embedded.versions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a main class with another class path in a process of its own. */
final class ChildJvm {
  private ChildJvm() {}

  /**
   * Runs a main class and returns what it prints.
   *
   * @param main the name of the class, followed by its arguments
   */
  static String run(String classPath, String... main) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath));
    command.addAll(List.of(main));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }
}
