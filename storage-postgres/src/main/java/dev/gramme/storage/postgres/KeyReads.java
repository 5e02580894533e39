package dev.gramme.storage.postgres;

import dev.gramme.storage.StorageException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows by key. A few statements run at the same time; the requests that arrive meanwhile wait
 * and then share a statement. So a busy server sends fewer statements, and the latency of an idle
 * one stays that of a statement.
 *
 * <p>A request is in a statement that begins after the request. So it sees every transaction that
 * was committed before. All of its keys are in the same statement, which reads one state.
 */
final class KeyReads {
  /** How many statements run at the same time. */
  static final int STATEMENTS = 4;

  /** How many keys the requests that share a statement have at most. */
  static final int SHARED_KEYS = 64;

  private final Connections connections;
  private final RowTable rows;

  /** Those who wait for a running statement; at most one for each caller. */
  private final Queue<Request> waiting = new ArrayDeque<>();

  private int running;
  private long requests;
  private long statements;

  KeyReads(Connections connections, RowTable rows) {
    this.connections = connections;
    this.rows = rows;
  }

  /**
   * Reads some rows in one state.
   *
   * @return the rows that exist; may have rows for other callers, and share their values with them,
   *     so a caller copies what it gives away
   * @throws StorageException if the read fails for good
   */
  SortedMap<byte[], byte[]> read(Collection<byte[]> keys) {
    var request = new Request(keys);
    if (isFirst(request)) {
      run(List.of(request));
    }
    var shared = request.turn.join();
    if (!shared.isEmpty()) {
      run(shared);
    }
    return request.result();
  }

  /** Whether a request runs at once; otherwise it waits. */
  private synchronized boolean isFirst(Request request) {
    requests++;
    if (running < STATEMENTS) {
      running++;
      return true;
    }
    waiting.add(request);
    return false;
  }

  /** Answers requests; then the first of those who wait continues with its own and others. */
  private void run(List<Request> shared) {
    try {
      answer(shared);
    } finally {
      pass();
    }
  }

  private void answer(List<Request> shared) {
    countStatement();
    // Many requests have the same keys, such as that of a table's definition.
    var keys = new TreeSet<byte[]>(Arrays::compareUnsigned);
    shared.forEach(request -> keys.addAll(request.keys));
    try {
      var found = found(keys);
      shared.forEach(request -> request.succeed(found));
    } catch (RuntimeException | Error e) {
      shared.forEach(request -> request.fail(e));
    }
  }

  private synchronized void countStatement() {
    statements++;
  }

  private SortedMap<byte[], byte[]> found(Collection<byte[]> keys) {
    return connections.read(connection -> {
      var found = new TreeMap<byte[], byte[]>(Arrays::compareUnsigned);
      rows.getAll(connection, keys, found::put);
      return found;
    });
  }

  private void pass() {
    List<Request> next = take();
    if (!next.isEmpty()) {
      next.getFirst().turn.complete(next);
    }
  }

  /** Takes the requests of the next statement; if there are none, a statement less is running. */
  private synchronized List<Request> take() {
    var next = new ArrayList<Request>();
    int keys = 0;
    for (Request first = waiting.peek(); first != null; first = waiting.peek()) {
      keys += first.keys.size();
      if (keys > SHARED_KEYS && !next.isEmpty()) {
        break;
      }
      next.add(waiting.remove());
    }
    if (next.isEmpty()) {
      running--;
    }
    return next;
  }

  /** Adds the counts of requests and statements to the metrics of the store. */
  synchronized void addMetrics(SortedMap<String, Double> metrics) {
    metrics.put("key_reads_total", (double) requests);
    metrics.put("key_read_statements_total", (double) statements);
    metrics.put("key_reads_waiting", (double) waiting.size());
  }

  /** The keys of a caller, and what the caller waits for. */
  private static final class Request {
    final Collection<byte[]> keys;

    /** Requests that the caller has to read for; none if its own result is there. */
    final CompletableFuture<List<Request>> turn = new CompletableFuture<>();

    private SortedMap<byte[], byte[]> found = Collections.emptySortedMap();
    private @Nullable Throwable failure;

    Request(Collection<byte[]> keys) {
      this.keys = keys;
    }

    void succeed(SortedMap<byte[], byte[]> rows) {
      found = rows;
      turn.complete(List.of());
    }

    void fail(Throwable cause) {
      failure = cause;
      turn.complete(List.of());
    }

    SortedMap<byte[], byte[]> result() {
      if (failure != null) {
        throw new StorageException(String.valueOf(failure.getMessage()), failure);
      }
      return found;
    }
  }
}
