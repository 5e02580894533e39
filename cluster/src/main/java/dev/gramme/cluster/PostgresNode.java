package dev.gramme.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A node of a cluster of PostgreSQL: Patroni, and the server of PostgreSQL that it starts. */
public final class PostgresNode {
  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build();
  private static final int OK = 200;

  private final Path folder;
  private final String address;
  private final int port;
  private final int apiPort;
  private final NodeProcess patroni;

  private PostgresNode(Path folder, String address, int port, int apiPort, NodeProcess patroni) {
    this.folder = folder;
    this.address = address;
    this.port = port;
    this.apiPort = apiPort;
    this.patroni = patroni;
  }

  /**
   * Writes the configuration of a node.
   *
   * @param etcd host and port of etcd
   * @param port the port of PostgreSQL; Patroni's is the next one
   */
  static PostgresNode create(
      PostgresPrograms programs, Host host, Path folder, String etcd, int port, String password) {
    Path configuration = folder.resolve("patroni.yml");
    try {
      Files.createDirectories(folder);
      PrivateFile.write(
          configuration,
          NodeFiles.filled(
              "patroni.yml",
              Map.of(
                  "name", folder.getFileName().toString(),
                  "address", host.address(),
                  "port", Integer.toString(port),
                  "apiPort", Integer.toString(port + 1),
                  "etcd", etcd,
                  "etcdInterface", programs.etcdInterface(),
                  "folder", folder.toString(),
                  "bin", programs.bin().toString(),
                  "password", password)));
    } catch (IOException e) {
      throw new ClusterException("The folder " + folder + " cannot be written to.", e);
    }
    var command = new ArrayList<>(PostgresPrograms.asUser());
    command.add(programs.patroni().toString());
    command.add(configuration.toString());
    return new PostgresNode(
        folder, host.address(), port, port + 1, new NodeProcess("Patroni", host, command, folder));
  }

  /** Host and port of PostgreSQL. */
  public String address() {
    return address + ":" + port;
  }

  /**
   * The id of PostgreSQL's main process.
   *
   * @throws ClusterException if it does not run
   */
  public long pid() {
    try (var lines = Files.lines(folder.resolve("data/postmaster.pid"))) {
      return Long.parseLong(lines.findFirst().orElseThrow().strip());
    } catch (IOException e) {
      throw new ClusterException("PostgreSQL does not run in " + folder + ".", e);
    }
  }

  /** Starts Patroni, which starts PostgreSQL. */
  void begin() {
    patroni.begin();
  }

  /** Starts Patroni, and returns when PostgreSQL runs. */
  public void start() {
    begin();
    awaitReady();
  }

  /** Waits until PostgreSQL accepts connections. */
  void awaitReady() {
    patroni.awaitReady(() -> isOk("health"), START_TIMEOUT);
  }

  /** Whether this node is the primary, as Patroni says. */
  public boolean isPrimary() {
    return isOk("primary");
  }

  /** Whether this node is a standby that has every acknowledged commit. */
  public boolean isSynchronous() {
    return isOk("synchronous");
  }

  private boolean isOk(String path) {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + address + ":" + apiPort + "/" + path))
            .timeout(ANSWER_TIMEOUT)
            .build();
    try {
      return CLIENT.send(request, BodyHandlers.discarding()).statusCode() == OK;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("Interrupted while the state of a node was read.", e);
    }
  }

  /** Kills PostgreSQL alone; Patroni notices it. */
  public void killPostgres() {
    NodeProcess.signal("KILL", List.of(pid()));
  }

  /** Kills Patroni and PostgreSQL. */
  public void kill() {
    List<Long> postgres = postgres();
    patroni.kill();
    if (!postgres.isEmpty()) {
      killAll(postgres);
    }
  }

  private static void killAll(List<Long> pids) {
    for (long pid : pids) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  /** Suspends all processes of the node (SIGSTOP) until {@link #resume}. */
  public void pause() {
    NodeProcess.signal("STOP", processes());
  }

  /** Resumes the processes (SIGCONT). */
  public void resume() {
    NodeProcess.signal("CONT", processes());
  }

  private List<Long> processes() {
    return Stream.concat(Stream.of(patroni.pid()), postgres().stream()).toList();
  }

  /** The processes of PostgreSQL, none if it does not run. */
  private List<Long> postgres() {
    if (!Files.exists(folder.resolve("data/postmaster.pid"))) {
      return List.of();
    }
    return ProcessHandle.of(pid()).stream()
        .flatMap(main -> Stream.concat(Stream.of(main), main.descendants()))
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Stops Patroni, which stops PostgreSQL. */
  void stop() {
    patroni.stop();
  }
}
