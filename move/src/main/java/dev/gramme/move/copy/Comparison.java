package dev.gramme.move.copy;

import dev.gramme.model.Item;
import dev.gramme.move.CommandException;
import dev.gramme.move.Connection;
import dev.gramme.move.Items;
import dev.gramme.move.PageReader;
import dev.gramme.move.Patience;
import dev.gramme.move.Plural;
import dev.gramme.move.Progress;
import dev.gramme.move.Tasks;
import dev.gramme.move.UnitRate;
import dev.gramme.transfer.format.OutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Compares a table of two servers item by item: each side is scanned, and the other side is read by
 * the keys of each page. No side needs to fit in memory, and the orders of the scans may differ.
 *
 * <p>An item that differs is read again a few times from both sides, because it may be changing.
 */
final class Comparison {
  private static final int KEYS_OF_BATCH = 100;
  private static final int MAX_PRINTED = 20;
  private static final int LOOKS = 3;
  private static final long PAUSE_MILLIS = 300;
  private static final double UNITS_OF_BATCH = 100;

  private final Connection from;
  private final Connection to;
  private final UnitRate reads;
  private final int segments;
  private final PrintStream out;
  private final PrintStream err;
  private final AtomicLong differences = new AtomicLong();

  /** A comparison whose reads of both sides together stay within the rate. */
  Comparison(
      Connection from,
      Connection to,
      UnitRate reads,
      int segments,
      PrintStream out,
      PrintStream err) {
    this.from = from;
    this.to = to;
    this.reads = reads;
    this.segments = segments;
    this.out = out;
    this.err = err;
  }

  /** Compares a table and returns the number of items that differ or are missing. */
  long compare(TableDescription table) throws CommandException, IOException, InterruptedException {
    differences.set(0);
    var key = table.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    var compared = new Progress(err, "compared", table.itemCount() == null ? 0 : table.itemCount());
    scan(from.items(), table, key, to.items(), compared, true);
    var checked = new Progress(err, "checked at the target", 0);
    scan(to.items(), table, key, from.items(), checked, false);
    long found = differences.get();
    out.println(
        "%s: %s compared, %s"
            .formatted(
                table.tableName(),
                Plural.of(compared.count(), "item"),
                found == 0 ? "no difference" : Plural.of(found, "difference")));
    return found;
  }

  /**
   * Scans one side and reads the other.
   *
   * @param isSource whether the scanned side is the source, whose items are compared; of the target
   *     only items that the source does not have are of interest
   */
  private void scan(
      DynamoDbClient scanned,
      TableDescription table,
      List<String> key,
      DynamoDbClient other,
      Progress progress,
      boolean isSource)
      throws CommandException, IOException, InterruptedException {
    var reader = new PageReader(scanned, table, reads, true);
    var tasks = new ArrayList<Tasks.Task>();
    for (int i = 0; i < segments; i++) {
      var segment = new PageReader.Segment(i, segments);
      tasks.add(() ->
          reader.read(
              segment,
              Map.of(),
              page -> {
                for (int at = 0; at < page.items().size(); at += KEYS_OF_BATCH) {
                  int end = Math.min(page.items().size(), at + KEYS_OF_BATCH);
                  check(table.tableName(), key, page.items().subList(at, end), other, isSource);
                  progress.add(end - at);
                }
              }));
    }
    Tasks.run(tasks);
  }

  private void check(
      String table,
      List<String> key,
      List<Map<String, AttributeValue>> items,
      DynamoDbClient other,
      boolean isSource)
      throws CommandException, InterruptedException {
    var keys = items.stream().map(item -> key(item, key)).toList();
    Map<Item, Item> found = get(other, table, key, keys);
    for (int i = 0; i < items.size(); i++) {
      Item same = found.get(Items.of(keys.get(i)));
      boolean differs = isSource ? !Items.of(items.get(i)).equals(same) : same == null;
      if (differs) {
        confirm(table, keys.get(i));
      }
    }
  }

  static Map<String, AttributeValue> key(Map<String, AttributeValue> item, List<String> names) {
    var key = new HashMap<String, AttributeValue>();
    for (String name : names) {
      AttributeValue value = item.get(name);
      if (value != null) {
        key.put(name, value);
      }
    }
    return key;
  }

  /** Items by their keys. */
  private Map<Item, Item> get(
      DynamoDbClient client, String table, List<String> key, List<Map<String, AttributeValue>> keys)
      throws CommandException, InterruptedException {
    var items = new HashMap<Item, Item>();
    var patience = new Patience();
    KeysAndAttributes left = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    while (left != null && !left.keys().isEmpty()) {
      KeysAndAttributes batch = left;
      double estimate = Math.min(UNITS_OF_BATCH, left.keys().size());
      reads.take(estimate);
      BatchGetItemResponse answer =
          patience.send(() ->
              client.batchGetItem(get ->
                  get.requestItems(Map.of(table, batch))
                      .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
      reads.consumed(
          answer.consumedCapacity().stream().mapToDouble(each -> each.capacityUnits()).sum(),
          estimate);
      for (Map<String, AttributeValue> item : answer.responses().getOrDefault(table, List.of())) {
        items.put(Items.of(key(item, key)), Items.of(item));
      }
      left = answer.unprocessedKeys().get(table);
      if (left != null && left.keys().size() == batch.keys().size()) {
        patience.pauseUnprocessed();
      }
    }
    return items;
  }

  private void confirm(String table, Map<String, AttributeValue> key)
      throws CommandException, InterruptedException {
    String kind = "";
    for (int i = 0; i < LOOKS; i++) {
      if (i > 0) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      Map<String, AttributeValue> source = item(from, table, key);
      Map<String, AttributeValue> target = item(to, table, key);
      if (Items.of(source).equals(Items.of(target))) {
        return;
      }
      kind =
          target.isEmpty()
              ? "is missing at the target"
              : source.isEmpty() ? "is only at the target" : "differs";
    }
    long number = differences.incrementAndGet();
    if (number <= MAX_PRINTED) {
      out.println("%s: %s %s".formatted(table, text(key), kind));
    } else if (number == MAX_PRINTED + 1) {
      out.println(table + ": further differences are only counted");
    }
  }

  private static Map<String, AttributeValue> item(
      Connection connection, String table, Map<String, AttributeValue> key)
      throws CommandException, InterruptedException {
    return new Patience()
        .send(() ->
            connection
                .items()
                .getItem(get -> get.tableName(table).key(key).consistentRead(true))
                .item());
  }

  private static String text(Map<String, AttributeValue> key) {
    var line = new ByteArrayOutputStream();
    try {
      OutputFormat.DYNAMODB_JSON.encoder().item(Items.of(key), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String json = line.toString(StandardCharsets.UTF_8).strip();
    return json.substring("{\"Item\":".length(), json.length() - 1);
  }
}
