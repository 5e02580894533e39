package dev.gramme.move.files;

import dev.gramme.move.BatchWriter;
import dev.gramme.move.CommandException;
import dev.gramme.move.Progress;
import dev.gramme.move.Tasks;
import dev.gramme.move.UnitRate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes items in several lanes. Items with the same key are in the same lane, so that the last one
 * of a file remains.
 */
final class WriteLanes {
  private static final int QUEUE_ITEMS = 100;

  private final List<String> key;
  private final Progress progress;
  private final Consumer<String> refusals;
  private final DynamoDbClient client;
  private final String table;
  private final UnitRate rate;
  private final List<BlockingQueue<Optional<Entry>>> queues = new ArrayList<>();

  private record Entry(WriteRequest request, List<AttributeValue> key, String place) {}

  WriteLanes(
      DynamoDbClient client,
      String table,
      List<String> key,
      int lanes,
      UnitRate rate,
      Progress progress,
      Consumer<String> refusals) {
    this.client = client;
    this.table = table;
    this.key = List.copyOf(key);
    this.rate = rate;
    this.progress = progress;
    this.refusals = refusals;
    for (int i = 0; i < lanes; i++) {
      queues.add(new ArrayBlockingQueue<>(QUEUE_ITEMS));
    }
  }

  /**
   * Adds an item.
   *
   * @param place where the item is in its file, for errors
   */
  void put(Map<String, AttributeValue> item, String place) throws InterruptedException {
    var values = new ArrayList<AttributeValue>();
    for (String name : key) {
      AttributeValue value = item.get(name);
      if (value == null) {
        refusals.accept("%s: the item has no key attribute %s".formatted(place, name));
        return;
      }
      values.add(value);
    }
    int lane = Math.floorMod(values.hashCode(), queues.size());
    var request = WriteRequest.builder().putRequest(put -> put.item(item)).build();
    queues.get(lane).put(Optional.of(new Entry(request, values, place)));
  }

  /** No items follow. */
  void end() throws InterruptedException {
    for (BlockingQueue<Optional<Entry>> queue : queues) {
      queue.put(Optional.empty());
    }
  }

  /** One task for each lane, which ends after {@link #end}. */
  List<Tasks.Task> tasks() {
    var tasks = new ArrayList<Tasks.Task>();
    for (BlockingQueue<Optional<Entry>> queue : queues) {
      tasks.add(() -> write(queue));
    }
    return tasks;
  }

  private void write(BlockingQueue<Optional<Entry>> queue)
      throws CommandException, InterruptedException {
    var batch = new ArrayList<Entry>();
    var keys = new HashSet<List<AttributeValue>>();
    while (true) {
      Optional<Entry> next = queue.take();
      boolean isDuplicate = next.isPresent() && keys.contains(next.get().key());
      if (next.isEmpty() || isDuplicate || batch.size() == BatchWriter.MAX_REQUESTS) {
        write(batch);
        batch.clear();
        keys.clear();
      }
      if (next.isEmpty()) {
        return;
      }
      batch.add(next.get());
      keys.add(next.get().key());
    }
  }

  private void write(List<Entry> batch) throws CommandException, InterruptedException {
    if (batch.isEmpty()) {
      return;
    }
    var places = new HashMap<WriteRequest, String>();
    batch.forEach(entry -> places.put(entry.request(), entry.place()));
    var refused = new ArrayList<WriteRequest>();
    new BatchWriter(
            client,
            table,
            rate,
            (request, reason) -> {
              refused.add(request);
              refusals.accept(places.get(request) + ": " + reason);
            })
        .write(batch.stream().map(Entry::request).toList());
    progress.add(batch.size() - refused.size());
  }
}
