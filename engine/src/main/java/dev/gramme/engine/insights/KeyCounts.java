package dev.gramme.engine.insights;

import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the keys of one table or global index by its rules. */
final class KeyCounts {
  private final KeySchema schema;
  private final Map<InsightRule, KeySketch> sketches = new EnumMap<>(InsightRule.class);

  KeyCounts(KeySchema schema, Mode mode) {
    this.schema = schema;
    rules(schema, mode).forEach(rule -> sketches.put(rule, new KeySketch()));
  }

  /** The counts with the rules of another mode; rules in both modes keep their counts. */
  KeyCounts(KeyCounts before, Mode mode) {
    this(before.schema, mode);
    sketches.replaceAll((rule, fresh) -> before.sketches.getOrDefault(rule, fresh));
  }

  /** The rules of a key schema in a mode. */
  static List<InsightRule> rules(KeySchema schema, Mode mode) {
    return List.of(InsightRule.values()).stream()
        .filter(rule -> rule.isOfThrottled() || mode == Mode.ACCESSED_AND_THROTTLED_KEYS)
        .filter(rule -> !rule.isOfItems() || !schema.range().isEmpty())
        .toList();
  }

  /** Counts a request for an item or entry, which contains the key's attributes. */
  void add(Item item, double units, boolean throttled, long nowMillis) {
    addPartition(item, units, throttled, nowMillis);
    var items = sketches.get(throttled ? InsightRule.SKT : InsightRule.SKC);
    if (items != null) {
      items.add(key(schema.attributes(), item), units, nowMillis);
    }
  }

  /** Counts a request for a partition. */
  void addPartition(Item item, double units, boolean throttled, long nowMillis) {
    var partitions = sketches.get(throttled ? InsightRule.PKT : InsightRule.PKC);
    if (partitions != null) {
      partitions.add(key(schema.hash(), item), units, nowMillis);
    }
  }

  /** The keys with the highest counts of each rule. */
  Map<InsightRule, TopKeys> topKeys(long nowMillis) {
    var top = new EnumMap<InsightRule, TopKeys>(InsightRule.class);
    sketches.forEach((rule, sketch) -> top.put(rule, sketch.top(nowMillis)));
    return top;
  }

  /** The keys with the highest counts of a rule; empty if it is not counted. */
  Optional<TopKeys> top(InsightRule rule, long nowMillis) {
    return Optional.ofNullable(sketches.get(rule)).map(sketch -> sketch.top(nowMillis));
  }

  private static Item key(List<KeyAttribute> attributes, Item item) {
    if (item.size() == attributes.size()) {
      return item;
    }
    var key = Item.builder(attributes.size());
    for (KeyAttribute attribute : attributes) {
      var value = item.get(attribute.name());
      if (value != null) {
        key.put(attribute.name(), value);
      }
    }
    return key.build();
  }
}
