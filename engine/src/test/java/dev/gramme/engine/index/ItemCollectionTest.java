package dev.gramme.engine.index;

import static dev.gramme.engine.catalog.SortedTables.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.SortedTables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ItemCollectionTest {
  private static final long UNLIMITED = Long.MAX_VALUE;

  private final Store store = TestStores.open();
  private final TableDefinition table =
      SortedTables.withGlobalIndex(
          SortedTables.withLocalIndex("t", 7, IndexProjection.ALL),
          RowKeys.ofGlobalIndex(9),
          IndexProjection.ALL,
          GlobalIndex.Status.ACTIVE);

  @AfterEach
  void close() {
    store.close();
  }

  private static Item sized(int bytes) {
    var key = key("a", 1);
    return key.toBuilder()
        .put("text", new S("x".repeat(bytes - key.sizeBytes() - "text".length())))
        .build();
  }

  private long resize(
      @Nullable Item before, @Nullable Item after, long limit, IndexChange... indexes) {
    return BlockingTransactions.transact(
        store,
        tx ->
            ItemCollection.resize(tx, table, key("a", 1), before, after, List.of(indexes), limit));
  }

  private boolean isStored() {
    try (var rows =
        store.range(RowKeys.tableStart(7), RowKeys.tableStart(8), Direction.ASCENDING)) {
      return rows.next();
    }
  }

  @Test
  void items_and_their_entries_in_local_indexes_add_up() {
    var local = table.localIndexes().getFirst();
    var global = table.globalIndexes().getFirst();
    assertThat(resize(null, sized(100), UNLIMITED, new IndexChange(local, null, sized(50), false)))
        .isEqualTo(150);
    assertThat(resize(null, sized(100), UNLIMITED, new IndexChange(global, null, sized(50), false)))
        .isEqualTo(250);
    assertThat(
            resize(
                sized(100), sized(80), UNLIMITED, new IndexChange(local, sized(50), null, false)))
        .isEqualTo(180);
  }

  @Test
  void the_size_of_an_empty_collection_is_not_stored() {
    resize(null, sized(100), UNLIMITED);
    assertThat(isStored()).isTrue();
    assertThat(resize(sized(100), null, UNLIMITED)).isZero();
    assertThat(isStored()).isFalse();
  }

  @Test
  void a_collection_may_reach_its_limit_but_not_exceed_it() {
    assertThat(resize(null, sized(100), 200)).isEqualTo(100);
    assertThat(resize(null, sized(100), 200)).isEqualTo(200);
    assertThatThrownBy(() -> resize(sized(100), sized(101), 200))
        .isInstanceOfSatisfying(
            ApiError.class,
            error ->
                assertThat(error.type()).isEqualTo(ErrorType.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED));
    assertThat(resize(sized(100), sized(100), UNLIMITED)).isEqualTo(200);
  }

  @Test
  void a_collection_above_its_limit_may_shrink_or_keep_its_size() {
    resize(null, sized(300), UNLIMITED);
    assertThat(resize(sized(300), sized(300), 200)).isEqualTo(300);
    assertThat(resize(sized(300), sized(299), 200)).isEqualTo(299);
  }
}
