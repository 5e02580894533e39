package dev.gramme.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.memory.MemoryStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Which values of the attribute make an item expire. The service documents these rules. */
final class ExpiryTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final long NOW = START.getEpochSecond();
  private static final long FIVE_YEARS = 5 * 366 * 86_400L;

  private static final Map<String, AttributeValue> TIMES =
      new TreeMap<>(
          Map.of(
              "future", N.of(NOW + 86_400),
              "hours", N.of(NOW - 7200),
              "huge", new N(new BigDecimal("1E100")),
              "list", new L(List.of(N.of(NOW - 100))),
              "negative", N.of(-5),
              "null", Null.NULL,
              "older", N.of(NOW - FIVE_YEARS - 86_400),
              "past", N.of(NOW - 100),
              "text", new S(Long.toString(NOW - 100)),
              "zero", N.of(0)));

  @Test
  void numbers_of_the_last_five_years_expire() {
    try (var background = Executors.newCachedThreadPool();
        var store = new MemoryStore();
        var engine = Engine.open(store, () -> START, background, EngineOptions.DEFAULT)) {
      engine.catalog().create(Tables.table("t")).join();
      engine
          .catalog()
          .change(
              "t",
              (table, numbers) ->
                  table.toBuilder()
                      .timeToLive(new TimeToLive("expires", TimeToLive.Status.ENABLED, START))
                      .build())
          .join();
      TIMES.forEach((name, time) -> {
        Item item = Item.of("id", new S(name), "expires", time);
        engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
      });
      engine.advance(Duration.ofMinutes(1));
      int number = engine.catalog().find("t").orElseThrow().number();
      assertThat(Tables.itemsUnder(store, number))
          .extracting(item -> item.get("id"))
          .containsExactlyInAnyOrderElementsOf(
              List.of("future", "huge", "list", "negative", "null", "older", "text", "zero")
                  .stream()
                  .<AttributeValue>map(S::new)
                  .toList());
    }
  }
}
