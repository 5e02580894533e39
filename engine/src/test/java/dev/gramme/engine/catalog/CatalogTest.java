package dev.gramme.engine.catalog;

import static dev.gramme.engine.catalog.Tables.INDEX;
import static dev.gramme.engine.catalog.Tables.item;
import static dev.gramme.engine.catalog.Tables.itemsUnder;
import static dev.gramme.engine.catalog.Tables.put;
import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.TableStatistics.Counts;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.time.MovableClock;
import dev.gramme.engine.ttl.ExpiryRows;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.engine.version.VersionRows;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ByteReader;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

final class CatalogTest {
  private final Store store = TestStores.open();
  private final BackgroundQueue background = new BackgroundQueue();
  private Catalog catalog = open();

  private Catalog open() {
    return Catalog.open(
        store, new Lifecycle(MovableClock.over(InstantSource.system()), background));
  }

  /** Simulates a crash: the store remains, queued tasks and memory are lost. */
  private Catalog reopenAfterCrash() {
    background.clear();
    return open();
  }

  private TableDefinition found(String name) {
    return catalog.find(name).orElseThrow();
  }

  private GlobalIndex index(String name) {
    return found(name).globalIndex(INDEX).orElseThrow();
  }

  private void createIndex(String name) {
    catalog.change(name, Tables::withIndex).join();
  }

  @Test
  void a_created_table_is_found_at_once_and_after_a_restart() {
    catalog.create(table("t")).join();
    var created = found("t");
    assertThat(created.status()).isEqualTo(TableDefinition.Status.ACTIVE);
    catalog = reopenAfterCrash();
    assertThat(catalog.find("t")).contains(created);
    assertThat(catalog.find("other")).isEmpty();
  }

  @Test
  void a_table_name_is_unique() {
    catalog.create(table("t")).join();
    assertThatThrownBy(() -> catalog.create(table("t")).join())
        .hasRootCauseMessage("Table already exists: t");
  }

  @Test
  void the_name_of_a_deleted_table_can_be_reused_but_not_its_number() {
    int first = catalog.create(table("t")).join().number();
    catalog.delete("t", deleted -> {}).join();
    assertThat(catalog.find("t")).isEmpty();
    background.runAll();
    assertThat(catalog.create(table("t")).join().number()).isGreaterThan(first);
  }

  @Test
  void changing_or_deleting_a_missing_table_fails() {
    String text = "Requested resource not found: Table: t not found";
    assertThatThrownBy(() -> catalog.change("t", (before, numbers) -> before).join())
        .hasRootCauseMessage(text);
    assertThatThrownBy(() -> catalog.delete("t", table -> {}).join()).hasRootCauseMessage(text);
  }

  @Test
  void a_rule_that_throws_leaves_the_table_unchanged() {
    catalog.create(table("t")).join();
    var created = found("t");
    assertThatThrownBy(() ->
            catalog
                .delete(
                    "t",
                    table -> {
                      throw new IllegalArgumentException("no");
                    })
                .join())
        .hasRootCauseMessage("no");
    assertThat(catalog.find("t")).contains(created);
  }

  @Test
  void names_are_listed_in_bytewise_order_after_a_given_name() {
    for (String name : List.of("b", "a-2", "a.1", "aB", "ab", "abc", "B")) {
      catalog.create(table(name)).join();
    }
    assertThat(catalog.names("", 10)).containsExactly("B", "a-2", "a.1", "aB", "ab", "abc", "b");
    assertThat(catalog.names("aA", 2)).containsExactly("aB", "ab");
    assertThat(catalog.names("ab", 2)).containsExactly("abc", "b");
    assertThat(catalog.names("b", 2)).isEmpty();
  }

  @Test
  void a_write_sees_a_change_that_is_not_in_the_cache() {
    catalog.create(table("t")).join();
    Catalog other = open();
    other
        .change("t", (before, numbers) -> before.toBuilder().deletionProtected(true).build())
        .join();
    assertThat(found("t").properties().deletionProtected()).isFalse();
    var seen = store.transact(tx -> catalog.current(tx, "t")).join();
    assertThat(seen.properties().deletionProtected()).isTrue();
    background.runAll();
    assertThat(found("t").properties().deletionProtected()).isTrue();
  }

