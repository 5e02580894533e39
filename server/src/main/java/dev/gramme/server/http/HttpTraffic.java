package dev.gramme.server.http;

import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.MetricsSource;
import java.net.InetAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the server's connections since its start. */
public final class HttpTraffic implements MetricsSource {
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong buffered = new AtomicLong();
  private final Map<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();
  private final LongAdder refused = new LongAdder();
  private final LongAdder evicted = new LongAdder();
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();

  private final MemoryBudget memory;

  HttpTraffic(MemoryBudget memory) {
    this.memory = memory;
  }

  /** The connections that are open now. */
  public int openConnections() {
    return open.get();
  }

  /** The bytes of request bodies, as clients sent them. */
  public long receivedBytes() {
    return received.sum();
  }

  /** The bytes of responses, including header fields. */
  public long sentBytes() {
    return sent.sum();
  }

  @Override
  public void addTo(MetricsPage page) {
    page.gauge("gramme_connections", "Open connections.", openConnections());
    page.gauge(
        "gramme_receiving_bytes",
        "Memory of requests that have arrived only in part.",
        (double) receivingBytes());
    page.gauge(
        "gramme_request_memory_bytes",
        "Heap that requests hold from the end of their bodies until their answers are sent.",
        (double) memory.reservedBytes());
    page.gauge(
        "gramme_request_memory_limit_bytes",
        "Heap that all requests together may hold.",
        (double) memory.totalBytes());
    page.counter(
        "gramme_request_memory_refusals_total",
        "How often a request was refused more memory.",
        (double) memory.refusals());
    page.counter(
        "gramme_refused_connections_total",
        "Connections that were closed at once because there were too many.",
        (double) refused.sum());
    page.counter(
        "gramme_evicted_connections_total",
        "Connections that were closed because their clients were slow and memory was needed.",
        (double) evicted.sum());
    page.counter(
        "gramme_received_bytes_total", "Request bodies received.", (double) receivedBytes());
    page.counter(
        "gramme_sent_bytes_total", "Responses sent, with their heads.", (double) sentBytes());
  }

  /** Counts a connection. False if there are too many now, in total or from its network. */
  boolean opened(InetAddress address, HttpLimits limits) {
    int all = open.incrementAndGet();
    int ofAddress = byAddress.merge(address, 1, Integer::sum);
    boolean allowed = all <= limits.connections() && ofAddress <= limits.connectionsPerAddress();
    if (!allowed) {
      refused.increment();
    }
    return allowed;
  }

  void closed(InetAddress address) {
    byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    open.decrementAndGet();
  }

  /** Counts a connection that was closed for being slow when others needed memory. */
  void evicted() {
    evicted.increment();
  }

  void received(int bytes) {
    received.add(bytes);
  }

  void sent(int bytes) {
    sent.add(bytes);
  }

  /** The memory of requests that have arrived only in part. */
  public long receivingBytes() {
    return buffered.get();
  }

  /**
   * Counts a part of a request. If the limit would be exceeded, counts nothing and returns false.
   */
  boolean reserve(long bytes, long limit) {
    if (buffered.addAndGet(bytes) <= limit) {
      return true;
    }
    buffered.addAndGet(-bytes);
    return false;
  }

  void release(long bytes) {
    buffered.addAndGet(-bytes);
  }
}
