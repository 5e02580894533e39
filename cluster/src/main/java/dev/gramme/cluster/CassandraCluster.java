package dev.gramme.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A cluster of Cassandra nodes on one machine, each in its own process. The nodes of a new cluster
 * start sequentially, because only one node can join at a time; after that they start together.
 */
public final class CassandraCluster implements AutoCloseable {
  private final List<CassandraNode> nodes;

  private CassandraCluster(List<CassandraNode> nodes) {
    this.nodes = nodes;
  }

  /**
   * The shape of a cluster.
   *
   * @param project Gramme's source folder; {@code cluster/cassandra/pom.xml} there names the
   *     version of Cassandra
   * @param folder where the nodes keep their files; files of an earlier run are reused
   * @param hosts where each of the nodes runs
   * @param nativePort the port for clients on every host, 0 for a free one
   * @param storagePort the port for the other nodes on every host, 0 for a free one
   * @param heapMegabytes the heap of each node
   * @param jvmOptions additional options of each node's JVM
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

    /** A plan for tests on loopback addresses, see {@link #of(Path, Path, List)}. */
    public static Plan of(Path project, Path folder, int nodes) {
      return of(project, folder, Host.loopback(nodes));
    }

    /**
     * A plan for tests with free ports and a heap of 1 GB for each node. Most of a test's time is
     * the start of its nodes, so the JVM compiles with C1 only: C2 would pay off too late.
     */
    public static Plan of(Path project, Path folder, List<Host> hosts) {
      return new Plan(project, folder, hosts, 0, 0, 1024, List.of("-XX:TieredStopAtLevel=1"));
    }
  }

  /**
   * Starts a cluster and waits until every node accepts connections. If a node fails to start, all
   * nodes are stopped.
   *
   * @throws ClusterException if JDK 17 or Maven is missing, or a node does not start
   */
  public static CassandraCluster start(Plan plan) {
    return start(plan, "");
  }

  /**
   * Starts a cluster whose nodes have additional lines in {@code cassandra.yaml}.
   *
   * @throws ClusterException if JDK 17 or Maven is missing, or a node does not start
   */
  public static CassandraCluster start(Plan plan, String configuration) {
    Path java = Jdk17.java(System.getenv());
    String classPath = CassandraJars.classPath(plan.project());
    int nativePort = plan.nativePort() == 0 ? FreePort.get() : plan.nativePort();
    int storagePort = plan.storagePort() == 0 ? FreePort.get() : plan.storagePort();
    var nodes = new ArrayList<CassandraNode>();
    boolean allWereMembers = true;
    for (Host host : plan.hosts()) {
      Path folder = plan.folder().toAbsolutePath().resolve("node" + (nodes.size() + 1));
      allWereMembers &= Files.exists(folder.resolve("data"));
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
      if (allWereMembers) {
        // A node that is already a member waits for the other members, so all must start together.
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

  /** The nodes, in the order of the plan. */
  public List<CassandraNode> nodes() {
    return nodes;
  }

  /** The addresses for clients, in the order of the plan. */
  public List<InetSocketAddress> addresses() {
    return nodes.stream().map(CassandraNode::address).toList();
  }

  /**
   * Kills all nodes. An orderly stop takes half a minute; use this if their files are not needed.
   */
  public void kill() {
    nodes.forEach(CassandraNode::kill);
  }

  /** Stops all running nodes. */
  @Override
  public void close() {
    nodes.reversed().forEach(CassandraNode::stop);
  }
}
