package dev.gramme.server;

import dev.gramme.cluster.Host;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Linux network namespaces, each linked to a bridge on which this machine has an address too. The
 * link can be cut to isolate a namespace. A second link with its own addresses always stays, so
 * that the test can send requests to a server in the namespace.
 *
 * <p>Needs root and the command {@code ip}. Names contain the process id, to avoid conflicts with
 * other test runs.
 */
final class Network implements AutoCloseable {
  private static final int NAME_RANGE = 0x10000;

  private final String name;
  private final String data;
  private final String control;
  private final int size;

  private Network(int size) {
    long id = ProcessHandle.current().pid() % NAME_RANGE;
    this.name = "gr%04x".formatted(id);
    this.data = "10.%d.%d".formatted(64 + id / 256 % 64, id % 256);
    this.control = "10.%d.%d".formatted(128 + id / 256 % 64, id % 256);
    this.size = size;
  }

  /** The reason why this machine cannot create networks, empty if it can. */
  static Optional<String> obstacle() throws InterruptedException {
    var network = new Network(1);
    try {
      network.make();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } finally {
      network.close();
    }
  }

  /** A network with this many namespaces. */
  static Network create(int size) throws IOException, InterruptedException {
    var network = new Network(size);
    try {
      network.make();
      return network;
    } catch (IOException e) {
      network.close();
      throw e;
    }
  }

  private void make() throws IOException, InterruptedException {
    if (ip("-o addr").contains(" " + data + ".")) {
      throw new IOException("the addresses " + data + ".* are in use");
    }
    ip("link add " + bridge() + " type bridge");
    ip("addr add " + data + ".254/24 dev " + bridge());
    ip("link set " + bridge() + " up");
    for (int i = 0; i < size; i++) {
      String space = namespace(i);
      ip("netns add " + space);
      ip("-n " + space + " link set lo up");
      link(i, dataLink(i), "data", data + "." + (i + 1) + "/24");
      ip("link set " + dataLink(i) + " master " + bridge());
      link(i, controlLink(i), "control", controlAddress(i, 1) + "/30");
      ip("addr add " + controlAddress(i, 2) + "/30 dev " + controlLink(i));
    }
  }

  private void link(int i, String outer, String inner, String address)
      throws IOException, InterruptedException {
    String space = namespace(i);
    ip("link add " + outer + " type veth peer name " + inner + " netns " + space);
    ip("-n " + space + " addr add " + address + " dev " + inner);
    ip("-n " + space + " link set " + inner + " up");
    ip("link set " + outer + " up");
  }

  private String bridge() {
    return name + "b";
  }

  private String namespace(int i) {
    return name + "n" + i;
  }

  private String dataLink(int i) {
    return name + "d" + i;
  }

  private String controlLink(int i) {
    return name + "c" + i;
  }

  private String controlAddress(int i, int end) {
    return control + "." + (4 * i + end);
  }

  /** The namespaces with their addresses on the bridge. */
  List<Host> hosts() {
    return Stream.iterate(0, i -> i < size, i -> i + 1)
        .map(i -> new Host(data + "." + (i + 1), inside(i)))
        .toList();
  }

  private List<String> inside(int i) {
    return List.of("ip", "netns", "exec", namespace(i));
  }

  /** This machine itself. */
  Host outside() {
    return new Host(data + ".254", List.of());
  }

  /** A namespace with the address of the link that is never cut. */
  Host controlled(int i) {
    return new Host(controlAddress(i, 1), inside(i));
  }

  /** Cuts a namespace off from the bridge. */
  void cut(int i) throws IOException, InterruptedException {
    ip("link set " + dataLink(i) + " down");
  }

  /** Reverts {@link #cut}. */
  void heal(int i) throws IOException, InterruptedException {
    ip("link set " + dataLink(i) + " up");
  }

  private static String ip(String words) throws IOException, InterruptedException {
    var command = Stream.concat(Stream.of("ip"), Stream.of(words.split(" ", -1))).toList();
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("ip " + words + ": " + output.strip());
    }
    return output;
  }

  /** Removes everything; deleting one end of a link deletes the other end too. */
  @Override
  public void close() {
    var remains = new ArrayList<String>();
    for (int i = 0; i < size; i++) {
      remains.add("link del " + dataLink(i));
      remains.add("link del " + controlLink(i));
      remains.add("netns del " + namespace(i));
    }
    remains.add("link del " + bridge());
    for (String each : remains) {
      try {
        ip(each);
      } catch (IOException wasNotThere) {
        // A network that could not be created completely lacks some parts.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
