package dev.gramme.conformance.documents;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Replaces the ports that the documentation names by free ones. A server's address for operators is
 * its port plus 10000, so the two stay in this relation. All are below the ports that the system
 * gives to clients.
 *
 * @param base the port in place of 8000
 * @param servers how many servers 8000 and 8001 are. It is one on the page about servers that share
 *     Cassandra: the test has one server, with another store, in place of two with the same data
 */
record Ports(int base, int servers) {
  private static final int LOWEST = 11_000;
  private static final int COUNT = 10_000;
  private static final int STEP = 10;
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT / STEP));

  private static final Pattern DOCUMENTED = Pattern.compile("\\b(1?800[01]|9000|9092)\\b");

  static Ports free(int servers) {
    while (true) {
      var ports = new Ports(LOWEST + Math.floorMod(NEXT.getAndIncrement() * STEP, COUNT), servers);
      var used = IntStream.of(8000, 8001, 18000, 18001, 9000, 9092).map(ports::of);
      if (used.allMatch(Ports::isFree)) {
        return ports;
      }
    }
  }

  private static boolean isFree(int port) {
    try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return true;
    } catch (IOException taken) {
      return false;
    }
  }

  int of(int documented) {
    return switch (documented) {
      case 8000, 18000 -> base + documented - 8000;
      case 8001, 18001 -> base + documented - 8002 + servers;
      case 9000 -> base + 2;
      case 9092 -> base + 3;
      default -> throw new IllegalArgumentException("not replaced: " + documented);
    };
  }

  String in(String text) {
    return DOCUMENTED
        .matcher(text)
        .replaceAll(port -> String.valueOf(of(Integer.parseInt(port.group()))));
  }
}
