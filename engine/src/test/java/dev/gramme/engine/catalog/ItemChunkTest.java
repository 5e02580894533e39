package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.check.Finding;
import dev.gramme.engine.check.StoreCheck;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partition whose items are followed by the entries of a local index. */
final class ItemChunkTest {
  private static final int ITEMS = 20;

  private final MemoryStore store = new MemoryStore();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine engine =
      Engine.open(store, () -> Instant.EPOCH, background, EngineOptions.DEFAULT);

  @BeforeEach
  void writeItems() {
    engine
        .catalog()
        .create(numbers -> SortedTables.withLocalIndex("t", numbers.next(), IndexProjection.ALL))
        .join();
    for (int i = 0; i < ITEMS; i++) {
      var item =
          SortedTables.key("a", i).toBuilder()
              .put("color", new S("c" + i))
              .put("expires", N.of(10_000_000_000L + i))
              .put("text", new S("x".repeat(200_000)))
              .build();
      engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
    }
  }

  @AfterEach
  void close() {
    engine.close();
    background.close();
    var findings = new ArrayList<Finding>();
    StoreCheck.run(store, findings::add);
    assertThat(findings).isEmpty();
    store.close();
  }

  private TableDefinition table() {
    return engine.catalog().find("t").orElseThrow();
  }

  @Test
  void a_chunk_ends_after_a_mebibyte_of_rows_even_if_none_is_an_item() {
    var sizes = new ArrayList<Integer>();
    byte[] position = null;
    ItemChunk chunk;
    do {
      chunk = ItemChunk.read(store, table(), position, ITEMS).orElseThrow();
      sizes.add(chunk.rows().size());
      position = chunk.position();
    } while (!chunk.isLast());
    // Six rows have more than a MiB. An item has a row and an entry in the index.
    assertThat(sizes).containsExactly(6, 6, 6, 2, 0, 0, 0);
    assertThat(ItemChunk.read(store, table(), position, ITEMS)).isEmpty();
  }

  @Test
  void a_chunk_without_items_does_not_end_the_creation_of_an_index() {
    engine
        .catalog()
        .change(
            "t",
            (table, numbers) ->
                SortedTables.withGlobalIndex(
                    table,
                    numbers.nextOfGlobalIndex(),
                    IndexProjection.ALL,
                    GlobalIndex.Status.CREATING))
        .join();
    Eventually.holds(
        "the index is active",
        () -> table().globalIndex("global").orElseThrow().status() == GlobalIndex.Status.ACTIVE);
    var index = table().globalIndex("global").orElseThrow();
    assertThat(Tables.itemsUnder(store, index.number())).hasSize(ITEMS);
  }

  @Test
  void a_chunk_without_items_does_not_end_the_search_for_expiry_times() {
    var enabling = new TimeToLive("expires", TimeToLive.Status.ENABLING, Instant.EPOCH);
    engine
        .catalog()
        .change("t", (table, numbers) -> table.toBuilder().timeToLive(enabling).build())
        .join();
    Eventually.holds(
        "time to live is enabled",
        () ->
            Objects.requireNonNull(table().features().timeToLive()).status()
                == TimeToLive.Status.ENABLED);
  }
}
