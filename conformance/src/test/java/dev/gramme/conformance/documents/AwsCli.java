package dev.gramme.conformance.documents;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The command {@code aws}. The CLI takes most of a second to load its libraries. One Python process
 * therefore loads them once and forks for each call. If the CLI does not belong to a Python that
 * can import it, each call starts it as usual.
 */
final class AwsCli {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private AwsCli() {}

  /** Prepares a folder for the PATH of a shell. */
  static Terminal provideIn(Path folder) throws IOException, InterruptedException {
    String python = python();
    var server = Files.writeString(folder.resolve("aws-server.py"), resource("aws-server.py"));
    var client = Files.writeString(folder.resolve("aws-client.py"), resource("aws-client.py"));
    var socket = folder.resolve("aws.socket");
    var terminal =
        new Terminal(folder, Map.of(), List.of(python, server.toString(), socket.toString()));
    if (terminal.await(0, PATIENCE, printed -> printed.startsWith("ready"))) {
      script(folder.resolve("aws"), "exec " + python + " -IS " + client + " " + socket + " \"$@\"");
    }
    return terminal;
  }

  /** The Python in the first line of {@code aws}, or else the first on the PATH. */
  private static String python() throws IOException, InterruptedException {
    var find =
        """
        file=$(command -v aws) || { echo 'the AWS CLI is missing (Debian: apt-get install awscli)' >&2; exit 1; }
        first=$(head -n 1 "$file" | tr -d '\\0')
        case $first in
          '#!'*python*) echo "${first#??}" ;;
          *) python3 -c 'import sys; print(sys.executable)' ;;
        esac
        """;
    try (var terminal = new Terminal(Path.of("."), Map.of(), List.of("bash", "-c", find))) {
      int status = terminal.status(PATIENCE);
      String printed = terminal.printedFrom(0).strip();
      if (status != 0) {
        throw new IllegalStateException(printed);
      }
      return printed;
    }
  }

  static void script(Path file, String command) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + command + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String resource(String name) throws IOException {
    try (var stream = AwsCli.class.getResourceAsStream("/documents/" + name)) {
      if (stream == null) {
        throw new IllegalStateException("missing: " + name);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
