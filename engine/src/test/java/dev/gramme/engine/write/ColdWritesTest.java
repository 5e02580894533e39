package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.expression.Condition;
import dev.gramme.expression.ExpressionKind;
import dev.gramme.expression.Placeholders;
import dev.gramme.expression.Update;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.KeySchema;
import dev.gramme.model.LocalIndex;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TableSchema;
import dev.gramme.model.TimeToLive;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** The committer reads nothing from a slow disk, whatever a write needs. */
class ColdWritesTest {
  /** Items and definitions are in different blocks. */
  private static final int ITEMS = 200;

  @TempDir private Path folder;
  private RocksStore store;
  private Engine engine;
  private CommitterReads reads;

  /**
   * Opens the store.
   *
   * @param slowRead the duration from which the disk is slow
   */
  private void open(Duration slowRead) throws RocksDBException {
    store =
        RocksStore.open(
            RocksStoreOptions.builder(folder.resolve("data")).slowRead(slowRead).build());
    engine = Engine.open(store, InstantSource.system(), Runnable::run, EngineOptions.DEFAULT);
    reads = CommitterReads.of(store, folder.resolve("counter"));
  }

  @BeforeEach
  void closeAndOpenAgain() throws RocksDBException {
    open(Duration.ZERO);
    engine.catalog().create(ColdWritesTest::table).join();
    for (int i = 0; i < ITEMS; i++) {
      engine.write(WriteRequest.single(put(i, "red"))).join();
    }
    reopen(Duration.ZERO);
  }

  private void reopen(Duration slowRead) throws RocksDBException {
    close();
    open(slowRead);
  }

  @AfterEach
  void close() {
    reads.close();
    engine.close();
    store.close();
  }

  /** A table with all that a write maintains: both kinds of indexes, a stream and expiry times. */
  private static TableDefinition table(TableNumberAllocator numbers) {
    var plain = Tables.withIndex(Tables.table("t").apply(numbers), numbers);
    var byColor = List.of(new KeyAttribute("color", AttributeType.S));
    var local =
        new LocalIndex("local", 1, new KeySchema(plain.key().hash(), byColor), IndexProjection.ALL);
    var schema =
        new TableSchema(
            plain.key(),
            plain.attributeTypes(),
            List.of(local),
            plain.globalIndexes(),
            plain.vectorIndexes());
    return TableDefinition.of(plain.identity(), schema).toBuilder().stream(
            StreamSpecification.enabled(
                StreamSpecification.ViewType.NEW_AND_OLD_IMAGES, Instant.EPOCH))
        .timeToLive(new TimeToLive("expiry", TimeToLive.Status.ENABLED, Instant.EPOCH))
        .build();
  }

  private static WriteAction put(int number, String color) {
    var item =
        Item.of(
            Map.of(
                "id", new S("k" + number),
                "color", new S(color),
                "expiry", N.of(4_000_000_000L + number),
                "text", new S("value ".repeat(500))));
    return new WriteAction.Put("t", item, null, false);
  }

  private double metric(String name) {
    return store.metrics().getOrDefault(name, 0.0);
  }

  private List<Item> indexed() {
    var table = engine.catalog().find("t").orElseThrow();
    return Tables.itemsUnder(store, table.globalIndexes().getFirst().number());
  }

  private void assertNothingIsReadByCommitter() {
    assertThat(metric("prefetches_total")).isPositive();
    assertThat(metric("commit_disk_reads_total")).isZero();
    assertThat(reads.count()).isZero();
  }

  /** So the other tests would notice a read. */
  @Test
  void the_committer_reads_from_a_disk_that_is_fast() throws RocksDBException {
    reopen(Duration.ofHours(1));
    engine.write(WriteRequest.single(put(7, "blue"))).join();
    assertThat(metric("prefetches_total")).isZero();
    assertThat(reads.count()).isPositive();
  }

  @Test
  void items_that_are_deleted_or_updated_on_a_condition_are_prefetched() {
    var blue = new Placeholders(Map.of(), Map.of(":c", new S("blue")));
    var update = Update.parse("SET color = :c", blue);
    var red =
        Condition.parse(
            ExpressionKind.CONDITION,
            "color = :c",
            new Placeholders(Map.of(), Map.of(":c", new S("red"))));
    for (int i = 0; i < ITEMS; i += 10) {
      Item key = Item.of("id", new S("k" + i));
      engine
          .write(WriteRequest.single(new WriteAction.Change("t", key, update, red, false)))
          .join();
      Item next = Item.of("id", new S("k" + (i + 1)));
      engine.write(WriteRequest.single(new WriteAction.Delete("t", next, red, false))).join();
    }
    assertNothingIsReadByCommitter();
    assertThat(indexed()).hasSize(ITEMS - ITEMS / 10);
  }

  @Test
  void replaced_items_and_their_index_entries_are_prefetched() {
    for (int i = 0; i < ITEMS; i += 10) {
      engine.write(WriteRequest.single(put(i, "blue"))).join();
    }
    assertNothingIsReadByCommitter();
    assertThat(indexed()).hasSize(ITEMS);
    assertThat(indexed().stream().filter(item -> new S("blue").equals(item.get("color"))))
        .hasSize(ITEMS / 10);
  }

  @Test
  void the_rows_of_a_transaction_with_a_token_are_prefetched() {
    var token =
        new ClientToken(
            ClientToken.Scope.TRANSACT_WRITE_ITEMS, "token", Binary.copyOf(new byte[] {1}));
    var actions = new ArrayList<WriteAction>();
    for (int i = 0; i < ITEMS; i += 5) {
      actions.add(put(i, "green"));
    }
    var request =
        new WriteRequest(
            actions,
            WriteRequest.Kind.TRANSACTION,
            ItemChange.Cause.CLIENT,
            token,
            RequestBudget.unlimited(),
            false);
    assertThat(engine.write(request).join().replayed()).isFalse();
    assertThat(engine.write(request).join().replayed()).isTrue();
    assertNothingIsReadByCommitter();
  }
}
