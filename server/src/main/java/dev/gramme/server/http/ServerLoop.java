package dev.gramme.server.http;

import dev.gramme.model.budget.MemoryBudget;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** What the connections of one event loop share. Used on that loop only. */
final class ServerLoop {
  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private final HttpHandler handler;
  private final ResponseEncoder encoder;
  private final MemoryBudget memory;
  private final Set<HttpConnection> connections = new HashSet<>();

  /** The connections of which a request has arrived in part, the oldest request first. */
  private final Set<HttpConnection> receiving = new LinkedHashSet<>();

  private int waitingForMemory;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean draining;

  ServerLoop(
      HttpLimits limits,
      HttpTraffic traffic,
      MemoryBudget memory,
      HttpHandler handler,
      InstantSource clock) {
    this.limits = limits;
    this.memory = memory;
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

  /** The memory of requests from the end of their bodies on. */
  MemoryBudget memory() {
    return memory;
  }

  /** Counts a connection in; false if there are too many. */
  boolean opened(HttpConnection connection, InetAddress address) {
    connections.add(connection);
    return traffic.opened(address, limits) && !draining;
  }

  void closed(HttpConnection connection, InetAddress address) {
    receiving.remove(connection);
    if (connections.remove(connection)) {
      traffic.closed(address);
      noteDrained();
    }
  }

  /** Notes that a request has arrived in part. */
  void beginsToReceive(HttpConnection connection) {
    receiving.add(connection);
  }

  /** Notes that nothing, or the whole request, has arrived. */
  void endsToReceive(HttpConnection connection) {
    if (!receiving.isEmpty()) {
      receiving.remove(connection);
    }
  }

  /**
   * Closes the connection that has been sending its request for longest, if that is too long.
   *
   * @param except the connection that needs room
   * @param forSmall whether a small request needs it: then a large one has to go, slow or not
   */
  boolean evictSlowest(HttpConnection except, boolean forSmall) {
    long now = System.nanoTime();
    for (HttpConnection oldest : receiving) {
      if (oldest.equals(except) || (forSmall && oldest.receivesLittle() && !oldest.isSlow(now))) {
        continue;
      }
      if (!forSmall && !oldest.isSlow(now)) {
        return false;
      }
      receiving.remove(oldest);
      traffic.evicted();
      oldest.evict();
      return true;
    }
    return false;
  }

  /** Counts a request that waits for memory; false if too many do. */
  boolean beginsToWait() {
    if (waitingForMemory >= HttpLimits.WAITING_FOR_MEMORY) {
      return false;
    }
    waitingForMemory++;
    return true;
  }

  void endsToWait() {
    waitingForMemory--;
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
