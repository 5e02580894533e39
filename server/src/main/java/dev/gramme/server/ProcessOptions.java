package dev.gramme.server;

import dev.gramme.server.settings.DynamoDbLocalOptions;
import dev.gramme.server.settings.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The options with which a process of Linux was started, if it is a server. */
final class ProcessOptions {
  private ProcessOptions() {}

  /**
   * Reads the options.
   *
   * @param process its identifier
   * @return none if the process does not exist or is no server
   * @throws SettingsException if the options are those of DynamoDB Local and are invalid
   */
  static List<String> of(String process) throws SettingsException {
    List<String> line;
    try {
      var file = Path.of("/proc", process, "cmdline");
      line = List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
    } catch (IOException e) {
      return List.of();
    }
    int main = line.indexOf(Main.class.getName());
    if (main < 0) {
      return List.of();
    }
    // The line ends with a zero.
    List<String> options = line.subList(main + 1, line.size() - 1);
    if (!options.isEmpty() && options.getFirst().equals("serve")) {
      options = options.subList(1, options.size());
    }
    return DynamoDbLocalOptions.isOne(options)
        ? DynamoDbLocalOptions.translate(options)
        : List.copyOf(options);
  }
}
