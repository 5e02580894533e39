package dev.gramme.conformance.kinesis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The records that workers have received, in order. Thread-safe. */
final class ReceivedChanges {
  private final List<Record> records = new ArrayList<>();

  synchronized void add(Record record) {
    records.add(record);
    notifyAll();
  }

  /** Waits until this many records have arrived; false if they do not arrive in time. */
  synchronized boolean await(int count, Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (records.size() < count) {
      long millis = (end - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  synchronized List<Record> all() {
    return List.copyOf(records);
  }

  /** The versions of each item, in the order of arrival. */
  synchronized Map<String, List<Integer>> versions() {
    var versions = new LinkedHashMap<String, List<Integer>>();
    for (Record record : records) {
      var image = record.dynamodb().newImage();
      versions
          .computeIfAbsent(Objects.requireNonNull(image.get("id")).s(), id -> new ArrayList<>())
          .add(Integer.valueOf(Objects.requireNonNull(image.get("version")).n()));
    }
    return versions;
  }
}
