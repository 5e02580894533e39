package dev.gramme.bench;

import dev.gramme.bench.YcsbWorkload.Operation;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;

/**
 * One connection that sends the requests of a workload, each after the response to the one before.
 */
final class YcsbClient {
  private static final int MAX_SCANNED = 100;

  /** Newer records may not be written yet. */
  private static final int UNDER_WAY = 64;

  private final RawConnection connection;
  private final YcsbRequests requests;
  private final YcsbWorkload workload;
  private final SplittableRandom random;
  private final Zipf zipf;
  private final AtomicLong records;
  private final Map<Operation, Histogram> latencies = new EnumMap<>(Operation.class);
  private long errors;

  /**
   * A client.
   *
   * @param loaded the number of records that were loaded before
   * @param records the number of the next record to insert, for all clients
   */
  YcsbClient(
      RawConnection connection,
      YcsbRequests requests,
      YcsbWorkload workload,
      SplittableRandom random,
      long loaded,
      AtomicLong records) {
    this.connection = connection;
    this.requests = requests;
    this.workload = workload;
    this.random = random;
    this.zipf = new Zipf(loaded - UNDER_WAY, random);
    this.records = records;
  }

  /**
   * Sends requests until the end of the last second.
   *
   * @param start the time of the beginning, in nanoseconds
   * @param perSecond counts the operations that end in each second
   */
  void run(long start, AtomicLongArray perSecond) throws IOException {
    while (true) {
      var operation = workload.operation(random.nextInt(100));
      long before = System.nanoTime();
      boolean successful = run(operation);
      long after = System.nanoTime();
      int second = (int) ((after - start) / 1_000_000_000);
      if (second >= perSecond.length()) {
        return;
      }
      perSecond.incrementAndGet(second);
      latencies
          .computeIfAbsent(operation, _ -> new Histogram(Latencies.DIGITS))
          .recordValue(after - before);
      if (!successful) {
        errors++;
      }
    }
  }

  private boolean run(Operation operation) throws IOException {
    return switch (operation) {
      case READ -> send(requests.read(record()));
      case UPDATE -> send(requests.update(record()));
      case INSERT -> send(requests.insert(records.getAndIncrement()));
      case SCAN -> send(requests.scan(record(), 1 + random.nextInt(MAX_SCANNED)));
      case READ_MODIFY_WRITE -> {
        long record = record();
        boolean read = send(requests.read(record));
        yield send(requests.update(record)) && read;
      }
    };
  }

  private long record() {
    return workload.readsLatest() ? records.get() - UNDER_WAY - zipf.rank() : zipf.scrambled();
  }

  private boolean send(byte[] request) throws IOException {
    return connection.send(request) == 200;
  }

  /** The latencies by operation. */
  Map<Operation, Histogram> latencies() {
    return latencies;
  }

  /** The number of operations that failed. */
  long errors() {
    return errors;
  }
}
