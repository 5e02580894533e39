package dev.gramme.engine.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.memory.MemoryStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check finds each kind of damage, names its place, and repairs what follows from items. */
final class StoreCheckTest {
  private static final int UNKNOWN_NUMBER = 4711;

  private final MemoryStore store = new MemoryStore();
  private TableDefinition table;

  @BeforeEach
  void fill() {
    try (var engine = open()) {
      engine
          .catalog()
          .create(numbers -> Tables.withIndex(Tables.table("t").apply(numbers), numbers))
          .join();
      for (String id : List.of("a", "b", "c")) {
        var put = new WriteAction.Put("t", Tables.item(id, "red"), null, false);
        engine.write(WriteRequest.single(put)).join();
      }
      table = engine.catalog().find("t").orElseThrow();
    }
  }

  private Engine open() {
    return Engine.open(
        store, () -> Instant.parse("2026-11-25T12:00:00Z"), Runnable::run, EngineOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    StoreCheck.run(store, findings::add);
    return findings;
  }

  private void repairAll() {
    for (Finding finding : findings()) {
      BlockingTransactions.run(store, finding.repair().orElseThrow());
    }
  }

  private byte[] entryOf(String id) {
    GlobalIndex index = table.globalIndexes().getFirst();
    return RowKeys.entry(table, index, Tables.item(id, "red"));
  }

  @Test
  void a_sound_store_has_no_findings() {
    assertThat(findings()).isEmpty();
  }

  @Test
  void an_item_that_does_not_decode_is_the_only_finding_so_that_its_entries_and_counts_stay() {
    BlockingTransactions.run(
        store, tx -> tx.put(RowKeys.item(table, Tables.item("a", "red")), new byte[] {99}));
    assertThat(findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.table()).isEqualTo("t");
          assertThat(finding.part()).isEqualTo("items");
          assertThat(finding.repair()).isEmpty();
        });
  }

  @Test
  void an_entry_that_does_not_decode_stays_while_an_item_does_not_decode() {
    BlockingTransactions.run(
        store,
        tx -> {
          tx.put(RowKeys.item(table, Tables.item("a", "red")), new byte[] {99});
          tx.put(entryOf("a"), new byte[] {99});
        });
    assertThat(findings()).hasSize(2).allSatisfy(finding -> assertThat(finding.repair()).isEmpty());
  }

  @Test
  void an_entry_that_does_not_decode_and_belongs_to_no_item_is_deleted() {
    BlockingTransactions.run(store, tx -> tx.put(entryOf("ghost"), new byte[] {99}));
    assertThat(findings()).hasSize(1);
    repairAll();
    assertThat(store.get(entryOf("ghost"))).isNull();
    assertThat(findings()).isEmpty();
  }

  @Test
  void an_entry_that_does_not_decode_is_written_again_although_another_item_does_not_decode() {
    BlockingTransactions.run(
        store,
        tx -> {
          tx.put(RowKeys.item(table, Tables.item("a", "red")), new byte[] {99});
          tx.put(entryOf("b"), new byte[] {99});
        });
    assertThat(findings())
        .extracting(Finding::part, finding -> finding.repair().isPresent())
        .containsExactlyInAnyOrder(tuple("items", false), tuple(Tables.INDEX, true));
  }

  @Test
  void an_entry_with_the_value_of_another_one_is_found_once() {
    BlockingTransactions.run(
        store, tx -> tx.put(entryOf("b"), Objects.requireNonNull(store.get(entryOf("a")))));
    assertThat(findings()).hasSize(1);
    repairAll();
    assertThat(findings()).isEmpty();
  }

  @Test
  void so_is_one_of_a_local_index_in_the_partition_of_the_other_item() {
    try (var engine = open()) {
      engine
          .catalog()
          .create(
              numbers -> SortedTables.withLocalIndex("sorted", numbers.next(), IndexProjection.ALL))
          .join();
      for (int n : new int[] {1, 2}) {
        var put = new WriteAction.Put("sorted", sorted(n), null, false);
        engine.write(WriteRequest.single(put)).join();
      }
      table = engine.catalog().find("sorted").orElseThrow();
    }
    byte[] entry = RowKeys.entry(table, table.localIndexes().getFirst(), sorted(2));
    BlockingTransactions.run(
        store,
        tx -> {
          tx.put(RowKeys.item(table, sorted(1)), new byte[] {99});
          tx.put(entry, new byte[] {99});
        });
    assertThat(findings())
        .extracting(Finding::part, finding -> finding.repair().isPresent())
        .containsExactlyInAnyOrder(tuple("items", false), tuple("local", true));
  }

  private static Item sorted(int n) {
    return SortedTables.key("p", n).toBuilder().put("color", new S("red")).build();
  }

  @Test
  void a_missing_entry_of_an_index_is_found_and_written_again() {
    BlockingTransactions.run(store, tx -> tx.delete(entryOf("b")));
    assertThat(findings())
        .anySatisfy(finding -> {
          assertThat(finding.part()).isEqualTo(Tables.INDEX);
          assertThat(finding.key()).contains("b");
        });
    repairAll();
    assertThat(findings()).isEmpty();
    assertThat(store.get(entryOf("b"))).isNotNull();
  }

  @Test
  void an_entry_without_an_item_is_found_and_deleted() {
    BlockingTransactions.run(
        store, tx -> tx.put(entryOf("ghost"), Objects.requireNonNull(store.get(entryOf("a")))));
    assertThat(findings()).isNotEmpty();
    repairAll();
    assertThat(findings()).isEmpty();
    assertThat(store.get(entryOf("ghost"))).isNull();
  }

  @Test
  void rows_that_belong_to_no_table_are_found() {
    BlockingTransactions.run(
        store, tx -> tx.put(RowKeys.tableStart(UNKNOWN_NUMBER), new byte[] {1}));
    assertThat(findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.table()).isEqualTo("no table"));
  }
}
