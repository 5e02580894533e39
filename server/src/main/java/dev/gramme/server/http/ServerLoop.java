package dev.gramme.server.http;

import dev.gramme.model.budget.MemoryBudget;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The shared state of the connections of one event loop. Used on that loop only. */
final class ServerLoop {
  private final HttpLimits limits;
  private final HttpTraffic traffic;
  private final HttpHandler handler;
  private final ResponseEncoder encoder;
  private final MemoryBudget memory;
  private final Executor executor;
  private final Collection<ServerLoop> all;
  private final Set<HttpConnection> connections = new HashSet<>();

  /**
   * The connections whose client has sent a part of a request, the oldest request first. They do
   * not include connections where a request waits for the answer to an earlier one.
   */
  private final Set<HttpConnection> receiving = new LinkedHashSet<>();

  private int waitingForMemory;
  private final CompletableFuture<Void> drained = new CompletableFuture<>();
  private boolean draining;

  /**
   * The state of one event loop.
   *
   * @param executor runs tasks on the event loop
   * @param all the states of all event loops of the server; complete before the first connection
   */
  ServerLoop(
      HttpLimits limits,
      HttpTraffic traffic,
      MemoryBudget memory,
      HttpHandler handler,
      InstantSource clock,
      Executor executor,
      Collection<ServerLoop> all) {
    this.executor = executor;
    this.all = all;
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

  /** The memory of requests whose bodies are complete. */
  MemoryBudget memory() {
    return memory;
  }

  /** Registers a connection. False if there are too many. */
  boolean opened(HttpConnection connection, InetAddress address) {
    connections.add(connection);
    return traffic.opened(address, limits) && !draining;
  }

  void closed(HttpConnection connection, InetAddress address) {
    receiving.remove(connection);
    if (connections.remove(connection)) {
      traffic.closed(address);
      completeIfDrained();
    }
  }

  /** Registers that a client has sent a part of a request. False if that was known already. */
  boolean addReceiving(HttpConnection connection) {
    return receiving.add(connection);
  }

  /** Registers that the server does not wait for the client of a connection. */
  void removeReceiving(HttpConnection connection) {
    if (!receiving.isEmpty()) {
      receiving.remove(connection);
    }
  }

  /**
   * Closes a connection whose request arrives slowly. Large requests are closed first, the oldest
   * of them before others. Small ones hold little memory; they are closed only if no large one can
   * be closed, so that a client that is slow because the server is busy keeps its connection.
   *
   * @param except the connection that needs the memory; never closed
   * @param forSmall whether a small request needs it: then large requests are closed even if they
   *     are not slow
   * @return whether a connection was closed
   */
  boolean evictSlowest(@Nullable HttpConnection except, boolean forSmall) {
    long now = System.nanoTime();
    HttpConnection smallAndSlow = null;
    for (HttpConnection next : receiving) {
      boolean slow = next.isSlow(now);
      if (!slow && !forSmall) {
        break; // the others are younger
      }
      if (next.equals(except)) {
        continue;
      }
      if (!next.receivesLittle()) {
        evict(next);
        return true;
      }
      if (slow && smallAndSlow == null) {
        smallAndSlow = next;
      }
    }
    if (smallAndSlow == null) {
      return false;
    }
    evict(smallAndSlow);
    return true;
  }

  /**
   * Makes the other event loops close a connection whose request arrives slowly, because all loops
   * share the memory for arriving requests. The caller tries again a little later.
   *
   * @param missingBytes the memory that a request needs
   * @param limitBytes the memory that all arriving requests may then take
   * @param forSmall as in {@link #evictSlowest}
   */
  void evictElsewhere(long missingBytes, long limitBytes, boolean forSmall) {
    for (ServerLoop loop : all) {
      if (!loop.equals(this)) {
        loop.executor.execute(() -> {
          if (traffic.receivingBytes() + missingBytes > limitBytes) {
            var _ = loop.evictSlowest(null, forSmall);
          }
        });
      }
    }
  }

  private void evict(HttpConnection connection) {
    receiving.remove(connection);
    traffic.evicted();
    connection.evict();
  }

  /** Counts a request that waits for memory. False if too many wait already. */
  boolean addWaiting() {
    if (waitingForMemory >= HttpLimits.WAITING_FOR_MEMORY) {
      return false;
    }
    waitingForMemory++;
    return true;
  }

  void removeWaiting() {
    waitingForMemory--;
  }

  /** Closes the connections whose clients have exceeded a time limit. */
  void sweep() {
    long now = System.nanoTime();
    for (var connection : Set.copyOf(connections)) {
      connection.sweep(now);
    }
  }

  /** Lets running requests finish and accepts no more. */
  void drain() {
    draining = true;
    for (var connection : Set.copyOf(connections)) {
      connection.drain();
    }
    completeIfDrained();
  }

  /** Completes when {@link #drain} was called and the last connection is closed. */
  CompletableFuture<Void> drained() {
    return drained;
  }

  private void completeIfDrained() {
    if (draining && connections.isEmpty()) {
      drained.complete(null);
    }
  }
}
