package dev.gramme.functions;

import java.time.Instant;
import java.util.List;

/**
 * Records that are handed over together.
 *
 * @param attempts the number of failed attempts so far
 */
record StreamBatch(List<Entry> records, int attempts) {
  /** A record: its sequence number, its time, and its JSON form with the size. */
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
