package dev.gramme.server;

import dev.gramme.cluster.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of servers on a cluster of databases while parts of it fail. If a check fails, the logs of
 * all processes are kept in {@code target/cluster-logs}.
 */
final class FaultRun {
  private static final Path KEPT_LOGS = Path.of("target", "cluster-logs").toAbsolutePath();

  private final Path folder;
  private final long seed = Long.getLong("gramme.seed", System.nanoTime());
  private final long began = System.nanoTime();
  private final List<ServerProcess> servers = new ArrayList<>();

  /**
   * A run.
   *
   * @param folder for the files of all processes, one folder or log file for each
   */
  FaultRun(Path folder) {
    this.folder = folder;
  }

  /** What happens during the load. */
  interface Faults {
    void happen(ClusterLoad load) throws Exception;
  }

  /** Starts a server on each host. */
  void startServers(List<Host> hosts, List<String> options) throws IOException {
    for (Host host : hosts) {
      servers.add(new ServerProcess(folder, host, options));
    }
    say("the servers run");
  }

  List<ServerProcess> servers() {
    return servers;
  }

  /** Runs the load and its checks, then kills the servers. */
  void check(String name, Faults faults) {
    try {
      var load = new ClusterLoad(servers, seed, this::say);
      load.run(() -> {
        say("the tables exist");
        faults.happen(load);
        say("the faults are over");
      });
      say("all checks have passed");
    } catch (Exception | AssertionError e) {
      Path logs = KEPT_LOGS.resolve(name);
      keepLogs(logs);
      throw new AssertionError("seed %d; logs are in %s".formatted(seed, logs), e);
    }
  }

  void killServers() throws InterruptedException {
    for (var server : servers) {
      server.kill();
    }
  }

  /** Prints what happened, and when. */
  void say(String what) {
    long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
    System.out.printf("after %d s %s%n", seconds, what);
  }

  private void keepLogs(Path place) {
    try (var files = Files.walk(folder, 2)) {
      for (Path log : files.filter(file -> file.toString().contains(".log")).toList()) {
        if (Files.isRegularFile(log)) {
          Path kept = place.resolve(folder.relativize(log));
          Files.createDirectories(kept.getParent());
          Files.copy(log, kept, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      say("the logs could not be kept: " + e.getMessage());
    }
  }
}
