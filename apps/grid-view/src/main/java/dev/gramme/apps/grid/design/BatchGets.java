package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.batch.BatchReader;
import dev.gramme.toolkit.key.PrimaryKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads items by their keys and fails if some cannot be read. */
final class BatchGets {
  private final BatchReader reader;

  BatchGets(Clients clients) {
    this.reader = BatchReader.of(clients.client(), clients.backoff());
  }

  /** The existing items. */
  Map<PrimaryKey, Map<String, AttributeValue>> items(
      String table, List<Map<String, AttributeValue>> keys) {
    return read(table, KeysAndAttributes.builder().keys(keys).build());
  }

  /** The keys of the existing items. */
  private Map<PrimaryKey, Map<String, AttributeValue>> keys(
      String table, List<Map<String, AttributeValue>> keys) {
    if (keys.isEmpty()) {
      return Map.of();
    }
    var names = List.copyOf(keys.getFirst().keySet());
    return read(
        table,
        KeysAndAttributes.builder()
            .keys(keys)
            .projectionExpression(names.size() == 1 ? "#k0" : "#k0, #k1")
            .expressionAttributeNames(
                names.size() == 1
                    ? Map.of("#k0", names.getFirst())
                    : Map.of("#k0", names.getFirst(), "#k1", names.getLast()))
            .build());
  }

  /** The numbers for which an item exists. */
  Set<Long> having(
      String table, Collection<Long> numbers, Function<Long, Map<String, AttributeValue>> key) {
    var found = keys(table, numbers.stream().map(key).toList());
    return numbers.stream()
        .filter(number -> found.containsKey(new PrimaryKey(key.apply(number))))
        .collect(Collectors.toSet());
  }

  private Map<PrimaryKey, Map<String, AttributeValue>> read(
      String table, KeysAndAttributes wanted) {
    if (wanted.keys().isEmpty()) {
      return Map.of();
    }
    BatchReader.Result result = reader.read(table, wanted);
    if (!result.unread().isEmpty()) {
      throw new IllegalStateException(result.unread().size() + " items could not be read");
    }
    return result.items();
  }
}
