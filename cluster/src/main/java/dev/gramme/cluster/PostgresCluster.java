package dev.gramme.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Servers of PostgreSQL on one machine under Patroni: one is the primary, the others are standbys,
 * of which one has every acknowledged commit. When the primary fails, Patroni promotes that one.
 * The nodes agree on this in etcd, of which a single process runs here; real clusters have three.
 */
public final class PostgresCluster implements AutoCloseable {
  /** The number of consecutive ports of a host that a cluster uses. */
  public static final int PORTS = 4;

  private static final Duration ETCD_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration COMPLETE_TIMEOUT = Duration.ofMinutes(2);
  private static final int PROBE_MILLIS = 200;
  private static final int PASSWORD_BYTES = 16;

  private final NodeProcess etcd;
  private final List<PostgresNode> nodes;
  private final Path passwordFile;

  private PostgresCluster(NodeProcess etcd, List<PostgresNode> nodes, Path passwordFile) {
    this.etcd = etcd;
    this.nodes = nodes;
    this.passwordFile = passwordFile;
  }

  /**
   * The shape of a cluster.
   *
   * @param folder where the nodes keep their files; those of an earlier run are reused
   * @param etcd where etcd runs
   * @param hosts where the nodes run
   * @param port PostgreSQL's port on every host, 0 for a free one; Patroni uses the next one, etcd
   *     the two after it
   */
  public record Plan(Path folder, Host etcd, List<Host> hosts, int port) {
    public Plan {
      hosts = List.copyOf(hosts);
    }
  }

  /** Which program is missing on this machine, empty if a cluster can be started. */
  public static Optional<String> obstacle() {
    try {
      var _ = PostgresPrograms.find(System.getenv());
      return Optional.empty();
    } catch (ClusterException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Starts a cluster, and returns when a primary and a synchronous standby run. If a node fails to
   * start, all are stopped.
   *
   * @throws ClusterException if a program is missing, or a node does not start
   */
  public static PostgresCluster start(Plan plan) {
    var programs = PostgresPrograms.find(System.getenv());
    Path folder = plan.folder().toAbsolutePath();
    int port = plan.port() == 0 ? FreePort.get() : plan.port();
    int etcdPort = port + 2;
    Path passwordFile = folder.resolve("password");
    String password = password(passwordFile);
    NodeProcess etcd = etcd(programs, plan.etcd(), folder.resolve("etcd"), etcdPort);
    var nodes = new ArrayList<PostgresNode>();
    for (Host host : plan.hosts()) {
      nodes.add(
          PostgresNode.create(
              programs,
              host,
              folder.resolve("node" + (nodes.size() + 1)),
              plan.etcd().address() + ":" + etcdPort,
              port,
              password));
    }
    var cluster = new PostgresCluster(etcd, List.copyOf(nodes), passwordFile);
    try {
      etcd.begin();
      var address = new InetSocketAddress(plan.etcd().address(), etcdPort);
      etcd.awaitReady(() -> accepts(address), ETCD_TIMEOUT);
      nodes.forEach(PostgresNode::begin);
      nodes.forEach(PostgresNode::awaitReady);
      cluster.awaitComplete();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private static String password(Path file) {
    try {
      if (Files.exists(file)) {
        return Files.readString(file).strip();
      }
      Files.createDirectories(file.getParent());
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      String password = HexFormat.of().formatHex(random);
      PrivateFile.write(file, password + "\n");
      return password;
    } catch (IOException e) {
      throw new ClusterException("The file " + file + " cannot be used.", e);
    }
  }

  private static NodeProcess etcd(PostgresPrograms programs, Host host, Path folder, int port) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new ClusterException("The folder " + folder + " cannot be written to.", e);
    }
    String clients = "http://" + host.address() + ":" + port;
    String peers = "http://" + host.address() + ":" + (port + 1);
    var command = new ArrayList<String>();
    command.add(programs.etcd().toString());
    command.addAll(programs.etcdOptions());
    command.add("--name=etcd");
    command.add("--data-dir=" + folder.resolve("data"));
    command.add("--listen-client-urls=" + clients);
    command.add("--advertise-client-urls=" + clients);
    command.add("--listen-peer-urls=" + peers);
    command.add("--initial-advertise-peer-urls=" + peers);
    command.add("--initial-cluster=etcd=" + peers);
    return new NodeProcess("etcd", host, command, folder);
  }

  private static boolean accepts(InetSocketAddress address) {
    try (var socket = new Socket()) {
      socket.connect(address, PROBE_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private boolean isComplete() {
    return nodes.stream().anyMatch(PostgresNode::isPrimary)
        && (nodes.size() == 1 || nodes.stream().anyMatch(PostgresNode::isSynchronous));
  }

  /** The nodes, in the order of the plan. */
  public List<PostgresNode> nodes() {
    return nodes;
  }

  /**
   * The node that is the primary.
   *
   * @throws ClusterException if there is none
   */
  public PostgresNode primary() {
    return nodes.stream()
        .filter(PostgresNode::isPrimary)
        .findFirst()
        .orElseThrow(() -> new ClusterException("No node is the primary."));
  }

  /** Waits until a primary and a synchronous standby run. */
  public void awaitComplete() {
    etcd.awaitReady(this::isComplete, COMPLETE_TIMEOUT);
  }

  /** The file with the password of the user {@code postgres}. */
  public Path passwordFile() {
    return passwordFile;
  }

  /** The options with which a Gramme server uses this cluster. */
  public List<String> serverOptions() {
    String hosts = nodes.stream().map(PostgresNode::address).collect(Collectors.joining(","));
    return List.of(
        "--store=postgres",
        "--postgres-url=postgresql://" + hosts + "/postgres",
        "--postgres-user=postgres",
        "--postgres-password=" + passwordFile);
  }

  /** Kills all processes. */
  public void kill() {
    nodes.forEach(PostgresNode::kill);
    etcd.kill();
  }

  /** Stops all processes. */
  @Override
  public void close() {
    nodes.forEach(PostgresNode::stop);
    etcd.stop();
  }
}
