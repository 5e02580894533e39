package dev.gramme.engine.index;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex.Status;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.ItemSize;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.VectorIndex.Distance;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A vector index of two dimensions whose partitions are colors. */
class VectorRowsTest {
  private static final int NUMBER = 11;

  private final Store store = TestStores.open();
  private final TableDefinition table = indexed(IndexProjection.KEYS_ONLY, Status.ACTIVE);

  @AfterEach
  void close() {
    store.close();
  }

  private static TableDefinition indexed(IndexProjection projection, Status status) {
    var index =
        new VectorIndex(
            "vectors",
            NUMBER,
            "v",
            2,
            Distance.COSINE,
            new KeyAttribute("color", AttributeType.S),
            List.of(new KeyAttribute("size", AttributeType.N)),
            projection,
            status,
            false);
    return SortedTables.sorted("t", 7).toBuilder().vectorIndexes(List.of(index)).build();
  }

  private static L vector(String... elements) {
    return new L(Stream.of(elements).<AttributeValue>map(e -> new N(new BigDecimal(e))).toList());
  }

  private static Item item(AttributeValue color, AttributeValue vector) {
    return key("a", 1).toBuilder()
        .put("color", color)
        .put("v", vector)
        .put("text", new S("x"))
        .build();
  }

  private static Item red(String... elements) {
    return item(new S("red"), vector(elements));
  }

  private VectorChange change(
      TableDefinition definition, @Nullable Item before, @Nullable Item after) {
    return BlockingTransactions.transact(
            store, tx -> VectorRows.changeAll(tx, definition, before, after))
        .getFirst();
  }

  private List<VectorEntry> entries() {
    var found = new ArrayList<VectorEntry>();
    try (Cursor rows =
        store.range(
            RowKeys.tableStart(NUMBER), RowKeys.tableStart(NUMBER + 1), Direction.ASCENDING)) {
      while (rows.next()) {
        found.add(VectorEntry.decode(rows.value()));
      }
    }
    return found;
  }

  private @Nullable VectorEntry entry(Item item) {
    return VectorRows.entry(table, table.vectorIndexes().getFirst(), item);
  }

  @Test
  void an_item_with_a_vector_has_an_entry_without_the_list() {
    var change = change(table, null, red("1", "-2.5"));
    assertThat(change.isWrite()).isTrue();
    assertThat(change.entriesDelta()).isEqualTo(1);
    assertThat(entries()).containsExactly(Objects.requireNonNull(change.after()));
    var entry = entries().getFirst();
    assertThat(entry.vector()).containsExactly(1, -2.5f);
    assertThat(entry.list()).isEqualTo(vector("1", "-2.5"));
    assertThat(entry.attributes())
        .isEqualTo(key("a", 1).toBuilder().put("color", new S("red")).build());
  }

  @Test
  void a_value_that_is_no_vector_of_the_index_has_no_entry() {
    assertThat(entry(red("1", "2"))).isNotNull();
    assertThat(entry(red("1"))).isNull();
    assertThat(entry(red("1", "2", "3"))).isNull();
    assertThat(entry(red("1", "1E+39"))).isNull();
    assertThat(entry(item(new S("red"), new S("12")))).isNull();
    assertThat(entry(item(new S("red"), new L(List.of(new S("1"), N.of(2)))))).isNull();
    assertThat(entry(key("a", 1))).isNull();
  }

  @Test
  void an_item_without_a_valid_hash_value_has_no_entry() {
    assertThat(entry(item(N.of(1), vector("1", "2")))).isNull();
    assertThat(entry(item(new S(""), vector("1", "2")))).isNull();
    assertThat(entry(item(new S("x".repeat(2048)), vector("1", "2")))).isNotNull();
    assertThat(entry(item(new S("x".repeat(2049)), vector("1", "2")))).isNull();
    assertThat(entry(red("1", "2").toBuilder().remove("color").build())).isNull();
  }

  @Test
  void an_entry_has_the_projected_attributes() {
    var item = red("1", "2").toBuilder().put("size", N.of(3)).build();
    var include = new IndexProjection(IndexProjection.Type.INCLUDE, List.of("text", "v"));
    assertThat(attributes(IndexProjection.ALL, item))
        .isEqualTo(item.toBuilder().remove("v").build());
    assertThat(attributes(include, item)).isEqualTo(item.toBuilder().remove("v").build());
    assertThat(attributes(IndexProjection.KEYS_ONLY, item))
        .isEqualTo(item.toBuilder().remove("v").remove("text").build());
  }

  private static Item attributes(IndexProjection projection, Item item) {
    var definition = indexed(projection, Status.ACTIVE);
    var entry = VectorRows.entry(definition, definition.vectorIndexes().getFirst(), item);
    return Objects.requireNonNull(entry).attributes();
  }

