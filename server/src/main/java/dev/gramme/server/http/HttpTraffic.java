package dev.gramme.server.http;

import dev.gramme.server.metrics.MetricsPage;
import dev.gramme.server.metrics.MetricsSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** What went through the server's connections since its start. */
public final class HttpTraffic implements MetricsSource {
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong buffered = new AtomicLong();
  private final LongAdder received = new LongAdder();
  private final LongAdder sent = new LongAdder();

  HttpTraffic() {}

  /** Connections that are open now. */
  public int openConnections() {
    return open.get();
  }

  /** Bytes of request bodies, as sent by the clients. */
  public long receivedBytes() {
    return received.sum();
  }

  /** Bytes of responses, header fields included. */
  public long sentBytes() {
    return sent.sum();
  }

  @Override
  public void addTo(MetricsPage page) {
    page.gauge("gramme_connections", "Open connections.", openConnections());
    page.counter(
        "gramme_received_bytes_total", "Request bodies received.", (double) receivedBytes());
    page.counter(
        "gramme_sent_bytes_total", "Responses sent, with their heads.", (double) sentBytes());
  }

  int opened() {
    return open.incrementAndGet();
  }

  void closed() {
    open.decrementAndGet();
  }

  void received(int bytes) {
    received.add(bytes);
  }

  void sent(int bytes) {
    sent.add(bytes);
  }

  /** Takes room for part of a body; false, and nothing taken, if that would exceed the limit. */
  boolean reserve(int bytes, long limit) {
    if (buffered.addAndGet(bytes) <= limit) {
      return true;
    }
    buffered.addAndGet(-bytes);
    return false;
  }

  void release(int bytes) {
    buffered.addAndGet(-bytes);
  }
}
