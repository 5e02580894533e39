package dev.gramme.engine.key;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ByteReader;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowKeysTest {
  private static final int GLOBAL = RowKeys.ofGlobalIndex(9);

  private final TableDefinition table =
      SortedTables.withGlobalIndex(
          SortedTables.withLocalIndex("t", 7, IndexProjection.ALL),
          GLOBAL,
          IndexProjection.ALL,
          GlobalIndex.Status.ACTIVE);

  private static Item colored(String id, long number) {
    return key(id, number).toBuilder().put("color", new S("red")).build();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  @Test
  void an_item_row_has_number_hash_partition_key_kind_and_sort_key() {
    // The hash is the beginning of MD5 of the three bytes that follow it.
    assertThat(RowKeys.item(table, key("a", 5)))
        .isEqualTo(hex("00000007 1ca9b145bfb1c624 610000 01 03823300"));
  }

  @Test
  void the_items_of_a_partition_are_in_the_order_of_their_sort_keys() {
    var rows =
        Stream.of(-20L, -3L, 0L, 2L, 10L, 11L, 100L).map(n -> RowKeys.item(table, key("a", n)));
    assertThat(rows).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @Test
  void entries_of_a_local_index_are_in_the_partition_of_their_item_under_another_kind() {
    var local = table.localIndexes().getFirst();
    byte[] item = RowKeys.item(table, colored("a", 5));
    byte[] entry = RowKeys.entry(table, local, colored("a", 5));
    int partition = RowKeys.partitionLength(item, table.key().hash());

    assertThat(RowKeys.partitionLength(entry, table.key().hash())).isEqualTo(partition);
    assertThat(Arrays.copyOf(entry, partition)).isEqualTo(Arrays.copyOf(item, partition));
    assertThat(RowKeys.kindOf(item, table.key().hash())).isEqualTo(RowKeys.ITEM);
    assertThat(RowKeys.kindOf(entry, table.key().hash())).isEqualTo(RowKeys.kind(local));
    assertThat(entry).isNotEqualTo(RowKeys.entry(table, local, colored("a", 6)));
  }

  @Test
  void entries_of_a_global_index_end_with_the_key_of_their_item() {
    var global = table.globalIndexes().getFirst();
    byte[] first = RowKeys.entry(table, global, colored("a", 5));
    byte[] second = RowKeys.entry(table, global, colored("b", 5));
    byte[] third = RowKeys.entry(table, global, colored("b", 6));
    byte[] prefix =
        RowKeys.partitionRows(GLOBAL, global.key(), colored("a", 5), RowKeys.ITEM).toByteArray();

    assertThat(List.of(first, second, third))
        .isSortedAccordingTo(Arrays::compareUnsigned)
        .doesNotHaveDuplicates()
        .allSatisfy(row -> assertThat(row).startsWith(prefix));
    assertThat(new ByteReader(first).readInt()).isEqualTo(GLOBAL);
  }

  @Test
  void the_row_of_an_entry_contains_the_key_of_its_item() {
    var item = colored("a", 5).toBuilder().put("n", N.of(-5)).build();
    var local = table.localIndexes().getFirst();
    var global = table.globalIndexes().getFirst();
    assertThat(RowKeys.itemKey(table, local, RowKeys.entry(table, local, item)))
        .isEqualTo(key("a", -5));
    assertThat(RowKeys.itemKey(table, global, RowKeys.entry(table, global, item)))
        .isEqualTo(key("a", -5));
    for (var vector :
        List.of(vectorIndex(null), vectorIndex(new KeyAttribute("color", AttributeType.S)))) {
      assertThat(RowKeys.itemKey(table, vector, RowKeys.entry(table, vector, item)))
          .isEqualTo(key("a", -5));
    }
  }

  @Test
  void the_number_of_a_global_index_is_recognized_in_its_rows() {
    var global = table.globalIndexes().getFirst();
    assertThat(RowKeys.isOfGlobalIndex(RowKeys.entry(table, global, colored("a", 5)))).isTrue();
    assertThat(RowKeys.isOfGlobalIndex(RowKeys.tableStart(GLOBAL))).isTrue();
    assertThat(RowKeys.isOfGlobalIndex(RowKeys.item(table, key("a", 5)))).isFalse();
    assertThat(RowKeys.isOfGlobalIndex(new byte[] {})).isFalse();
  }

  @Test
  void a_key_without_one_of_its_attributes_is_refused() {
    assertThatThrownBy(() -> RowKeys.item(table, Item.of("id", new S("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no key attribute n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000, 1_000_000})
  void segments_divide_the_hashes_equally(int segments) {
    var hashes = BigInteger.TWO.pow(64);
    for (int segment : new int[] {0, segments / 2, segments - 1}) {
      var start = hashes.multiply(BigInteger.valueOf(segment)).divide(BigInteger.valueOf(segments));
      assertThat(RowKeys.segmentStart(7, segment, segments))
          .isEqualTo(RowKeys.hashStart(7, start.longValue()));
    }
    assertThat(RowKeys.segmentStart(7, segments, segments)).isEqualTo(RowKeys.tableStart(8));
  }

  @Test
  void the_hash_of_a_prefix_has_zeros_for_the_missing_bytes() {
    byte[] row = RowKeys.hashStart(7, 0x1122334455667788L);
    assertThat(RowKeys.hashOf(row)).isEqualTo(0x1122334455667788L);
    assertThat(RowKeys.hashOf(Arrays.copyOf(row, 6))).isEqualTo(0x1122000000000000L);
    assertThat(RowKeys.hashOf(RowKeys.tableStart(7))).isZero();
    assertThat(RowKeys.hashOf(RowKeys.hashStart(7, -1))).isEqualTo(-1);
  }

  @Test
  void no_row_is_between_a_row_and_the_key_after_it() {
    assertThat(RowKeys.after(hex("01ff"))).isEqualTo(hex("01ff00"));
  }

  @Test
  void the_key_after_a_prefix_follows_all_keys_that_begin_with_it() {
    assertThat(RowKeys.afterPrefix(hex("0102"))).isEqualTo(hex("0103"));
    assertThat(RowKeys.afterPrefix(hex("01ffff"))).isEqualTo(hex("02"));
    assertThatThrownBy(() -> RowKeys.afterPrefix(hex("ffff")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_row_moves_under_another_number() {
    byte[] row = RowKeys.item(table, key("a", 5));
    byte[] moved = RowKeys.under(0x01020304, row);
    assertThat(moved).startsWith(1, 2, 3, 4).hasSameSizeAs(row);
    assertThat(RowKeys.under(7, moved)).isEqualTo(row);
  }

  private static VectorIndex vectorIndex(@Nullable KeyAttribute hash) {
    return new VectorIndex(
        "v",
        11,
        "v",
        2,
        VectorIndex.Distance.COSINE,
        hash,
        List.of(),
        IndexProjection.ALL,
        GlobalIndex.Status.ACTIVE,
        false);
  }

  @Test
  void a_vector_index_has_a_partition_for_each_value_of_its_hash_attribute() {
    var index = vectorIndex(new KeyAttribute("color", AttributeType.S));
    byte[] row = RowKeys.entry(table, index, colored("a", 5));
    byte[] prefix = RowKeys.vectorPartition(index, colored("b", 6)).toByteArray();
    assertThat(row).startsWith(prefix);
    assertThat(RowKeys.vectorPartitionLength(index, row)).isEqualTo(prefix.length);
    var blue = Item.of("color", new S("blue"));
    assertThat(RowKeys.vectorPartition(index, blue).toByteArray()).isNotEqualTo(prefix);
  }

  @Test
  void a_vector_index_without_a_hash_attribute_is_one_partition() {
    var index = vectorIndex(null);
    byte[] row = RowKeys.entry(table, index, Item.of("id", new S("a"), "n", N.of(5)));
    byte[] prefix = RowKeys.vectorPartition(index, Item.empty()).toByteArray();
    assertThat(row).startsWith(prefix);
    assertThat(RowKeys.vectorPartitionLength(index, row)).isEqualTo(prefix.length);
  }
}
