package dev.gramme.cluster;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Cassandra node: its folder, its address, and its process while it runs. */
public final class CassandraNode {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final long PROBE_INTERVAL_MILLIS = 200;

  private final List<String> command;
  private final Path folder;
  private final InetSocketAddress address;
  private @Nullable Process process;

  CassandraNode(CassandraCluster.Host host, List<String> command, Path folder, int nativePort) {
    this.folder = folder;
    this.address = new InetSocketAddress(host.address(), nativePort);
    this.command = new ArrayList<>(host.prefix());
    this.command.addAll(command);
  }

  /** The command that runs a node whose configuration is in this folder. */
  static List<String> command(
      Path java, String classPath, Path folder, CassandraCluster.Plan plan) {
    int heapMegabytes = plan.heapMegabytes();
    var words = new ArrayList<String>();
    words.add(java.toString());
    words.add("-Xms" + heapMegabytes + "m");
    words.add("-Xmx" + heapMegabytes + "m");
    for (String jar : classPath.split(System.getProperty("path.separator"))) {
      if (Path.of(jar).getFileName().toString().startsWith("jamm-")) {
        words.add("-javaagent:" + jar);
      }
    }
    words.addAll(NodeFiles.jvmOptions());
    words.addAll(plan.jvmOptions());
    words.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
    words.add("-Dlogback.configurationFile=" + folder.resolve("logback.xml").toUri());
    words.add("-Dcassandra.logdir=" + folder);
    words.add("-Dcassandra.storagedir=" + folder);
    words.add("-Djava.io.tmpdir=" + NodeFiles.temporary(folder));
    words.add("-Dcassandra-foreground=yes");
    words.addAll(List.of("-cp", classPath, "org.apache.cassandra.service.CassandraDaemon"));
    return words;
  }

  /** The address for clients. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * The id of its process.
   *
   * @throws IllegalStateException if it is not running
   */
  public long pid() {
    return running().pid();
  }

  /** Starts the process and waits until it accepts connections. */
  public void start() {
    begin();
    awaitReady();
  }

  /** Starts the process. */
  void begin() {
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(folder.resolve("output.log").toFile()))
              .start();
    } catch (IOException e) {
      throw new ClusterException("Cassandra cannot be started: " + e.getMessage(), e);
    }
  }

  /** Waits until it accepts connections. */
  void awaitReady() {
    long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
    while (!answers()) {
      if (!running().isAlive() || System.nanoTime() > deadline) {
        throw new ClusterException(
            "Cassandra did not start in " + folder + "; see system.log and output.log there");
      }
      pause();
    }
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(address, (int) PROBE_INTERVAL_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private void pause() {
    try {
      var _ = running().waitFor(PROBE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while Cassandra started.", e);
    }
  }

  /** Stops it in an orderly way, and kills it if that takes too long. */
  public void stop() {
    Process stopping = process;
    if (stopping != null) {
      stopping.destroy();
      end(stopping);
    }
  }

  /** Kills it. Data in the operating system's page cache survives, unlike after a power failure. */
  public void kill() {
    Process killed = process;
    if (killed != null) {
      killed.destroyForcibly();
      end(killed);
    }
  }

  /** Suspends the process (SIGSTOP) until {@link #resume}. */
  public void pauseProcess() {
    signal("STOP");
  }

  /** Resumes a suspended process (SIGCONT). */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      int status = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
      if (status != 0) {
        throw new ClusterException("The signal " + name + " could not be sent.");
      }
    } catch (IOException e) {
      throw new ClusterException("The signal " + name + " could not be sent.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while a signal was sent.", e);
    }
  }

  private void end(Process ending) {
    try {
      if (!ending.waitFor(STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        ending.destroyForcibly().waitFor();
      }
      process = null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ending.destroyForcibly();
    }
  }

  private Process running() {
    Process current = process;
    if (current == null) {
      throw new IllegalStateException("the node in " + folder + " is not running");
    }
    return current;
  }
}