  @Test
  void an_equal_entry_is_not_written_again() {
    change(table, null, red("1", "2"));
    var same = change(table, red("1", "2"), red("1.0", "2"));
    assertThat(same.isWrite()).isFalse();
    assertThat(same.chargedBytes()).isZero();
    assertThat(change(table, red("1", "2"), red("1", "3")).rows()).hasSize(1);
    assertThat(entries()).extracting(VectorEntry::vector).containsExactly(new float[] {1, 3});
  }

  @Test
  void an_entry_moves_to_the_partition_of_its_new_hash_value() {
    change(table, null, red("1", "2"));
    var moved = change(table, red("1", "2"), item(new S("blue"), vector("1", "2")));
    assertThat(moved.rows()).hasSize(2);
    assertThat(moved.entriesDelta()).isZero();
    assertThat(moved.bytesDelta()).isEqualTo(1); // "blue" is longer than "red".
    assertThat(moved.chargedBytes()).isEqualTo(2048);
    assertThat(entries()).hasSize(1);
  }

  @Test
  void an_entry_disappears_with_its_item() {
    change(table, null, red("1", "2"));
    var deleted = change(table, red("1", "2"), null);
    assertThat(deleted.entriesDelta()).isEqualTo(-1);
    assertThat(deleted.chargedBytes()).isEqualTo(1024);
    assertThat(deleted.bytesDelta()).isNegative();
    assertThat(entries()).isEmpty();
  }

  @Test
  void before_the_backfill_reaches_an_item_its_change_is_an_insertion() {
    var filling = indexed(IndexProjection.KEYS_ONLY, Status.CREATING);
    var first = change(filling, red("1", "2"), red("1", "2"));
    assertThat(first.before()).isNull();
    assertThat(first.entriesDelta()).isEqualTo(1);
    assertThat(change(filling, red("1", "2"), red("1", "2")).isWrite()).isFalse();
    assertThat(entries()).hasSize(1);
  }

  @Test
  void an_index_that_is_being_deleted_is_not_maintained() {
    var deleting = indexed(IndexProjection.KEYS_ONLY, Status.DELETING);
    var changes =
        BlockingTransactions.transact(
            store, tx -> VectorRows.changeAll(tx, deleting, null, red("1", "2")));
    assertThat(changes).isEmpty();
    assertThat(entries()).isEmpty();
  }

  @Test
  void the_larger_entry_is_charged_and_at_least_a_kilobyte() {
    var all = indexed(IndexProjection.ALL, Status.ACTIVE);
    var large = red("1", "2").toBuilder().put("text", new S("x".repeat(3000))).build();
    long size = change(all, null, large).chargedBytes();
    // The entry counts the list as four bytes for each dimension.
    assertThat(size).isEqualTo(large.sizeBytes() - ItemSize.of(vector("1", "2")) + 8);
    assertThat(change(all, large, red("1", "2")).chargedBytes()).isEqualTo(size);
  }

  @Test
  void writes_count_four_bytes_for_each_dimension_of_an_indexed_vector() {
    var item = red("1", "2");
    assertThat(VectorRows.writtenBytes(table, item))
        .isEqualTo(item.sizeBytes() - ItemSize.of(vector("1", "2")) + 8);
    assertThat(VectorRows.writtenBytes(table, red("1"))).isEqualTo(red("1").sizeBytes());
    assertThat(VectorRows.writtenBytes(SortedTables.sorted("u", 8), item))
        .isEqualTo(item.sizeBytes());
    assertThat(VectorRows.writtenBytes(table, null)).isZero();
  }

  @Test
  void scores_are_those_of_the_distance_functions() {
    float[] east = {2, 0};
    float[] north = {0, 3};
    float[] west = {-1, 0};
    float[] zero = {0, 0};
    assertThat(VectorScore.of(Distance.COSINE, east, east)).isZero();
    assertThat(VectorScore.of(Distance.COSINE, east, north)).isEqualTo(1);
    assertThat(VectorScore.of(Distance.COSINE, east, west)).isEqualTo(2);
    assertThat(VectorScore.of(Distance.COSINE, east, zero)).isEqualTo(1);
    assertThat(VectorScore.of(Distance.EUCLIDEAN, east, north))
        .isCloseTo((float) Math.sqrt(13), within(1e-6f));
    assertThat(VectorScore.of(Distance.DOT_PRODUCT, new float[] {2, 3}, new float[] {4, 5}))
        .isEqualTo(23);
    assertThat(VectorScore.isSmallerCloser(Distance.DOT_PRODUCT)).isFalse();
    assertThat(VectorScore.isSmallerCloser(Distance.EUCLIDEAN)).isTrue();
  }
}
