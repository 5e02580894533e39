package dev.gramme.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Fills a table with {@link LargeItem}s through BatchWriteItem. */
final class BatchLoad {
  private static final int WRITERS = 16;
  private static final int BATCH = 25;
  private static final int PROGRESS_SECONDS = 10;
  private static final int ATTEMPTS = 200;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String DONE = "{\"UnprocessedItems\":{}}";

  private final int port;
  private final String table;
  private final LongAdder written = new LongAdder();

  BatchLoad(int port, String table) {
    this.port = port;
    this.table = table;
  }

  /**
   * Writes the items from number 0. Each connection writes every sixteenth batch, so that the keys
   * arrive in the order of their numbers; their rows are in the order of a hash.
   *
   * @param items a multiple of the size of a batch
   * @return the items a second
   */
  double run(long items) throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (var writers = Executors.newFixedThreadPool(WRITERS)) {
      var parts = new ArrayList<Future<?>>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        parts.add(
            writers.submit(() -> {
              write(writer, items);
              return null;
            }));
      }
      var progress = new Progress(items);
      for (var part : parts) {
        progress.await(part);
      }
    } catch (ExecutionException e) {
      throw new IOException("loading failed: " + e.getCause(), e);
    }
    return items / ((System.nanoTime() - start) / 1e9);
  }

  private void write(int writer, long items) throws IOException {
    var request = new BatchRequest(port, table);
    var texts = new LargeItem.Texts(new SplittableRandom(writer));
    try (var connection = new RawConnection(port)) {
      for (long first = (long) writer * BATCH; first < items; first += (long) WRITERS * BATCH) {
        for (int i = 0; i < BATCH; i++) {
          LargeItem.put(request.bytes, request.at(i), first + i, texts);
        }
        send(connection, request.bytes);
        written.add(BATCH);
      }
    }
  }

  /** Repeats a batch of which the server refused a part. */
  private static void send(RawConnection connection, byte[] request) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int status = connection.send(request);
      var body = connection.body();
      if (status == 200 && body.equals(DONE)) {
        return;
      }
      if (status != 200 && !body.contains("Throttling")) {
        throw new IOException("BatchWriteItem was answered " + status + ": " + body);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    throw new IOException("the server refused a batch " + ATTEMPTS + " times");
  }

  /** A request whose items can be overwritten. */
  static final class BatchRequest {
    private static final String BEFORE_ITEM = "{\"PutRequest\":{\"Item\":";
    private static final String AFTER_ITEM = "}}";

    private final byte[] bytes;
    private final int firstAt;

    BatchRequest(int port, String table) {
      var start = "{\"RequestItems\":{\"" + table + "\":[";
      var puts =
          String.join(",", Collections.nCopies(BATCH, BEFORE_ITEM + LargeItem.JSON + AFTER_ITEM));
      var body = start + puts + "]}}";
      var head = RawConnection.head(port, "BatchWriteItem", body.length());
      bytes = (head + body).getBytes(StandardCharsets.US_ASCII);
      firstAt = head.length() + start.length() + BEFORE_ITEM.length();
    }

    byte[] bytes() {
      return bytes;
    }

    /** The position of an item's JSON. */
    int at(int item) {
      return firstAt
          + item * (BEFORE_ITEM.length() + LargeItem.JSON.length() + AFTER_ITEM.length() + 1);
    }
  }

  /** Prints the progress every ten seconds. */
  private final class Progress {
    private final long items;
    private final long start = System.nanoTime();
    private long before;
    private long beforeNanos = start;

    Progress(long items) {
      this.items = items;
    }

    void await(Future<?> part) throws InterruptedException, ExecutionException {
      while (true) {
        try {
          part.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
          return;
        } catch (TimeoutException e) {
          print();
        }
      }
    }

    private void print() {
      long now = System.nanoTime();
      long count = written.sum();
      Bench.say(
          String.format(
              Locale.ROOT,
              "%,d of %,d items are loaded, %,.0f a second (%,.0f since the start)",
              count,
              items,
              (count - before) / ((now - beforeNanos) / 1e9),
              count / ((now - start) / 1e9)));
      before = count;
      beforeNanos = now;
    }
  }
}
