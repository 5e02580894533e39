package dev.gramme.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The class path of a node, resolved by Maven from {@code cluster/cassandra/pom.xml} and kept in a
 * file until that changes.
 */
final class CassandraJars {
  private static final long PATIENCE_MINUTES = 10;

  private CassandraJars() {}

  /**
   * The class path.
   *
   * @param project Gramme's folder
   * @throws ClusterException if Maven is missing or cannot get the jars
   */
  static String classPath(Path project) {
    Path pom = project.resolve("cluster/cassandra/pom.xml");
    Path kept = project.resolve("cluster/target/cassandra.classpath");
    try {
      if (!isCurrent(kept, pom)) {
        resolve(pom, kept);
      }
      return Files.readString(kept);
    } catch (IOException e) {
      throw new ClusterException(
          "Maven, which gets Cassandra's jars, cannot be run: " + e.getMessage(), e);
    }
  }

  private static boolean isCurrent(Path kept, Path pom) throws IOException {
    return Files.exists(kept)
        && Files.getLastModifiedTime(kept).compareTo(Files.getLastModifiedTime(pom)) >= 0;
  }

  private static void resolve(Path pom, Path kept) throws IOException {
    Files.createDirectories(kept.getParent());
    Path log = kept.resolveSibling("cassandra.classpath.log");
    // Beside the file and then moved there: another process may be doing the same.
    Path fresh = Files.createTempFile(kept.getParent(), "cassandra", ".classpath");
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
      throw new ClusterException("Maven cannot get Cassandra's jars; see " + log);
    }
    Files.move(fresh, kept, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static boolean ended(Process process) {
    try {
      return process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while Maven got Cassandra's jars.", e);
    }
  }
}
