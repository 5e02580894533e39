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
 * Reads rows by key. A few statements run in parallel; the requests that arrive meanwhile wait and
 * then share a statement. So a busy server sends fewer statements. On an idle server a request
 * waits for its own statement only.
 *
 * <p>The statement of a request begins after the request arrives, so it sees every transaction that
 * was committed before the request. All of its keys are in the same statement and are read from one
 * state, except very long keys: each of them has a statement of its own before the others.
 */
final class KeyReads {
  /** The maximum number of statements that run in parallel. */
  static final int STATEMENTS = 4;

  /**
   * The maximum number of keys in a shared statement. A request with more keys does not share. With
   * the largest rows of 400 KB, the shared statements together hold about 50 MB.
   */
  static final int SHARED_KEYS = 32;

  private final Connections connections;
  private final RowTable rows;

  /**
   * Requests that wait because the maximum number of statements is running; one for each caller.
   */
  private final Queue<Request> waiting = new ArrayDeque<>();

  private int running;
  private long requests;
  private long statements;

  KeyReads(Connections connections, RowTable rows) {
    this.connections = connections;
    this.rows = rows;
  }

  /**
   * Reads some rows from one state, except those with very long keys.
   *
   * @return the rows that exist. It may also have rows of other requests. Its arrays are shared, so
   *     the caller must copy the values that it returns
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

  /** Returns true if the request may run now; otherwise adds it to the queue. */
  private synchronized boolean isFirst(Request request) {
    requests++;
    if (running < STATEMENTS) {
      running++;
      return true;
    }
    waiting.add(request);
    return false;
  }

  /**
   * Reads the rows for these requests, then lets the first waiting request run the next statement.
   */
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

  /**
   * Takes the requests of the next statement. If none is waiting, decrements the number of running
   * statements.
   */
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

  /** The keys of a caller, and the event that the caller waits for. */
  private static final class Request {
    final Collection<byte[]> keys;

    /**
     * The requests for which the caller must run a statement; empty if its own result is available.
     */
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
