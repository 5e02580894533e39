package dev.gramme.toolkit.batch;

import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.key.PrimaryKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * Reads any number of items by their keys: a hundred per request, several requests concurrently.
 * Unprocessed keys (a response holds at most 16 MB) are retried after a pause.
 *
 * <p>Immutable and thread-safe.
 */
public final class BatchReader {
  private static final int MAX_KEYS = 100;
  private static final int DEFAULT_CONCURRENCY = 4;

  private final DynamoDbClient client;
  private final Backoff backoff;
  private final int concurrency;
  private final Executor executor;

  private BatchReader(DynamoDbClient client, Backoff backoff, int concurrency, Executor executor) {
    this.client = client;
    this.backoff = backoff;
    this.concurrency = concurrency;
    this.executor = executor;
  }

  /** A reader with four concurrent requests, on {@link CallThreads}. */
  public static BatchReader of(DynamoDbClient client, Backoff backoff) {
    return new BatchReader(client, backoff, DEFAULT_CONCURRENCY, Lanes.THREADS);
  }

  /** This reader with another number of concurrent requests. */
  public BatchReader concurrency(int requests) {
    return new BatchReader(client, backoff, requests, executor);
  }

  /** This reader with requests on an executor. */
  public BatchReader on(Executor requests) {
    return new BatchReader(client, backoff, concurrency, requests);
  }

  /**
   * The result of a read.
   *
   * @param items by key, in the order of the requested keys; keys without an item are missing
   * @param unread the keys that were still unprocessed after the last attempt
   */
  public record Result(
      Map<PrimaryKey, Map<String, AttributeValue>> items, List<PrimaryKey> unread) {}

  /** Reads the items with these keys, eventually consistent. Keys may repeat. */
  public Result read(String table, Collection<Map<String, AttributeValue>> keys) {
    return read(table, KeysAndAttributes.builder().keys(keys).build());
  }

  /**
   * Reads items, optionally consistent or with a projection, which must include the key attributes.
   *
   * @throws DynamoDbException if a request is invalid
   */
  public Result read(String table, KeysAndAttributes wanted) {
    Map<PrimaryKey, Map<String, AttributeValue>> found = new ConcurrentHashMap<>();
    Collection<PrimaryKey> unread = ConcurrentHashMap.newKeySet();
    LinkedHashSet<PrimaryKey> keys = new LinkedHashSet<>();
    wanted.keys().forEach(key -> keys.add(new PrimaryKey(key)));
    List<PrimaryKey> all = List.copyOf(keys);
    Lanes lanes = new Lanes(executor, concurrency);
    for (int at = 0; at < all.size() && !lanes.hasFailed(); at += MAX_KEYS) {
      List<PrimaryKey> some = all.subList(at, Math.min(all.size(), at + MAX_KEYS));
      lanes.run(() -> unread.addAll(read(table, wanted, some, found)));
    }
    lanes.finish();
    Map<PrimaryKey, Map<String, AttributeValue>> items = new LinkedHashMap<>();
    for (PrimaryKey key : all) {
      Map<String, AttributeValue> item = found.get(key);
      if (item != null) {
        items.put(key, item);
      }
    }
    return new Result(items, all.stream().filter(unread::contains).toList());
  }

  /** Reads up to a hundred items, and returns the keys that could not be read. */
  private List<PrimaryKey> read(
      String table,
      KeysAndAttributes wanted,
      List<PrimaryKey> some,
      Map<PrimaryKey, Map<String, AttributeValue>> found) {
    List<PrimaryKey> left = new ArrayList<>(some);
    List<String> names = List.copyOf(some.get(0).attributes().keySet());
    for (int failed = 0; !left.isEmpty() && failed < backoff.attempts(); failed++) {
      if (failed > 0) {
        backoff.pause(failed);
      }
      int before = left.size();
      left = attempt(table, wanted, left, names, found);
      if (left.size() < before) {
        failed = 0;
      }
    }
    return left;
  }

  private List<PrimaryKey> attempt(
      String table,
      KeysAndAttributes wanted,
      List<PrimaryKey> keys,
      List<String> names,
      Map<PrimaryKey, Map<String, AttributeValue>> found) {
    KeysAndAttributes request =
        wanted.toBuilder().keys(keys.stream().map(PrimaryKey::attributes).toList()).build();
    BatchGetItemResponse answer;
    try {
      answer =
          client.batchGetItem(
              BatchGetItemRequest.builder().requestItems(Map.of(table, request)).build());
    } catch (DynamoDbException e) {
      if (Repeatable.is(e)) {
        return keys;
      }
      throw e;
    }
    for (Map<String, AttributeValue> item : answer.responses().getOrDefault(table, List.of())) {
      found.put(PrimaryKey.of(names, item), item);
    }
    KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
    return unprocessed == null
        ? List.of()
        : unprocessed.keys().stream().map(PrimaryKey::new).toList();
  }
}