  @Test
  void a_write_sees_that_another_server_deleted_or_replaced_a_table() {
    catalog.create(table("t")).join();
    Catalog other = open();
    other.delete("t", table -> {}).join();
    assertThatThrownBy(() -> store.transact(tx -> catalog.current(tx, "t")).join())
        .hasRootCauseMessage("Requested resource not found");
    int second = other.create(table("t")).join().number();
    assertThat(store.transact(tx -> catalog.current(tx, "t")).join().number()).isEqualTo(second);
  }

  @Test
  void the_rows_of_a_deleted_table_and_its_indexes_are_removed_in_the_background() {
    var created = catalog.create(numbers -> Tables.withIndex(table("t").apply(numbers), numbers));
    int number = created.join().number();
    int index = index("t").number();
    put(store, catalog, "t", item("1", "red"));
    catalog.delete("t", table -> {}).join();
    assertThat(itemsUnder(store, number)).hasSize(1);
    background.runAll();
    assertThat(itemsUnder(store, number)).isEmpty();
    assertThat(itemsUnder(store, index)).isEmpty();
    assertThat(CatalogRows.dropped(store)).isEmpty();
  }

  @Test
  void the_rows_of_a_deleted_table_can_be_removed_in_transactions_of_a_few_rows() {
    int number = createWithRowsOfItems("t");
    int other = createWithRowsOfItems("u");
    catalog.delete("t", table -> {}).join();
    assertThat(rowsOfItems(number)).isEqualTo(21);
    Optional<byte[]> next = removed(number, CatalogRows.BEGINNING);
    for (int before = 21; next.isPresent(); ) {
      int rows = rowsOfItems(number);
      assertThat(before - rows).isBetween(0, 3);
      assertThat(CatalogRows.dropped(store)).containsExactly(number);
      before = rows;
      next = removed(number, next.get());
    }
    assertThat(rowsOfItems(number)).isZero();
    assertThat(rowsOfItems(other)).isEqualTo(21);
    assertThat(CatalogRows.dropped(store)).isEmpty();
    assertThat(removed(number, CatalogRows.BEGINNING)).isEmpty();
  }

  /** Creates a table with seven items, each with an expiry time and a version. */
  private int createWithRowsOfItems(String name) {
    int number = catalog.create(table(name)).join().number();
    for (int i = 0; i < 7; i++) {
      Item item = item("" + i, "red");
      byte[] row = RowKeys.item(found(name), item);
      byte[] expiry = ExpiryRows.from(number, i);
      put(store, catalog, name, item);
      BlockingTransactions.run(
          store,
          tx -> {
            tx.put(expiry, new byte[0]);
            VersionRows.put(tx, row, item, new ItemVersion(1, "us-east-1"), false);
          });
    }
    return number;
  }

  private int rowsOfItems(int number) {
    return itemsUnder(store, number).size()
        + rowsOf(SystemKeys.EXPIRIES, number)
        + rowsOf(SystemKeys.REPLICATION, number);
  }

