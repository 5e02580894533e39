package dev.gramme.engine.plan;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.expression.KeyCondition.Operator;
import dev.gramme.expression.KeyCondition.Term;
import dev.gramme.expression.KeyRange;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowRangeTest {
  private final TableDefinition table = SortedTables.sorted("t", 7);

  private static final KeyRange ALL = KeyRange.partition(List.of(new S("a")));

  private static KeyRange where(Operator operator, AttributeValue... values) {
    return new KeyRange(ALL.hash(), List.of(), new Term("n", operator, List.of(values)));
  }

  private List<Long> selected(RowRange range) {
    return LongStream.of(-10, -1, 0, 1, 2, 3, 20)
        .filter(n -> range.contains(RowKeys.item(table, key("a", n))))
        .boxed()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "EQ, 1, 1, '1'",
    "LT, 1, 1, '-10 -1 0'",
    "LE, 1, 1, '-10 -1 0 1'",
    "GT, 1, 1, '2 3 20'",
    "GE, 1, 1, '1 2 3 20'",
    "BETWEEN, -1, 2, '-1 0 1 2'",
    "BETWEEN, 2, -1, ''"
  })
  void a_condition_on_the_sort_key_selects_one_range(
      Operator operator, long first, long last, String expected) {
    var values =
        operator == Operator.BETWEEN
            ? new AttributeValue[] {N.of(first), N.of(last)}
            : new AttributeValue[] {N.of(first)};
    var range = RowRange.ofQuery(table, null, where(operator, values));
    assertThat(selected(range))
        .isEqualTo(
            Stream.of(expected.split(" ")).filter(n -> !n.isEmpty()).map(Long::valueOf).toList());
    assertThat(range.partition()).isEqualTo(Item.of("id", new S("a")));
  }

  @Test
  void a_query_without_a_condition_selects_its_partition_alone() {
    var range = RowRange.ofQuery(table, null, ALL);
    assertThat(selected(range)).hasSize(7);
    // The partition key "a" is a prefix of both others.
    assertThat(range.contains(RowKeys.item(table, key("aa", 1)))).isFalse();
    assertThat(range.contains(RowKeys.item(table, key("a\0", 1)))).isFalse();
    assertThat(range.contains(RowKeys.item(SortedTables.sorted("u", 8), key("a", 1)))).isFalse();
  }

  @Test
  void a_query_of_items_does_not_select_entries_of_a_local_index() {
    var indexed = SortedTables.withLocalIndex("t", 7, IndexProjection.ALL);
    var local = indexed.localIndexes().getFirst();
    var item = key("a", 1).toBuilder().put("color", new S("red")).build();
    byte[] row = RowKeys.item(indexed, item);
    byte[] entry = RowKeys.entry(indexed, local, item);

    var items = RowRange.ofQuery(indexed, null, ALL);
    var entries = RowRange.ofQuery(indexed, local, ALL);
    assertThat(items.contains(row)).isTrue();
    assertThat(items.contains(entry)).isFalse();
    assertThat(entries.contains(entry)).isTrue();
    assertThat(entries.contains(row)).isFalse();
    assertThat(RowRange.kind(local)).isEqualTo(RowKeys.kind(local));
    assertThat(RowRange.kind(null)).isEqualTo(RowKeys.ITEM);
  }

  /** A global index with the partition key {@code id} and the sort keys {@code x} and {@code y}. */
  private static final GlobalIndex WIDE =
      new GlobalIndex(
          "wide",
          9,
          new KeySchema(
              List.of(new KeyAttribute("id", AttributeType.S)),
              List.of(
                  new KeyAttribute("x", AttributeType.S), new KeyAttribute("y", AttributeType.S))),
          IndexProjection.ALL,
          GlobalIndex.Status.ACTIVE,
          false,
          Throughput.ON_DEMAND,
          null,
          null);

  private byte[] wideRow(String x, String y) {
    return RowRange.row(
        table, WIDE, key("a", 1).toBuilder().put("x", new S(x)).put("y", new S(y)).build());
  }

  @Test
  void a_prefix_selects_the_strings_that_begin_with_it() {
    var red = new Term("x", Operator.BEGINS_WITH, List.of(new S("re")));
    var range = RowRange.ofQuery(table, WIDE, new KeyRange(List.of(new S("a")), List.of(), red));
    assertThat(range.contains(wideRow("re", ""))).isTrue();
    assertThat(range.contains(wideRow("red", "z"))).isTrue();
    assertThat(range.contains(wideRow("re\uffff", "z"))).isTrue();
    assertThat(range.contains(wideRow("r", "e"))).isFalse();
    assertThat(range.contains(wideRow("rf", ""))).isFalse();
  }

  @Test
  void equal_values_precede_the_condition_on_the_last_attribute() {
    var last = new Term("y", Operator.GE, List.of(new S("m")));
    var range =
        RowRange.ofQuery(
            table, WIDE, new KeyRange(List.of(new S("a")), List.of(new S("red")), last));
    assertThat(range.contains(wideRow("red", "m"))).isTrue();
    assertThat(range.contains(wideRow("red", "z"))).isTrue();
    assertThat(range.contains(wideRow("red", "a"))).isFalse();
    assertThat(range.contains(wideRow("redder", "z"))).isFalse();
    assertThat(range.contains(wideRow("blue", "z"))).isFalse();
  }

  @Test
  void the_rest_of_a_range_excludes_the_row_already_read() {
    var all = RowRange.ofQuery(table, null, ALL);
    byte[] row = RowKeys.item(table, key("a", 1));
    assertThat(selected(all.after(row, true))).containsExactly(2L, 3L, 20L);
    assertThat(selected(all.after(row, false))).containsExactly(-10L, -1L, 0L);
    assertThat(selected(all.upTo(row))).containsExactly(-10L, -1L, 0L, 1L);
    assertThat(all.after(row, true).partition()).isEqualTo(all.partition());
  }

  @Test
  void adjacent_ranges_do_not_overlap() {
    var low = RowRange.ofQuery(table, null, where(Operator.LT, N.of(1)));
    var high = RowRange.ofQuery(table, null, where(Operator.GE, N.of(1)));
    var one = RowRange.ofQuery(table, null, where(Operator.EQ, N.of(1)));
    assertThat(low.overlaps(high)).isFalse();
    assertThat(high.overlaps(low)).isFalse();
    assertThat(low.overlaps(one)).isFalse();
    assertThat(high.overlaps(one)).isTrue();
    assertThat(one.overlaps(high)).isTrue();
    assertThat(Stream.of(high, low).sorted(RowRange.BY_START)).containsExactly(low, high);
  }

  @Test
  void the_segments_of_a_scan_are_adjacent_and_cover_the_table() {
    RowRange before = RowRange.ofScan(table, null, 0, 3);
    for (int segment = 1; segment < 3; segment++) {
      var next = RowRange.ofScan(table, null, segment, 3);
      assertThat(next.first()).isEqualTo(before.end());
      before = next;
    }
    assertThat(before.end()).isEqualTo(RowKeys.tableStart(8));
    assertThat(before.partition()).isNull();
    assertThat(RowRange.ofScan(table, WIDE, 0, 1).end()).isEqualTo(RowKeys.tableStart(10));
    var whole = RowRange.ofScan(table, null, 0, 1);
    assertThat(whole.contains(RowKeys.hashStart(7, 0))).isTrue();
    assertThat(whole.contains(RowKeys.item(table, key("a", 1)))).isTrue();
  }
}
