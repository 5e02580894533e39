package dev.gramme.toolkit.cache;

import dev.gramme.toolkit.cache.ItemCache.Address;
import dev.gramme.toolkit.cache.ItemCache.Cached;
import dev.gramme.toolkit.cache.ItemCache.Ticket;
import dev.gramme.toolkit.key.PrimaryKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** One BatchGetItem: the cached items, and the remaining keys to request from the table. */
final class BatchRead {
  /** A key that is requested from the table. */
  private record Miss(String table, Address address, String projection, Ticket ticket) {}

  private final ItemCache cache;
  private final Function<String, Optional<String>> cachedName;
  private final Map<String, List<Map<String, AttributeValue>>> hits = new HashMap<>();
  private final List<Miss> misses = new ArrayList<>();

  BatchRead(ItemCache cache, Function<String, Optional<String>> cachedName) {
    this.cache = cache;
    this.cachedName = cachedName;
  }

  /** Takes the cached items, and returns the request for the others. */
  BatchGetItemRequest begin(BatchGetItemRequest request) {
    Map<String, KeysAndAttributes> rest = new HashMap<>();
    request
        .requestItems()
        .forEach((table, keys) -> {
          Optional<String> name = cachedName.apply(table);
          // Duplicate keys are an error, which the table reports.
          boolean isPassed =
              name.isEmpty()
                  || Boolean.TRUE.equals(keys.consistentRead())
                  || new HashSet<>(keys.keys()).size() < keys.keys().size();
          List<Map<String, AttributeValue>> left =
              isPassed ? keys.keys() : missing(table, name.get(), keys);
          if (!left.isEmpty()) {
            rest.put(table, keys.toBuilder().keys(left).build());
          }
        });
    return request.toBuilder().requestItems(rest).build();
  }

  private List<Map<String, AttributeValue>> missing(
      String asked, String name, KeysAndAttributes keys) {
    String projection = Projections.of(keys);
    List<Map<String, AttributeValue>> missing = new ArrayList<>();
    for (Map<String, AttributeValue> key : keys.keys()) {
      Address address = new Address(name, new PrimaryKey(key));
      Cached known = cache.find(address, projection);
      if (known == null) {
        missing.add(key);
        misses.add(new Miss(asked, address, projection, cache.beginRead(address)));
      } else {
        known
            .item()
            .ifPresent(item -> hits.computeIfAbsent(asked, none -> new ArrayList<>()).add(item));
      }
    }
    return missing;
  }

  /** Caches the results; pass null if the request failed. */
  void end(@Nullable BatchGetItemResponse answer) {
    Map<String, Map<PrimaryKey, Map<String, AttributeValue>>> read = new HashMap<>();
    for (Miss miss : misses) {
      Cached result = null;
      if (answer != null) {
        result =
            result(miss, answer, read.computeIfAbsent(miss.table, table -> byKey(miss, answer)));
      }
      cache.endRead(miss.address, miss.ticket, miss.projection, result);
    }
  }

  private static @Nullable Cached result(
      Miss miss, BatchGetItemResponse answer, Map<PrimaryKey, Map<String, AttributeValue>> read) {
    Map<String, AttributeValue> item = read.get(miss.address.key());
    if (item != null) {
      return Cached.of(item);
    }
    KeysAndAttributes unprocessed = answer.unprocessedKeys().get(miss.table);
    Set<PrimaryKey> left = new HashSet<>();
    if (unprocessed != null) {
      unprocessed.keys().forEach(key -> left.add(new PrimaryKey(key)));
    }
    boolean allHaveKeys =
        read.size() == answer.responses().getOrDefault(miss.table, List.of()).size();
    return allHaveKeys && !left.contains(miss.address.key()) ? Cached.ABSENT : null;
  }

  /** The items of a table that contain their keys, which a projection may have dropped. */
  private static Map<PrimaryKey, Map<String, AttributeValue>> byKey(
      Miss miss, BatchGetItemResponse answer) {
    List<String> names = List.copyOf(miss.address.key().attributes().keySet());
    Map<PrimaryKey, Map<String, AttributeValue>> items = new HashMap<>();
    for (Map<String, AttributeValue> item :
        answer.responses().getOrDefault(miss.table, List.of())) {
      if (item.keySet().containsAll(names)) {
        items.put(PrimaryKey.of(names, item), item);
      }
    }
    return items;
  }

  /** The response completed with the cached items. */
  BatchGetItemResponse with(BatchGetItemResponse answer) {
    if (hits.isEmpty()) {
      return answer;
    }
    Map<String, List<Map<String, AttributeValue>>> all = new HashMap<>(answer.responses());
    hits.forEach((table, items) -> {
      List<Map<String, AttributeValue>> together = new ArrayList<>(items);
      together.addAll(all.getOrDefault(table, List.of()));
      all.put(table, together);
    });
    return answer.toBuilder().responses(all).build();
  }
}
