package dev.gramme.toolkit.batch;

import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.explain.ItemSize;
import dev.gramme.toolkit.key.PrimaryKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Puts and deletes any number of items: 25 per request, several requests concurrently. Unprocessed
 * writes are retried after a pause.
 *
 * <p>Of several writes to one item the last one wins, as if they were made sequentially. An item
 * that cannot be written (too large, a key attribute of a wrong type) does not prevent the other
 * writes: it is found by bisecting its batch, and reported.
 *
 * <p>Immutable and thread-safe.
 */
public final class BatchWriter {
  private static final int MAX_WRITES = 25;
  private static final int DEFAULT_CONCURRENCY = 4;

  /** A request may have 16 MB, and binary values grow by a third in JSON. */
  private static final long MAX_BYTES = 12L << 20;

  /** After more failures than this, the remaining writes are not attempted. */
  public static final int MAX_FAILURES = 1_000;

  private final DynamoDbClient client;
  private final String table;
  private final List<String> keyNames;
  private final Backoff backoff;
  private final int concurrency;
  private final Executor executor;
  private final Consumer<Report> progress;

  private BatchWriter(
      DynamoDbClient client,
      String table,
      List<String> keyNames,
      Backoff backoff,
      int concurrency,
      Executor executor,
      Consumer<Report> progress) {
    this.client = client;
    this.table = table;
    this.keyNames = keyNames;
    this.backoff = backoff;
    this.concurrency = concurrency;
    this.executor = executor;
    this.progress = progress;
  }

  /**
   * A writer with four concurrent requests, on {@link CallThreads}.
   *
   * @param keyNames the names of the table's key attributes
   */
  public static BatchWriter of(
      DynamoDbClient client, String table, Backoff backoff, String... keyNames) {
    return new BatchWriter(
        client,
        table,
        List.of(keyNames),
        backoff,
        DEFAULT_CONCURRENCY,
        Lanes.THREADS,
        report -> {});
  }

  /** This writer with another number of concurrent requests. */
  public BatchWriter concurrency(int requests) {
    return new BatchWriter(client, table, keyNames, backoff, requests, executor, progress);
  }

  /** This writer with requests on an executor. */
  public BatchWriter on(Executor requests) {
    return new BatchWriter(client, table, keyNames, backoff, concurrency, requests, progress);
  }

  /**
   * This writer with a progress listener, which is called after every request, by one thread at a
   * time.
   */
  public BatchWriter onProgress(Consumer<Report> listener) {
    return new BatchWriter(client, table, keyNames, backoff, concurrency, executor, listener);
  }

  /**
   * The result of the writes.
   *
   * @param written how many items were put or deleted
   * @param superseded how many writes were skipped because a later write had the same key
   * @param failures the failed writes
   * @param complete whether all writes were attempted
   */
  public record Report(long written, long superseded, List<Failure> failures, boolean complete) {
    public Report {
      failures = List.copyOf(failures);
    }

    /** Whether everything was written. */
    public boolean isSuccess() {
      return complete && failures.isEmpty();
    }
  }

  /** A failed write and the reason. */
  public record Failure(WriteRequest write, String reason) {}

  /** Puts all items. */
  public Report put(Iterable<Map<String, AttributeValue>> items) {
    return write(() -> {
      var all = items.iterator();
      return new java.util.Iterator<>() {
        @Override
        public boolean hasNext() {
          return all.hasNext();
        }

        @Override
        public WriteRequest next() {
          Map<String, AttributeValue> item = all.next();
          return WriteRequest.builder().putRequest(put -> put.item(item)).build();
        }
      };
    });
  }

  /** Performs all writes. The iterable is consumed lazily, so it may be larger than memory. */
  public Report write(Iterable<WriteRequest> writes) {
    return new Run().all(writes);
  }

  /** The state of one call. */
  private final class Run {
    private final Lanes lanes = new Lanes(executor, concurrency);
    private final Set<PrimaryKey> underWay = new HashSet<>();
    private final List<Failure> failures = new ArrayList<>();
    private long written;
    private long superseded;
    private boolean complete;

    Report all(Iterable<WriteRequest> writes) {
      Map<PrimaryKey, WriteRequest> next = new LinkedHashMap<>();
      long bytes = 0;
      for (WriteRequest write : writes) {
        long size = size(write);
        if (next.size() == MAX_WRITES || (bytes + size > MAX_BYTES && !next.isEmpty())) {
          send(next);
          next = new LinkedHashMap<>();
          bytes = 0;
        }
        if (hasGivenUp()) {
          lanes.finish();
          return report();
        }
        // The later write replaces the earlier one.
        if (next.put(key(write), write) != null) {
          superseded();
        }
        bytes += size;
      }
      if (!next.isEmpty()) {
        send(next);
      }
      lanes.finish();
      complete = !hasGivenUp();
      return report();
    }

    private void send(Map<PrimaryKey, WriteRequest> batch) {
      Set<PrimaryKey> keys = Set.copyOf(batch.keySet());
      await(keys);
      lanes.run(() -> {
        try {
          write(List.copyOf(batch.values()));
        } finally {
          done(keys);
        }
      });
    }

    /**
     * Waits until no earlier write of these items is in flight: concurrent writes could complete in
     * any order.
     */
    private synchronized void await(Set<PrimaryKey> keys) {
      try {
        while (keys.stream().anyMatch(underWay::contains)) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BatchInterrupted(e);
      }
      underWay.addAll(keys);
    }

    private synchronized void done(Set<PrimaryKey> keys) {
      underWay.removeAll(keys);
      notifyAll();
      progress.accept(report());
    }

    private void write(Collection<WriteRequest> writes) {
      List<WriteRequest> left = List.copyOf(writes);
      String reason = "UnprocessedItems after all attempts";
      for (int failed = 0; !left.isEmpty() && failed < backoff.attempts(); failed++) {
        if (failed > 0) {
          backoff.pause(failed);
        }
        try {
          List<WriteRequest> unprocessed = attempt(left);
          written(left.size() - unprocessed.size());
          if (unprocessed.size() < left.size()) {
            failed = 0;
          }
          left = unprocessed;
        } catch (DynamoDbException e) {
          reason = String.valueOf(e.getMessage());
          if (Repeatable.isForOneItem(e) && left.size() > 1) {
            write(left.subList(0, left.size() / 2));
            write(left.subList(left.size() / 2, left.size()));
            return;
          }
          if (!Repeatable.is(e)) {
            break;
          }
        }
      }
      failed(left, reason);
    }

    private List<WriteRequest> attempt(List<WriteRequest> writes) {
      return client
          .batchWriteItem(
              BatchWriteItemRequest.builder().requestItems(Map.of(table, writes)).build())
          .unprocessedItems()
          .getOrDefault(table, List.of());
    }

    private synchronized void written(int count) {
      written += count;
    }

    private synchronized void superseded() {
      superseded++;
    }

    private synchronized void failed(List<WriteRequest> writes, String reason) {
      writes.forEach(write -> failures.add(new Failure(write, reason)));
    }

    private synchronized boolean hasGivenUp() {
      return failures.size() > MAX_FAILURES || lanes.hasFailed();
    }

    private synchronized Report report() {
      return new Report(written, superseded, failures, complete);
    }
  }

  private PrimaryKey key(WriteRequest write) {
    return PrimaryKey.of(
        keyNames,
        write.putRequest() == null ? write.deleteRequest().key() : write.putRequest().item());
  }

  private static long size(WriteRequest write) {
    return write.putRequest() == null ? 0 : ItemSize.of(write.putRequest().item());
  }
}
