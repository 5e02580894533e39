package dev.gramme.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The programs of a cluster of PostgreSQL.
 *
 * @param bin the folder of PostgreSQL's programs
 * @param patroni Patroni, which starts PostgreSQL and decides which server is the primary
 * @param etcd etcd, in which Patroni's nodes agree on that
 */
record PostgresPrograms(Path bin, Path patroni, Path etcd) {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /**
   * Finds the programs on the path, and PostgreSQL's also where Debian installs them.
   *
   * @throws ClusterException if one is not installed
   */
  static PostgresPrograms find(Map<String, String> environment) {
    return new PostgresPrograms(
        bin(environment), find(environment, "patroni"), find(environment, "etcd"));
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
   * The words before a command that lead to a user who may run PostgreSQL, which refuses to run as
   * root. In a user namespace of its own, root has another number.
   */
  static List<String> asUser() {
    return "root".equals(System.getProperty("user.name"))
        ? List.of("unshare", "--user")
        : List.of();
  }
}
