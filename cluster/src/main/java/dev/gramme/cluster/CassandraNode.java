package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Cassandra node: its folder, its address, and its process while it runs. */
public final class CassandraNode {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);
  private static final int PROBE_MILLIS = 200;

  private final InetSocketAddress address;
  private final NodeProcess process;

  CassandraNode(Host host, List<String> command, Path folder, int nativePort) {
    this.address = new InetSocketAddress(host.address(), nativePort);
    this.process = new NodeProcess("Cassandra", host, command, folder);
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
    return process.pid();
  }

  /** Starts the process and waits until it accepts connections. */
  public void start() {
    begin();
    awaitReady();
  }

  /** Starts the process. */
  void begin() {
    process.begin();
  }

  /** Waits until it accepts connections. */
  void awaitReady() {
    process.awaitReady(this::answers, START_TIMEOUT);
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(address, PROBE_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Stops it in an orderly way, and kills it if that takes too long. */
  public void stop() {
    process.stop();
  }

  /** Kills it. Data in the operating system's page cache survives, unlike after a power failure. */
  public void kill() {
    process.kill();
  }

  /** Suspends the process (SIGSTOP) until {@link #resume}. */
  public void pauseProcess() {
    NodeProcess.signal("STOP", List.of(pid()));
  }

  /** Resumes a suspended process (SIGCONT). */
  public void resume() {
    NodeProcess.signal("CONT", List.of(pid()));
  }
}
