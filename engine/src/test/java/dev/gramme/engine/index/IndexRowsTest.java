package dev.gramme.engine.index;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex.Status;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Limits;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IndexRowsTest {
  private static final int GLOBAL = RowKeys.ofGlobalIndex(9);

  private final Store store = TestStores.open();
  private final TableDefinition table = indexed(IndexProjection.ALL, Status.ACTIVE);

  @AfterEach
  void close() {
    store.close();
  }

  private static TableDefinition indexed(IndexProjection projection, Status status) {
    return SortedTables.withGlobalIndex(
        SortedTables.withLocalIndex("t", 7, projection), GLOBAL, projection, status);
  }

  private static Item item(@Nullable AttributeValue color, String text) {
    var item = key("a", 1).toBuilder().put("text", new S(text));
    return (color == null ? item : item.put("color", color)).build();
  }

  private static Item red(String text) {
    return item(new S("red"), text);
  }

  private static final Item BLUE = item(new S("blue"), "");

  private List<IndexChange> change(
      TableDefinition definition, @Nullable Item before, @Nullable Item after) {
    return BlockingTransactions.transact(
        store, tx -> IndexRows.changeAll(tx, definition, before, after));
  }

  private List<Item> entries(int number) {
    var found = new ArrayList<Item>();
    try (Cursor rows =
        store.range(
            RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        found.add(ItemCodec.decode(rows.value()));
      }
    }
    return found;
  }

  @Test
  void an_item_has_an_entry_in_each_index() {
    var changes = change(table, null, red("x"));
    assertThat(changes).extracting(c -> c.index().name()).containsExactly("local", "global");
    assertThat(changes).allMatch(IndexChange::isWrite).noneMatch(IndexChange::moved);
    assertThat(entries(7)).containsExactly(red("x"));
    assertThat(entries(GLOBAL)).containsExactly(red("x"));
  }

  @Test
  void an_item_without_the_index_key_has_no_entry() {
    for (var without : List.of(item(null, "x"), item(N.of(1), "x"), item(new S(""), "x"))) {
      assertThat(change(table, null, without)).noneMatch(IndexChange::isWrite);
    }
    assertThat(entries(7)).isEmpty();
    assertThat(entries(GLOBAL)).isEmpty();
  }

  @Test
  void a_value_longer_than_a_key_may_be_has_no_entry() {
    var local = table.localIndexes().getFirst();
    var global = table.globalIndexes().getFirst();
    assertThat(isIndexed(local, Limits.SORT_KEY_BYTES)).isTrue();
    assertThat(isIndexed(local, Limits.SORT_KEY_BYTES + 1)).isFalse();
    assertThat(isIndexed(global, Limits.PARTITION_KEY_BYTES)).isTrue();
    assertThat(isIndexed(global, Limits.PARTITION_KEY_BYTES + 1)).isFalse();
  }

  private boolean isIndexed(SecondaryIndex index, int bytes) {
    return IndexRows.entry(table, index, item(new S("x".repeat(bytes)), "")) != null;
  }

  @Test
  void an_entry_moves_when_its_index_key_changes() {
    change(table, null, red("x"));
    assertThat(change(table, red("x"), BLUE)).allMatch(IndexChange::moved);
    assertThat(entries(7)).containsExactly(BLUE);
    assertThat(entries(GLOBAL)).containsExactly(BLUE);
  }

  @Test
  void an_entry_disappears_with_its_item_or_its_index_key() {
    change(table, null, red("x"));
    var removed = change(table, red("x"), item(null, "x"));
    assertThat(removed).allMatch(IndexChange::isWrite).noneMatch(IndexChange::moved);
    assertThat(entries(GLOBAL)).isEmpty();

    change(table, null, BLUE);
    change(table, BLUE, null);
    assertThat(entries(7)).isEmpty();
    assertThat(entries(GLOBAL)).isEmpty();
  }

  @Test
  void only_a_projected_change_writes_an_entry() {
    var include = new IndexProjection(IndexProjection.Type.INCLUDE, List.of("text"));
    assertThat(change(table, red("x"), red("y"))).allMatch(IndexChange::isWrite);
    assertThat(change(indexed(include, Status.ACTIVE), red("x"), red("y")))
        .allMatch(IndexChange::isWrite);
    assertThat(change(indexed(IndexProjection.KEYS_ONLY, Status.ACTIVE), red("x"), red("y")))
        .noneMatch(IndexChange::isWrite);
    assertThat(change(table, red("x"), red("x"))).noneMatch(IndexChange::isWrite);
  }

  @Test
  void an_entry_has_the_keys_of_table_and_index_and_the_included_attributes() {
    var include = new IndexProjection(IndexProjection.Type.INCLUDE, List.of("text", "missing"));
    var other = red("x").toBuilder().put("other", N.of(5)).build();
    assertThat(entry(IndexProjection.ALL, other)).isEqualTo(other);
    assertThat(entry(include, other)).isEqualTo(red("x"));
    assertThat(entry(IndexProjection.KEYS_ONLY, other))
        .isEqualTo(key("a", 1).toBuilder().put("color", new S("red")).build());
  }

  private static Item entry(IndexProjection projection, Item item) {
    var definition = indexed(projection, Status.ACTIVE);
    return Objects.requireNonNull(
        IndexRows.entry(definition, definition.globalIndexes().getFirst(), item));
  }

  @Test
  void an_index_that_is_being_deleted_is_not_maintained() {
    assertThat(change(indexed(IndexProjection.ALL, Status.DELETING), null, red("x")))
        .extracting(c -> c.index().name())
        .containsExactly("local");
    assertThat(entries(GLOBAL)).isEmpty();
  }

  @Test
  void before_the_backfill_reaches_an_item_its_change_is_an_insertion() {
    var filling = indexed(IndexProjection.ALL, Status.CREATING);
    var global = change(filling, red("x"), BLUE).getLast();
    assertThat(global.before()).isNull();
    assertThat(global.after()).isEqualTo(BLUE);
    assertThat(global.moved()).isFalse();
    assertThat(entries(GLOBAL)).containsExactly(BLUE);
  }

  @Test
  void after_the_backfill_has_reached_an_item_its_change_is_a_change() {
    var filling = indexed(IndexProjection.ALL, Status.CREATING);
    change(filling, null, red("x"));
    assertThat(change(filling, red("x"), BLUE).getLast().moved()).isTrue();
    assertThat(entries(GLOBAL)).containsExactly(BLUE);
    assertThat(change(filling, BLUE, BLUE).getLast().isWrite()).isFalse();
  }

  @Test
  void an_unchanged_item_enters_an_index_that_is_being_filled() {
    var filling = indexed(IndexProjection.ALL, Status.CREATING);
    assertThat(change(filling, red("x"), red("x")).getLast().isWrite()).isTrue();
    assertThat(entries(GLOBAL)).containsExactly(red("x"));
  }

  @Test
  void a_preview_has_the_same_changes_and_writes_nothing() {
    var preview =
        BlockingTransactions.transact(store, tx -> IndexRows.preview(tx, table, null, red("x")));
    assertThat(entries(GLOBAL)).isEmpty();
    assertThat(preview).isEqualTo(change(table, null, red("x")));
  }

  @Test
  void entries_of_different_items_with_one_index_key_stay_apart() {
    var other = red("y").toBuilder().put("n", N.of(2)).build();
    change(table, null, red("x"));
    change(table, null, other);
    change(table, red("x"), null);
    assertThat(entries(7)).containsExactly(other);
    assertThat(entries(GLOBAL)).containsExactly(other);
  }

  @Test
  void a_table_without_indexes_has_no_changes() {
    assertThat(change(SortedTables.sorted("u", 8), null, red("x"))).isEmpty();
  }
}
