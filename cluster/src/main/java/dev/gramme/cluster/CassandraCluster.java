package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Nodes of Cassandra on one machine, which begin to run one after another: that is how Cassandra
 * lets nodes join.
 */
public final class CassandraCluster implements AutoCloseable {
  private final List<CassandraNode> nodes;

  private CassandraCluster(List<CassandraNode> nodes) {
    this.nodes = nodes;
  }

  /**
   * What a cluster is.
   *
   * @param project Gramme's folder, where Cassandra's version is written down
   * @param folder where the nodes keep their files; those of an earlier run are taken up again
   * @param hosts where each of the nodes runs
   * @param nativePort where they listen for clients, 0 for a free one
   * @param storagePort where they listen for one another, 0 for a free one
   * @param heapMegabytes of each
   * @param jvmOptions further options of each node's JVM
   */
  public record Plan(
      Path project,
      Path folder,
      List<Host> hosts,
      int nativePort,
      int storagePort,
      int heapMegabytes,
      List<String> jvmOptions) {
    public Plan {
      hosts = List.copyOf(hosts);
      jvmOptions = List.copyOf(jvmOptions);
    }

    /** A plan on loopback for tests, see {@link #of(Path, Path, List)}. */
    public static Plan of(Path project, Path folder, int nodes) {
      return of(project, folder, Host.loopback(nodes));
    }

    /**
     * A plan for tests, at free ports with 1 GB for each node. Most of a test's time goes by until
     * its nodes run, so they do without what pays only later: the second compiler.
     */
    public static Plan of(Path project, Path folder, List<Host> hosts) {
      return new Plan(project, folder, hosts, 0, 0, 1024, List.of("-XX:TieredStopAtLevel=1"));
    }
  }

  /**
   * Where a process runs.
   *
   * @param address where others find it
   * @param prefix the words that its command begins with, such as {@code ip netns exec NAME}; they
   *     must end in the command itself, so that signals reach it
   */
  public record Host(String address, List<String> prefix) {
    public Host {
      prefix = List.copyOf(prefix);
    }

    /** 127.0.0.1, 127.0.0.2 and so on. */
    public static List<Host> loopback(int count) {
      return IntStream.rangeClosed(1, count)
          .mapToObj(i -> new Host("127.0.0." + i, List.of()))
          .toList();
    }
  }

  /**
   * Starts a cluster and waits until it takes requests. If this fails, no node is left running.
   *
   * @throws ClusterException if JDK 17 or Maven is missing, or a node does not start
   */
  public static CassandraCluster start(Plan plan) {
    return start(plan, "");
  }

  /**
   * The same with further lines of each node's {@code cassandra.yaml}.
   *
   * @throws ClusterException if JDK 17 or Maven is missing, or a node does not start
   */
  public static CassandraCluster start(Plan plan, String configuration) {
    Path java = Jdk17.java(System.getenv());
    String classPath = CassandraJars.classPath(plan.project());
    int nativePort = plan.nativePort() == 0 ? freePort() : plan.nativePort();
    int storagePort = plan.storagePort() == 0 ? freePort() : plan.storagePort();
    var nodes = new ArrayList<CassandraNode>();
    boolean isKnownToAll = true;
    for (Host host : plan.hosts()) {
      Path folder = plan.folder().toAbsolutePath().resolve("node" + (nodes.size() + 1));
      isKnownToAll &= Files.exists(folder.resolve("data"));
      NodeFiles.write(
          folder,
          configuration,
          Map.of(
              "address", host.address(),
              "seed", plan.hosts().getFirst().address(),
              "storagePort", Integer.toString(storagePort),
              "nativePort", Integer.toString(nativePort),
              "folder", folder.toString()));
      var command = CassandraNode.command(java, classPath, folder, plan);
      nodes.add(new CassandraNode(host, command, folder, nativePort));
    }
    var cluster = new CassandraCluster(List.copyOf(nodes));
    try {
      if (isKnownToAll) {
        // One that was a member waits for the others.
        nodes.forEach(CassandraNode::begin);
        nodes.forEach(CassandraNode::awaitReady);
      } else {
        nodes.forEach(CassandraNode::start);
      }
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ClusterException("There is no free port.", e);
    }
  }

  /** The nodes, in the order of the plan. */
  public List<CassandraNode> nodes() {
    return nodes;
  }

  /** Where clients find them. */
  public List<InetSocketAddress> addresses() {
    return nodes.stream().map(CassandraNode::address).toList();
  }

  /** Kills all nodes, for whom needs their files no more: to stop takes half a minute. */
  public void kill() {
    nodes.forEach(CassandraNode::kill);
  }

  /** Stops all nodes that run. */
  @Override
  public void close() {
    nodes.reversed().forEach(CassandraNode::stop);
  }
}
