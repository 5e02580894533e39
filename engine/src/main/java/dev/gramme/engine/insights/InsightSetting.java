package dev.gramme.engine.insights;

import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import java.time.Instant;

/**
 * Whether the keys of a table or global index are counted.
 *
 * @param mode which keys are counted, or were counted last
 * @param rules when the rules were created; this time is part of their names
 * @param updated when the setting was last changed
 */
public record InsightSetting(boolean enabled, Mode mode, Instant rules, Instant updated) {

  /** The modes, by the protocol's names. */
  public enum Mode {
    ACCESSED_AND_THROTTLED_KEYS,
    THROTTLED_KEYS
  }

  Item encode() {
    return Item.builder()
        .put("Status", new S(enabled ? "ENABLED" : "DISABLED"))
        .put("Mode", new S(mode.name()))
        .put("RulesMillis", N.of(rules.toEpochMilli()))
        .put("UpdatedMillis", N.of(updated.toEpochMilli()))
        .build();
  }

  static InsightSetting decode(Item item) {
    return new InsightSetting(
        item.get("Status") instanceof S status && status.value().equals("ENABLED"),
        item.get("Mode") instanceof S mode
            ? Mode.valueOf(mode.value())
            : Mode.ACCESSED_AND_THROTTLED_KEYS,
        instant(item, "RulesMillis"),
        instant(item, "UpdatedMillis"));
  }

  private static Instant instant(Item item, String name) {
    return Instant.ofEpochMilli(
        item.get(name) instanceof N millis ? millis.value().longValue() : 0);
  }
}
