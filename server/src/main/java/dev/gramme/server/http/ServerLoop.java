package dev.gramme.server.http;

import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the connections of one event loop share. Used on that loop only. */
final class ServerLoop {
  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private final HttpHandler handler;
  private final ResponseEncoder encoder;
  private final Set<HttpConnection> connections = new HashSet<>();
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean draining;

  ServerLoop(HttpLimits limits, HttpTraffic traffic, HttpHandler handler, InstantSource clock) {
    this.limits = limits;
    this.traffic = traffic;
    this.handler = handler;
    this.encoder = new ResponseEncoder(clock);
  }

  HttpLimits limits() {
    return limits;
  }

  HttpTraffic traffic() {
    return traffic;
  }

  HttpHandler handler() {
    return handler;
  }

  ResponseEncoder encoder() {
    return encoder;
  }

  /** Counts a connection in; false if there are too many. */
  boolean opened(HttpConnection connection) {
    connections.add(connection);
    return traffic.opened() <= limits.connections() && !draining;
  }

  void closed(HttpConnection connection) {
    if (connections.remove(connection)) {
      traffic.closed();
      noteDrained();
    }
  }

  /** Closes the connections whose clients have used up their time. */
  void sweep() {
    long now = System.nanoTime();
    for (var connection : Set.copyOf(connections)) {
      connection.sweep(now);
    }
  }

  /** Lets the requests under way finish, and takes no more. */
  void drain() {
    draining = true;
    for (var connection : Set.copyOf(connections)) {
      connection.drain();
    }
    noteDrained();
  }

  /** Completes when the loop was told to drain and its last connection is closed. */
  CompletableFuture<Void> drained() {
    return drained;
  }

  private void noteDrained() {
    if (draining && connections.isEmpty()) {
      drained.complete(null);
    }
  }
}
