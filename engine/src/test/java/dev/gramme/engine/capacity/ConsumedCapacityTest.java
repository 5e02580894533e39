package dev.gramme.engine.capacity;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.index.IndexChange;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.SecondaryIndex;
import dev.gramme.model.TableDefinition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsumedCapacityTest {
  private final TableDefinition table =
      SortedTables.withGlobalIndex(
          SortedTables.withLocalIndex("t", 7, IndexProjection.ALL),
          9,
          IndexProjection.ALL,
          GlobalIndex.Status.ACTIVE);
  private final SecondaryIndex local = table.localIndexes().getFirst();
  private final SecondaryIndex global = table.globalIndexes().getFirst();

  /** An item of exactly this size. */
  private static Item sized(int bytes) {
    var key = key("a", 1);
    int rest = bytes - key.sizeBytes() - "text".length();
    return key.toBuilder().put("text", new S("x".repeat(rest))).build();
  }

  private ItemChange change(@Nullable Item before, @Nullable Item after, IndexChange... indexes) {
    return new ItemChange(
        table, key("a", 1), before, after, ItemChange.Cause.CLIENT, List.of(indexes), 0, List.of());
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 1", "1024, 1, 1", "1025, 1, 2", "4096, 1, 4", "4097, 2, 5", "8192, 2, 8"})
  void sizes_are_rounded_up_to_blocks_of_4_kb_for_reads_and_1_kb_for_writes(
      long bytes, long reads, long writes) {
    assertThat(CapacityUnits.readBlocks(bytes)).isEqualTo(reads);
    assertThat(CapacityUnits.writeBlocks(bytes)).isEqualTo(writes);
    assertThat(CapacityUnits.read(bytes, true)).isEqualTo((double) reads);
    assertThat(CapacityUnits.read(bytes, false)).isEqualTo(reads / 2.0);
  }

  @Test
  void a_write_costs_the_larger_of_the_old_and_the_new_item() {
    assertThat(CapacityUnits.write(table, null, sized(1024))).isEqualTo(1);
    assertThat(CapacityUnits.write(table, sized(1024), sized(1025))).isEqualTo(2);
    assertThat(CapacityUnits.write(table, sized(3000), sized(100))).isEqualTo(3);
    assertThat(CapacityUnits.write(table, sized(3000), null)).isEqualTo(3);
    assertThat(CapacityUnits.write(table, null, null)).isEqualTo(1);
  }

  @Test
  void an_index_is_charged_only_for_entries_that_change() {
    var entry = sized(1500);
    assertThat(CapacityUnits.write(new IndexChange(global, null, null, false))).isZero();
    assertThat(CapacityUnits.write(new IndexChange(global, entry, entry, false))).isZero();
    assertThat(CapacityUnits.write(new IndexChange(global, null, entry, false))).isEqualTo(2);
    assertThat(CapacityUnits.write(new IndexChange(global, entry, null, false))).isEqualTo(2);
    assertThat(CapacityUnits.write(new IndexChange(global, entry, sized(100), false))).isEqualTo(2);
  }

  @Test
  void a_moved_entry_costs_a_deletion_and_an_insertion() {
    assertThat(CapacityUnits.write(new IndexChange(global, sized(1500), sized(100), true)))
        .isEqualTo(3);
  }

  @Test
  void units_of_a_request_add_up_by_table_and_index() {
    var consumed = ConsumedCapacity.of("t");
    var entry = sized(1500);
    for (int i = 0; i < 2; i++) {
      consumed.add(
          change(
              null,
              entry,
              new IndexChange(local, null, entry, false),
              new IndexChange(global, null, sized(100), false)));
    }
    assertThat(consumed.tableWrites()).isEqualTo(4);
    assertThat(consumed.localIndexes()).isEqualTo(Map.of("local", 4.0));
    assertThat(consumed.globalIndexes()).isEqualTo(Map.of("global", 2.0));
    assertThat(consumed.writeUnits()).isEqualTo(10);
    assertThat(consumed.readUnits()).isZero();
    assertThat(consumed.total()).isEqualTo(10);
  }

  @Test
  void an_index_that_consumed_nothing_is_not_listed() {
    var consumed = ConsumedCapacity.of("t");
    consumed.add(change(null, sized(100), new IndexChange(global, null, null, false)));
    assertThat(consumed.globalIndexes()).isEmpty();
  }

  @Test
  void a_transaction_costs_twice_for_the_table_but_not_for_indexes() {
    var consumed = ConsumedCapacity.ofTransaction("t");
    consumed.add(change(null, sized(100), new IndexChange(global, null, sized(100), false)));
    consumed.addTableRead(4096, false);
    assertThat(consumed.tableWrites()).isEqualTo(2);
    assertThat(consumed.globalIndexes()).isEqualTo(Map.of("global", 1.0));
    // Its reads are always consistent.
    assertThat(consumed.tableReads()).isEqualTo(2);
    assertThat(consumed.isTransactional()).isTrue();
  }

  @Test
  void a_scan_costs_at_least_a_block_for_each_partition() {
    var consumed = ConsumedCapacity.of("t");
    consumed.addTableScan(100, 3, true);
    assertThat(consumed.tableReads()).isEqualTo(3);
    consumed.addTableScan(5 * 4096, 3, false);
    assertThat(consumed.tableReads()).isEqualTo(5.5);
  }

  @Test
  void reads_of_an_index_are_listed_under_its_name() {
    var consumed = ConsumedCapacity.of("t");
    consumed.addIndexRead(local, 5000, true);
    consumed.addIndexRead(global, 5000, false);
    consumed.addTableRead(0, false);
    assertThat(consumed.localIndexes()).isEqualTo(Map.of("local", 2.0));
    assertThat(consumed.globalIndexes()).isEqualTo(Map.of("global", 1.0));
    assertThat(consumed.tableReads()).isEqualTo(0.5);
    assertThat(consumed.readUnits()).isEqualTo(3.5);
  }
}
