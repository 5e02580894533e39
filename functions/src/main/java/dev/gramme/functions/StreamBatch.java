package dev.gramme.functions;

import java.time.Instant;
import java.util.List;

/**
 * Records that the function receives in one call.
 *
 * @param attempts the failed calls that count as retries; with {@code BisectBatchOnFunctionError},
 *     a call whose batch is then shortened or split does not count
 */
record StreamBatch(List<Entry> records, int attempts) {
  /** A record: its sequence number, its time, its JSON form, and the size of that in bytes. */
  record Entry(long sequence, Instant time, String json, int sizeBytes) {}

  StreamBatch {
    records = List.copyOf(records);
  }

  Entry first() {
    return records.getFirst();
  }

  Entry last() {
    return records.getLast();
  }

  StreamBatch from(int index) {
    return new StreamBatch(records.subList(index, records.size()), attempts);
  }

  StreamBatch upTo(int index) {
    return new StreamBatch(records.subList(0, index), attempts);
  }

  StreamBatch failed() {
    return new StreamBatch(records, attempts + 1);
  }
}
