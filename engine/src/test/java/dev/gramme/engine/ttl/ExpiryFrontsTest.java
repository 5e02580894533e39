package dev.gramme.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.testkit.Gen;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** Sweeps of expired items begin behind what earlier ones have removed, and miss nothing. */
final class ExpiryFrontsTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final long EARLIEST = 1000;

  private final ExpiryFronts fronts = new ExpiryFronts();
  private final TableDefinition table = Tables.table("t").apply(() -> 7);
  private final TableDefinition expiring =
      table.toBuilder()
          .timeToLive(new TimeToLive("expires", TimeToLive.Status.ENABLED, START))
          .build();

  private static Item item(long second) {
    return Item.of("id", new S("item"), "expires", N.of(second));
  }

  @Test
  void a_sweep_begins_at_the_end_of_the_one_before() {
    assertThat(fronts.beginSweep(table, EARLIEST, 5000)).isEqualTo(EARLIEST);
    assertThat(fronts.beginSweep(table, EARLIEST, 5001)).isEqualTo(5000);
    assertThat(fronts.beginSweep(table, 6000, 7000)).isEqualTo(6000);
  }

  @Test
  void a_sweep_begins_at_an_item_that_was_written_with_an_earlier_expiry() {
    fronts.beginSweep(expiring, EARLIEST, 5000);
    fronts.written(expiring, item(4000));
    fronts.written(expiring, item(4500));
    fronts.written(expiring, item(9000));
    fronts.written(expiring, null);
    assertThat(fronts.beginSweep(expiring, EARLIEST, 5001)).isEqualTo(4000);
    assertThat(fronts.beginSweep(expiring, EARLIEST, 5002)).isEqualTo(5001);
  }

  @Test
  void a_sweep_after_an_interrupted_one_begins_where_that_one_did() {
    fronts.beginSweep(table, EARLIEST, 5000);
    long begin = fronts.beginSweep(table, EARLIEST, 6000);
    fronts.lower(table, begin);
    assertThat(fronts.beginSweep(table, EARLIEST, 7000)).isEqualTo(5000);
    fronts.forget(table.number());
    assertThat(fronts.beginSweep(table, EARLIEST, 8000)).isEqualTo(EARLIEST);
  }

  @Test
  void every_item_is_deleted_at_its_time_whatever_the_order_of_writes() {
    Gen.forAll(5, ExpiryFrontsTest::expireRandomItems);
  }

  private static void expireRandomItems(Gen random) {
    try (var background = Executors.newCachedThreadPool();
        var store = new MemoryStore();
        var engine = Engine.open(store, () -> START, background, EngineOptions.DEFAULT)) {
      engine.catalog().create(Tables.table("t")).join();
      setTimeToLive(engine, TimeToLive.Status.ENABLED);
      int written = 0;
      for (int round = 0; round < 30; round++) {
        if (random.nextInt(10) == 0) {
          setTimeToLive(engine, TimeToLive.Status.DISABLED);
          setTimeToLive(engine, TimeToLive.Status.ENABLING);
        }
        for (int i = random.nextInt(5); i > 0; i--) {
          long second = engine.clock().instant().getEpochSecond() + random.between(-3600, 600);
          Item item = Item.of("id", new S("item" + written++), "expires", N.of(second));
          engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
        }
        engine.advance(Duration.ofSeconds(random.between(1, 120)));
      }
      engine.advance(Duration.ofMinutes(11));
      assertThat(engine.maintenance().expiredItems()).isEqualTo(written);
      int number = engine.catalog().find("t").orElseThrow().number();
      assertThat(Tables.itemsUnder(store, number)).isEmpty();
    }
  }

  private static void setTimeToLive(Engine engine, TimeToLive.Status status) {
    engine
        .catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder().timeToLive(new TimeToLive("expires", status, START)).build())
        .join();
    Eventually.holds(
        "the expiry backfill has ended",
        () ->
            engine.catalog().lifecycle().jobs().stream()
                .noneMatch(job -> job.kind().equals("expiry backfill")));
  }
}
