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
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The programs of a cluster of PostgreSQL.
 *
 * @param bin the folder of PostgreSQL's programs
 * @param patroni Patroni, which starts PostgreSQL and decides which server is the primary
 * @param etcd etcd, in which Patroni's nodes agree on that
 * @param etcdInterface the section of Patroni's configuration that names etcd, which determines the
 *     version of etcd's interface: "etcd" means version 2, "etcd3" version 3
 */
record PostgresPrograms(Path bin, Path patroni, Path etcd, String etcdInterface) {
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String ETCD_2 = "etcd";
  private static final int[] FIRST_SAFE_WITH_ETCD3 = {3, 0, 3};
  private static final Pattern VERSION = Pattern.compile("(?m)^patroni (\\d+(?:\\.\\d+)+)");
  private static final long VERSION_TIMEOUT_SECONDS = 10;

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

  /** The version that Patroni prints, such as {@code patroni 3.0.2}. */
  private static int[] version(Path patroni) {
    String printed = printed(patroni.toString(), "--version");
    var version = VERSION.matcher(printed);
    if (!version.find()) {
      throw new ClusterException(patroni + " does not state its version: " + printed);
    }
    return Stream.of(version.group(1).split("\\.")).mapToInt(Integer::parseInt).toArray();
  }

  /** What a command prints, also as errors. A file receives it, so that the wait has a limit. */
  private static String printed(String... command) {
    try {
      Path output = Files.createTempFile("gramme", ".txt");
      try {
        var process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = hasEnded(process, command[0]);
        String printed = Files.readString(output, StandardCharsets.UTF_8).strip();
        if (!hasEnded || process.exitValue() != 0) {
          throw new ClusterException(
              "%s %s: %s"
                  .formatted(
                      String.join(" ", command),
                      hasEnded
                          ? "fails with status " + process.exitValue()
                          : "does not end within %d s".formatted(VERSION_TIMEOUT_SECONDS),
                      printed));
        }
        return printed;
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new ClusterException(command[0] + " cannot be started: " + e.getMessage(), e);
    }
  }

  /** Waits for the end of a process, and kills it if that takes too long. */
  private static boolean hasEnded(Process process, String program) {
    try {
      return process.waitFor(VERSION_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while " + program + " was running.", e);
    } finally {
      process.destroyForcibly();
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
