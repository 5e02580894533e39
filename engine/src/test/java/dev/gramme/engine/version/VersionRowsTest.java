package dev.gramme.engine.version;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.version.VersionRows.Deletion;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionRowsTest {
  private final Store store = TestStores.open();
  private final TableDefinition table = Tables.table("t").apply(() -> 7);
  private final TableDefinition other = Tables.table("u").apply(() -> 8);

  @AfterEach
  void close() {
    store.close();
  }

  private static Item key(String id) {
    return Item.of("id", new S(id));
  }

  private static ItemVersion at(long time) {
    return new ItemVersion(time, "eu-west-1");
  }

  private byte[] row(String id) {
    return RowKeys.item(table, key(id));
  }

  private void write(String id, long time, boolean deleted) {
    BlockingTransactions.run(store, tx -> VersionRows.put(tx, row(id), key(id), at(time), deleted));
  }

  private long forget(long time, int limit) {
    return forget(0, time, limit);
  }

  private long forget(long from, long time, int limit) {
    return BlockingTransactions.transact(store, tx -> VersionRows.forget(tx, 7, from, time, limit));
  }

  private List<Deletion> deletions(int number) {
    var found = new ArrayList<Deletion>();
    VersionRows.deletions(store, number, found::add);
    return found;
  }

  @Test
  void the_later_version_wins_and_then_the_higher_region() {
    assertThat(new ItemVersion(2, "a")).isGreaterThan(new ItemVersion(1, "b"));
    assertThat(new ItemVersion(1, "b")).isGreaterThan(new ItemVersion(1, "a"));
    assertThat(new ItemVersion(1, "b")).isEqualByComparingTo(new ItemVersion(1, "b"));
    assertThat(ItemVersion.NONE).isLessThan(new ItemVersion(1, ""));
  }

  @Test
  void an_item_without_a_stored_version_has_the_lowest_one() {
    assertThat(VersionRows.of(store, row("a"))).isEqualTo(ItemVersion.NONE);
    write("a", 5, false);
    assertThat(VersionRows.of(store, row("a"))).isEqualTo(at(5));
    assertThat(VersionRows.of(store, row("b"))).isEqualTo(ItemVersion.NONE);
  }

  @Test
  void a_change_is_later_than_the_version_it_replaces_whatever_the_clock_says() {
    Instant now = Instant.EPOCH.plusNanos(10_000);
    assertThat(VersionRows.moment(store, row("a"), now)).isEqualTo(now);
    write("a", 9, false);
    assertThat(VersionRows.moment(store, row("a"), now)).isEqualTo(now);
    write("a", 10, false);
    assertThat(VersionRows.moment(store, row("a"), now)).isEqualTo(now.plusNanos(1000));
  }

  @Test
  void deleted_items_are_listed_in_the_order_of_their_times() {
    write("a", 30, true);
    write("b", 20, true);
    write("c", 10, false);
    assertThat(deletions(7))
        .containsExactly(new Deletion(key("b"), at(20)), new Deletion(key("a"), at(30)));
    assertThat(deletions(8)).isEmpty();
  }

  @Test
  void the_list_of_deleted_items_ends_where_its_reader_ends_it() {
    write("a", 30, true);
    write("b", 20, true);
    var found = new ArrayList<Deletion>();
    VersionRows.deletions(store, 7, deletion -> !found.add(deletion));
    assertThat(found).containsExactly(new Deletion(key("b"), at(20)));
  }

  @Test
  void an_item_deleted_again_is_listed_once_with_its_latest_time() {
    write("a", 10, true);
    write("a", 30, true);
    assertThat(deletions(7)).containsExactly(new Deletion(key("a"), at(30)));
  }

  @Test
  void an_item_written_after_its_deletion_is_not_listed() {
    write("a", 10, true);
    write("a", 20, false);
    assertThat(deletions(7)).isEmpty();
    assertThat(forget(100, 10)).isEqualTo(100);
    assertThat(VersionRows.of(store, row("a"))).isEqualTo(at(20));
  }

  /** The deletion would have the version of the item, which the item itself could not replace. */
  @Test
  void an_item_written_while_deletions_are_read_is_left_out() {
    write("a", 10, true);
    write("b", 20, true);
    try (Snapshot before = store.snapshot()) {
      write("a", 30, false);
      var found = new ArrayList<Deletion>();
      VersionRows.deletions(new RangesOf(before, store), 7, found::add);
      assertThat(found).containsExactly(new Deletion(key("b"), at(20)));
    }
  }

  /** Reads ranges from an older state than single rows. */
  private record RangesOf(Reader ranges, Reader rows) implements Reader {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return rows.get(key);
    }

    @Override
    public Cursor range(byte[] from, byte[] to, Direction direction) {
      return ranges.range(from, to, direction);
    }
  }

  @Test
  void only_tombstones_before_a_time_are_forgotten_and_their_versions_with_them() {
    write("a", 10, true);
    write("b", 20, true);
    write("c", 5, false);
    assertThat(forget(20, 10)).isEqualTo(20);
    assertThat(VersionRows.of(store, row("a"))).isEqualTo(ItemVersion.NONE);
    assertThat(VersionRows.of(store, row("b"))).isEqualTo(at(20));
    assertThat(VersionRows.of(store, row("c"))).isEqualTo(at(5));
    assertThat(forget(-1, 10)).isZero();
    assertThat(deletions(7)).extracting(Deletion::key).containsExactly(key("b"));
  }

  @Test
  void tombstones_are_forgotten_up_to_a_limit_the_oldest_first() {
    write("a", 30, true);
    write("b", 10, true);
    write("c", 20, true);
    assertThat(forget(100, 2)).isEqualTo(20);
    assertThat(deletions(7)).extracting(Deletion::key).containsExactly(key("a"));
    assertThat(forget(20, 100, 2)).isEqualTo(100);
    assertThat(deletions(7)).isEmpty();
  }

  @Test
  void more_tombstones_of_one_time_than_the_limit_are_forgotten_in_several_steps() {
    for (String id : List.of("a", "b", "c", "d", "e")) {
      write(id, 10, true);
    }
    assertThat(forget(0, 100, 2)).isEqualTo(10);
    assertThat(forget(10, 100, 2)).isEqualTo(10);
    assertThat(forget(10, 100, 2)).isEqualTo(100);
    assertThat(deletions(7)).isEmpty();
  }

  @Test
  void tombstones_before_the_beginning_of_the_range_remain() {
    write("a", 10, true);
    write("b", 20, true);
    write("c", 30, true);
    assertThat(forget(20, 30, 10)).isEqualTo(30);
    assertThat(forget(40, 30, 10)).isEqualTo(40);
    assertThat(deletions(7)).extracting(Deletion::key).containsExactly(key("a"), key("c"));
  }

  @Test
  void the_versions_of_one_table_are_removed_without_those_of_others() {
    byte[] foreign = RowKeys.item(other, key("a"));
    write("a", 10, true);
    write("b", 20, false);
    BlockingTransactions.run(
        store,
        tx -> {
          VersionRows.put(tx, foreign, key("a"), at(40), true);
          tx.deleteRange(VersionRows.first(7), VersionRows.end(7));
        });
    assertThat(deletions(7)).isEmpty();
    assertThat(VersionRows.of(store, row("b"))).isEqualTo(ItemVersion.NONE);
    assertThat(deletions(8)).containsExactly(new Deletion(key("a"), at(40)));
  }
}
