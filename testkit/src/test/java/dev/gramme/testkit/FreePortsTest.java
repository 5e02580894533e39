package dev.gramme.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class FreePortsTest {
  @Test
  void ports_differ_and_are_below_those_of_outgoing_connections() throws IOException {
    int first = FreePorts.next();
    int second = FreePorts.next();
    assertThat(second).isNotEqualTo(first);
    assertThat(first).isBetween(FreePorts.LOWEST, FreePorts.END - 1);
  }

  @Test
  void a_port_in_use_is_skipped() throws IOException {
    int first = FreePorts.next();
    int following = first + 1 < FreePorts.END ? first + 1 : FreePorts.LOWEST;
    try (var _ = listening(following)) {
      assertThat(FreePorts.next()).isNotEqualTo(following);
    }
  }

  private static ServerSocket listening(int port) throws IOException {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException alreadyInUse) {
      return new ServerSocket();
    }
  }
}
