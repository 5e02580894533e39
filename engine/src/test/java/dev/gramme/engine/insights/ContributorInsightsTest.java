package dev.gramme.engine.insights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.insights.InsightSetting.Mode;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.engine.write.WriteRequest.Kind;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContributorInsightsTest {
  private final Store store = TestStores.open();
  private final Engine engine = open();
  private final TableDefinition table =
      engine
          .catalog()
          .create(numbers ->
              SortedTables.withGlobalIndex(
                  Tables.table("t").apply(numbers),
                  numbers.nextOfGlobalIndex(),
                  IndexProjection.ALL,
                  GlobalIndex.Status.ACTIVE))
          .join();
  private final InsightTarget ofTable = InsightTarget.of(table);
  private final InsightTarget ofIndex = InsightTarget.of(table, table.globalIndexes().getFirst());

  private Engine open() {
    return Engine.open(
        store,
        () -> Instant.EPOCH,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private static Item item(String id, String color) {
    return Item.of("id", new S(id), "color", new S(color));
  }

  private void write(WriteRequest.Kind kind, WriteAction action) {
    engine.write(new WriteRequest(List.of(action), kind, ItemChange.Cause.CLIENT, null)).join();
  }

  private void put(String id, String color) {
    write(Kind.SINGLE, new WriteAction.Put("t", item(id, color), null, false));
  }

  private List<KeyCount> top(InsightTarget target) {
    return engine.insights().top(target, InsightRule.PKC, 10);
  }

  private static KeyCount count(String name, String value, double units) {
    return new KeyCount(Item.of(name, new S(value)), units, units);
  }

  @Test
  void nothing_is_counted_before_it_is_enabled_and_after_it_is_disabled() {
    var insights = engine.insights();
    assertThat(insights.isCounting()).isFalse();
    put("a", "red");
    insights.enable(ofTable, null).join();
    assertThat(insights.isCounting()).isTrue();
    assertThat(top(ofTable)).isEmpty();
    insights.disable(ofTable).join();
    assertThat(insights.isCounting()).isFalse();
  }

  @Test
  void a_write_counts_three_times_its_units_and_twice_as_much_in_a_transaction() {
    engine.insights().enable(ofTable, null).join();
    put("a", "red");
    assertThat(top(ofTable)).containsExactly(count("id", "a", 3));
    write(Kind.TRANSACTION, new WriteAction.Put("t", item("a", "blue"), null, false));
    assertThat(top(ofTable)).containsExactly(count("id", "a", 9));
  }

  @Test
  void a_read_counts_its_units() {
    engine.insights().enable(ofTable, null).join();
    var key = Item.of("id", new S("a"));
    engine.read(new ReadPlan.Items.Key(table, key, false));
    assertThat(top(ofTable)).containsExactly(count("id", "a", 0.5));
    engine.read(new ReadPlan.Items(List.of(new ReadPlan.Items.Key(table, key, false))));
    assertThat(top(ofTable)).containsExactly(count("id", "a", 2.5));
  }

  @Test
  void an_entry_that_moves_counts_for_both_of_its_index_keys() {
    engine.insights().enable(ofIndex, null).join();
    put("a", "red");
    put("a", "blue");
    assertThat(top(ofIndex)).containsExactly(count("color", "red", 6), count("color", "blue", 3));
    assertThat(top(ofTable)).isEmpty();
  }

  @Test
  void the_mode_can_change_without_new_rules() {
    var insights = engine.insights();
    insights.enable(ofTable, null).join();
    engine.advance(Duration.ofSeconds(5));
    var change = insights.enable(ofTable, Mode.THROTTLED_KEYS).join();
    assertThat(change.changed()).isTrue();
    assertThat(change.setting())
        .isEqualTo(
            new InsightSetting(true, Mode.THROTTLED_KEYS, Instant.EPOCH, Instant.ofEpochSecond(5)));
    assertThat(insights.enable(ofTable, null).join().changed()).isFalse();
    assertThat(insights.enable(ofTable, Mode.THROTTLED_KEYS).join().changed()).isFalse();
  }

  @Test
  void enabling_it_again_creates_new_rules_for_all_keys() {
    var insights = engine.insights();
    insights.enable(ofTable, Mode.THROTTLED_KEYS).join();
    engine.advance(Duration.ofSeconds(5));
    insights.disable(ofTable).join();
    assertThat(insights.disable(ofTable).join().changed()).isFalse();
    engine.advance(Duration.ofSeconds(5));
    assertThat(insights.enable(ofTable, null).join().setting())
        .isEqualTo(
            new InsightSetting(
                true,
                Mode.ACCESSED_AND_THROTTLED_KEYS,
                Instant.ofEpochSecond(10),
                Instant.ofEpochSecond(10)));
  }

  @Test
  void disabling_what_was_never_enabled_changes_nothing() {
    assertThat(engine.insights().disable(ofTable).join())
        .isEqualTo(new ContributorInsights.Change(false, null));
    assertThat(engine.insights().setting(ofTable.number())).isEmpty();
  }

  @Test
  void settings_survive_a_restart_and_counts_do_not() {
    engine.insights().enable(ofTable, null).join();
    put("a", "red");
    try (Engine restarted = open()) {
      assertThat(restarted.insights().isCounting()).isTrue();
      assertThat(restarted.insights().top(ofTable, InsightRule.PKC, 10)).isEmpty();
      assertThat(restarted.insights().targets()).containsExactly(ofTable, ofIndex);
    }
  }

  @Test
  void a_table_that_does_not_exist_cannot_be_counted() {
    engine.catalog().delete("t", dropped -> {}).join();
    assertThatThrownBy(() -> engine.insights().enable(ofTable, null).join())
        .hasCauseInstanceOf(ApiError.class);
  }
}
