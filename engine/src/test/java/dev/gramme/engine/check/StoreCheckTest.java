package dev.gramme.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.GlobalIndex;
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
    try (var engine =
        Engine.open(
            store,
            () -> Instant.parse("2026-11-25T12:00:00Z"),
            Runnable::run,
            EngineOptions.DEFAULT)) {
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
