package dev.gramme.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs of a cluster of PostgreSQL.
 *
 * @param bin the folder of PostgreSQL's programs
 * @param patroni Patroni, which starts PostgreSQL and decides which server is the primary
 * @param etcd etcd, in which Patroni's nodes agree on that
 * @param etcdInterface the version of etcd's interface that Patroni uses: {@code etcd} for version
 *     2, {@code etcd3} for version 3, as Patroni's configuration names them
 */
record PostgresPrograms(Path bin, Path patroni, Path etcd, String etcdInterface) {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String ETCD_2 = "etcd";
  private static final int[] FIRST_SAFE_WITH_ETCD3 = {3, 0, 3};
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+");

  /**
   * Finds the programs on the path, and PostgreSQL's also where Debian installs them.
   *
   * @throws ClusterException if one is not installed, or Patroni does not state its version
   */
  static PostgresPrograms find(Map<String, String> environment) {
    Path bin = bin(environment);
    Path patroni = find(environment, "patroni");
    Path etcd = find(environment, "etcd");
    return new PostgresPrograms(bin, patroni, etcd, etcdInterface(patroni));
  }

  /** The options that etcd needs for its interface; version 3 needs none. */
  List<String> etcdOptions() {
    return etcdInterface.equals(ETCD_2) ? List.of("--enable-v2") : List.of();
  }

  private static Path bin(Map<String, String> environment) {
    try (var versions = Files.isDirectory(DEBIAN) ? Files.list(DEBIAN) : Stream.<Path>empty()) {
      var newest =
          versions
              .filter(version -> version.getFileName().toString().matches("\\d+"))
              .filter(version -> Files.isExecutable(version.resolve("bin/postgres")))
              .max(
                  Comparator.comparingInt(
                      version -> Integer.parseInt(version.getFileName().toString())));
      if (newest.isPresent()) {
        return newest.get().resolve("bin");
      }
    } catch (IOException e) {
      throw new ClusterException("The folder " + DEBIAN + " cannot be read.", e);
    }
    return find(environment, "postgres").resolve("..").normalize();
  }

  private static Path find(Map<String, String> environment, String program) {
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder).resolve(program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new ClusterException(
                program
                    + " is not installed; on Debian: apt-get install postgresql patroni"
                    + " etcd-server"));
  }

  /**
   * With version 3, a primary under a Patroni before 3.0.3 that was suspended can take its lock
   * back from the new primary, so that acknowledged commits are lost. With version 2, Patroni
   * renews the lock only if it still holds it. Debian 12 has Patroni 3.0.2.
   *
   * @see <a href="https://github.com/patroni/patroni/pull/2689">the correction in Patroni</a>
   */
  private static String etcdInterface(Path patroni) {
    return Arrays.compare(version(patroni), FIRST_SAFE_WITH_ETCD3) < 0 ? ETCD_2 : "etcd3";
  }

  /** The version that a program prints, such as {@code patroni 3.0.2}. */
  private static int[] version(Path program) {
    String printed = printed(program.toString(), "--version");
    var numbers = VERSION.matcher(printed);
    if (!numbers.find()) {
      throw new ClusterException(program + " does not state its version: " + printed);
    }
    return Stream.of(numbers.group().split("\\.")).mapToInt(Integer::parseInt).toArray();
  }

  private static String printed(String... command) {
    try {
      var process = new ProcessBuilder(command).redirectErrorStream(true).start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new ClusterException(command[0] + " cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * The words before a command that lead to a user who may run PostgreSQL, which refuses to run as
   * root. In a user namespace of its own, root has another number.
   */
  static List<String> asUser() {
    return "root".equals(System.getProperty("user.name"))
        ? List.of("unshare", "--user")
        : List.of();
  }
}
