package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Nodes of Cassandra on 127.0.0.1, 127.0.0.2 and so on, which begin to run one after another: that
 * is how Cassandra lets nodes join.
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
   * @param nodes how many
   * @param nativePort where they listen for clients, 0 for a free one
   * @param storagePort where they listen for one another, 0 for a free one
   * @param heapMegabytes of each
   */
  public record Plan(
      Path project, Path folder, int nodes, int nativePort, int storagePort, int heapMegabytes) {
    /** A plan at free ports with 1 GB for each node. */
    public static Plan of(Path project, Path folder, int nodes) {
      return new Plan(project, folder, nodes, 0, 0, 1024);
    }
  }

  /**
   * Starts a cluster and waits until it takes requests. If this fails, no node is left running.
   *
   * @throws ClusterException if JDK 17 or Maven is missing, or a node does not start
   */
  public static CassandraCluster start(Plan plan) {
    Path java = Jdk17.java(System.getenv());
    String classPath = CassandraJars.classPath(plan.project());
    int nativePort = plan.nativePort() == 0 ? freePort() : plan.nativePort();
    int storagePort = plan.storagePort() == 0 ? freePort() : plan.storagePort();
    var nodes = new ArrayList<CassandraNode>();
    for (int i = 1; i <= plan.nodes(); i++) {
      Path folder = plan.folder().toAbsolutePath().resolve("node" + i);
      NodeFiles.write(
          folder,
          Map.of(
              "address", "127.0.0." + i,
              "seed", "127.0.0.1",
              "storagePort", Integer.toString(storagePort),
              "nativePort", Integer.toString(nativePort),
              "folder", folder.toString()));
      nodes.add(
          new CassandraNode(
              java,
              classPath,
              folder,
              new InetSocketAddress("127.0.0." + i, nativePort),
              plan.heapMegabytes()));
    }
    var cluster = new CassandraCluster(List.copyOf(nodes));
    try {
      nodes.forEach(CassandraNode::start);
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

  /** The nodes, in the order of their addresses. */
  public List<CassandraNode> nodes() {
    return nodes;
  }

  /** Where clients find them. */
  public List<InetSocketAddress> addresses() {
    return nodes.stream().map(CassandraNode::address).toList();
  }

  /** Stops all nodes. */
  @Override
  public void close() {
    nodes.reversed().forEach(CassandraNode::stop);
  }
}