  private int rowsOf(int space, int number) {
    byte[] from = SystemKeys.numbered(space, number);
    byte[] to = SystemKeys.numbered(space, number + 1);
    try (Cursor rows = store.range(from, to, Direction.ASCENDING)) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    }
  }

  /** Removes up to three rows from a key on, and returns where to continue. */
  private Optional<byte[]> removed(int number, byte[] from) {
    return store.transact(tx -> CatalogRows.removeDropped(tx, number, from, 3)).join();
  }

  @Test
  void a_removal_interrupted_by_a_crash_is_done_at_the_next_start() {
    int number = catalog.create(table("t")).join().number();
    put(store, catalog, "t", item("1", "red"));
    catalog.delete("t", table -> {}).join();
    catalog = reopenAfterCrash();
    background.runAll();
    assertThat(itemsUnder(store, number)).isEmpty();
    assertThat(CatalogRows.dropped(store)).isEmpty();
  }

  @Test
  void an_index_dropped_during_its_backfill_leaves_no_rows() {
    catalog.create(table("t")).join();
    put(store, catalog, "t", item("1", "red"));
    createIndex("t");
    int number = index("t").number();
    put(store, catalog, "t", item("2", "red"));
    assertThat(itemsUnder(store, number)).hasSize(1);
    catalog
        .change("t", (table, numbers) -> table.toBuilder().globalIndexes(List.of()).build())
        .join();
    background.runAll();
    assertThat(itemsUnder(store, number)).isEmpty();
    assertThat(found("t").globalIndexes()).isEmpty();
  }

  @Test
  void a_new_index_has_the_items_written_before_and_during_its_backfill() {
    catalog.create(table("t")).join();
    for (int i = 0; i < 1000; i++) {
      put(store, catalog, "t", item("old" + i, "red"));
    }
    createIndex("t");
    assertThat(index("t").isReadable()).isFalse();
    put(store, catalog, "t", item("old1", "green"));
    put(store, catalog, "t", item("new", "blue"));
    Tables.delete(store, catalog, "t", item("old2", "red"));
    background.runAll();
    assertThat(index("t").status()).isEqualTo(GlobalIndex.Status.ACTIVE);
    assertThat(index("t").backfilling()).isFalse();
    assertThat(itemsUnder(store, index("t").number()))
        .containsExactlyInAnyOrderElementsOf(itemsUnder(store, found("t").number()))
        .hasSize(1000);
    assertThat(catalog.statistics().counts(index("t").number()).items()).isEqualTo(1000);
  }

  @Test
  void a_backfill_resumes_where_a_crash_interrupted_it() {
    catalog.create(table("t")).join();
    for (int i = 0; i < 1000; i++) {
      put(store, catalog, "t", item("old" + i, "red"));
    }
    createIndex("t");
    var statistics = catalog.statistics();
    var steps = new int[1];
    new Backfill(store, statistics, "t", index("t").number())
        .run(() -> steps[0]++ == 3, new BackgroundJob("backfill", "t", Instant.EPOCH));
    assertThat(index("t").backfilling()).isTrue();
    assertThat(itemsUnder(store, index("t").number())).hasSize(384);
    catalog = reopenAfterCrash();
    background.runAll();
    assertThat(index("t").status()).isEqualTo(GlobalIndex.Status.ACTIVE);
    assertThat(itemsUnder(store, index("t").number())).hasSize(1000);
  }

  @Test
  void a_backfill_skips_items_whose_values_cannot_be_keys_of_the_index() {
    catalog.create(table("t")).join();
    put(store, catalog, "t", item("mistyped", 1));
    put(store, catalog, "t", item("empty", ""));
    put(store, catalog, "t", item("longest", "x".repeat(2048)));
    put(store, catalog, "t", item("too long", "x".repeat(2049)));
    put(store, catalog, "t", Item.of("id", new S("absent")));
    createIndex("t");
    background.runAll();
    assertThat(itemsUnder(store, index("t").number()))
        .containsExactly(item("longest", "x".repeat(2048)));
  }

  @Test
  void counts_survive_a_clean_close_and_a_crash() {
    catalog.create(table("t")).join();
    put(store, catalog, "t", item("1", "red"));
    put(store, catalog, "t", item("2", "red"));
    put(store, catalog, "t", item("2", "green"));
    int number = found("t").number();
    var expected = new Counts(2, item("1", "red").sizeBytes() + item("2", "green").sizeBytes());
    assertThat(catalog.statistics().counts(number)).isEqualTo(expected);
    catalog.close();
    catalog = open();
    assertThat(catalog.statistics().counts(number)).isEqualTo(expected);
    catalog = reopenAfterCrash();
    assertThat(catalog.statistics().counts(number)).isEqualTo(expected);
    assertThat(catalog.lifecycle().jobs()).isEmpty();
    put(store, catalog, "t", item("3", "red"));
    assertThat(catalog.statistics().counts(number).items()).isEqualTo(3);
  }

  @Test
  void a_database_of_an_earlier_version_without_complete_counts_is_counted_once() {
    catalog.create(table("t")).join();
    catalog.create(table("dropped")).join();
    put(store, catalog, "t", item("1", "red"));
    put(store, catalog, "dropped", item("1", "red"));
    int number = found("t").number();
    int dropped = found("dropped").number();
    BlockingTransactions.run(store, tx -> tx.delete(TableStatistics.Rows.COMPLETE));
    catalog = reopenAfterCrash();
    assertThat(catalog.statistics().counts(number)).isEqualTo(Counts.NONE);
    put(store, catalog, "t", item("2", "red"));
    Tables.delete(store, catalog, "t", item("1", "red"));
    assertThat(catalog.statistics().counts(number)).isEqualTo(Counts.NONE);
    catalog.delete("dropped", table -> {}).join();
    background.runAll();
    var expected = new Counts(1, item("2", "red").sizeBytes());
    assertThat(catalog.statistics().counts(number)).isEqualTo(expected);
    assertThat(catalog.statistics().counts(dropped)).isEqualTo(Counts.NONE);
    catalog = reopenAfterCrash();
    assertThat(catalog.statistics().counts(number)).isEqualTo(expected);
    assertThat(catalog.lifecycle().jobs()).isEmpty();
  }

  @Test
  void writes_racing_with_deletions_and_new_indexes_cause_no_stray_or_missing_rows()
      throws InterruptedException {
    catalog.create(table("t")).join();
    var writers = new Thread[4];
    var failures = new ConcurrentLinkedQueue<Throwable>();
    for (int w = 0; w < writers.length; w++) {
      String id = "w" + w + "-";
      writers[w] =
          Thread.ofPlatform()
              .start(() -> {
                for (int i = 0; i < 3000; i++) {
                  try {
                    put(store, catalog, "t", item(id + i % 50, "c" + i % 7));
                  } catch (ApiError deleted) {
                    // No table exists between deletion and creation.
                  } catch (RuntimeException e) {
                    failures.add(e);
                  }
                }
              });
    }
    for (int round = 0; round < 30; round++) {
      createIndex("t");
      background.runAll();
      if (round % 3 == 0) {
        catalog.delete("t", table -> {}).join();
        catalog.create(table("t")).join();
      } else {
        assertIndexIsComplete();
        catalog
            .change("t", (table, numbers) -> table.toBuilder().globalIndexes(List.of()).build())
            .join();
      }
    }
    createIndex("t");
    for (Thread writer : writers) {
      writer.join();
    }
    background.runAll();
    assertThat(failures).isEmpty();
    assertIndexIsComplete();
    assertNoRowsBut(found("t").number(), index("t").number());
  }

  private void assertIndexIsComplete() {
    try (var snapshot = store.snapshot()) {
      assertThat(itemsUnder(snapshot, index("t").number()))
          .containsExactlyInAnyOrderElementsOf(itemsUnder(snapshot, found("t").number()));
    }
  }

  private void assertNoRowsBut(int table, int index) {
    var numbers = new HashSet<Integer>();
    byte[] end = RowKeys.tableStart(Integer.MAX_VALUE);
    try (Cursor rows = store.range(RowKeys.tableStart(1), end, Direction.ASCENDING)) {
      while (rows.next()) {
        numbers.add(new ByteReader(rows.key()).readInt());
      }
    }
    assertThat(numbers).isSubsetOf(table, index);
  }

  @Test
  void the_cache_never_returns_to_an_older_definition() {
    catalog.create(table("t")).join();
    var changes = new CompletableFuture<?>[200];
    for (int i = 0; i < changes.length; i++) {
      changes[i] =
          CompletableFuture.runAsync(() -> {
            var after = catalog.change("t", (before, numbers) -> counted(before)).join();
            assertThat(count(found("t"))).isGreaterThanOrEqualTo(count(after));
          });
    }
    CompletableFuture.allOf(changes).join();
    assertThat(count(found("t"))).isEqualTo(200);
  }

  private static TableDefinition counted(TableDefinition table) {
    return table.toBuilder().tags(Map.of("n", Integer.toString(count(table) + 1))).build();
  }

  private static int count(TableDefinition table) {
    return Integer.parseInt(table.properties().tags().getOrDefault("n", "0"));
  }

  @Test
  void rows_of_an_unfinished_removal_are_not_visible() {
    catalog.create(table("t")).join();
    put(store, catalog, "t", item("1", "red"));
    catalog.delete("t", table -> {}).join();
    catalog.create(table("t")).join();
    assertThat(itemsUnder(store, found("t").number())).isEmpty();
    assertThat(store.get(RowKeys.item(found("t"), item("1", "red")))).isNull();
    put(store, catalog, "t", item("1", "blue"));
    background.runAll();
    assertThat(itemsUnder(store, found("t").number())).containsExactly(item("1", "blue"));
  }
}
