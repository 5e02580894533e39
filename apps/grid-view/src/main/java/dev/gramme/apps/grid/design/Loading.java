package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.design.ValueLayout.Place;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.batch.BatchWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Writes the items of many issues in batches. */
final class Loading {
  /** How many items of a table are collected before they are written. */
  private static final int GATHERED = 2_000;

  private final Clients clients;

  Loading(Clients clients) {
    this.clients = clients;
  }

  /** Receives the items of issues. */
  @FunctionalInterface
  interface Sink {
    void put(Place place, Map<String, AttributeValue> item);
  }

  void load(
      Directory directory, String project, Iterable<Issue> issues, BiConsumer<Issue, Sink> items) {
    Map<String, Batch> gathered = new LinkedHashMap<>();
    long last = 0;
    for (Issue issue : issues) {
      items.accept(
          issue,
          (place, item) ->
              gathered.computeIfAbsent(place.table(), table -> new Batch(place)).add(item));
      last = Math.max(last, issue.number());
    }
    gathered.values().forEach(Batch::write);
    long next = directory.nextNumber(project, 1);
    if (next < last) {
      directory.nextNumber(project, Math.toIntExact(last - next));
    }
  }

  /** The collected items of a table. */
  private final class Batch {
    private final Place place;
    private final List<Map<String, AttributeValue>> items = new ArrayList<>();

    Batch(Place place) {
      this.place = place;
    }

    void add(Map<String, AttributeValue> item) {
      items.add(item);
      if (items.size() == GATHERED) {
        write();
      }
    }

    void write() {
      BatchWriter.Report report =
          BatchWriter.of(
                  clients.client(),
                  place.table(),
                  clients.backoff(),
                  place.key().keySet().toArray(String[]::new))
              .put(items);
      if (!report.isSuccess()) {
        throw new IllegalStateException("not all items could be written: " + report.failures());
      }
      items.clear();
    }
  }
}
