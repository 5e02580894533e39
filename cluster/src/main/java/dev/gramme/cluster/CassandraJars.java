package dev.gramme.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The class path of a node. Maven resolves it from {@code cluster/cassandra/pom.xml}; a file keeps
 * the result until that POM changes.
 */
final class CassandraJars {
  private static final long TIMEOUT_MINUTES = 10;

  private CassandraJars() {}

  /**
   * Returns the class path.
   *
   * @param project Gramme's source folder
   * @throws ClusterException if Maven is missing or cannot download the jars
   */
  static String classPath(Path project) {
    Path pom = project.resolve("cluster/cassandra/pom.xml");
    Path cached = project.resolve("cluster/target/cassandra.classpath");
    try {
      if (!isCurrent(cached, pom)) {
        resolve(pom, cached);
      }
      return Files.readString(cached);
    } catch (IOException e) {
      throw new ClusterException(
          "Maven is needed to download Cassandra's jars and cannot be run: " + e.getMessage(), e);
    }
  }

  private static boolean isCurrent(Path cached, Path pom) throws IOException {
    return Files.exists(cached)
        && Files.getLastModifiedTime(cached).compareTo(Files.getLastModifiedTime(pom)) >= 0;
  }

  private static void resolve(Path pom, Path cached) throws IOException {
    Files.createDirectories(cached.getParent());
    Path log = cached.resolveSibling("cassandra.classpath.log");
    // Another process may resolve it at the same time, so the new file replaces the old one at
    // once.
    Path fresh = Files.createTempFile(cached.getParent(), "cassandra", ".classpath");
    Process maven =
        new ProcessBuilder(
                List.of(
                    "mvn",
                    "-B",
                    "-q",
                    "-f",
                    pom.toString(),
                    "dependency:build-classpath",
                    "-Dmdep.outputFile=" + fresh))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!ended(maven) || maven.exitValue() != 0) {
      maven.destroyForcibly();
      throw new ClusterException("Maven cannot download Cassandra's jars; see " + log);
    }
    Files.move(fresh, cached, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean ended(Process process) {
    try {
      return process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while Maven downloaded Cassandra's jars.", e);
    }
  }
}
