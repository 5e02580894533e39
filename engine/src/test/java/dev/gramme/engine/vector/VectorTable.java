package dev.gramme.engine.vector;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeType;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.IndexProjection;
import dev.gramme.model.Item;
import dev.gramme.model.KeyAttribute;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * An engine with a table that has one vector index, of the attribute {@code v}, with the filter
 * {@code f}. Background tasks are queued until the test runs them.
 */
final class VectorTable implements AutoCloseable {
  /** The number of entries from which a partition has a graph; fewer than the default. */
  static final int GRAPH_ENTRIES = 500;

  private static final int BATCH = 25;

  private final ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Engine engine;

  private VectorTable(Store store, long memoryBytes) {
    this.engine =
        Engine.open(
            store,
            () -> Instant.EPOCH,
            waiting::add,
            EngineOptions.builder()
                .vectorMemoryBytes(memoryBytes)
                .vectorGraphEntries(GRAPH_ENTRIES)
                .build());
  }

  /** Opens a store that already has the table. */
  static VectorTable open(Store store, long memoryBytes) {
    return new VectorTable(store, memoryBytes);
  }

  /** Creates the table in a store. */
  static VectorTable create(
      Store store, VectorIndex.Distance distance, int dimensions, long memoryBytes) {
    var table = new VectorTable(store, memoryBytes);
    table.recreate(distance, dimensions);
    return table;
  }

  /** Creates the table again after {@link #drop}. */
  void recreate(VectorIndex.Distance distance, int dimensions) {
    engine.catalog().create(numbers -> definition(numbers, distance, dimensions)).join();
  }

  void drop() {
    engine.catalog().delete("t", table -> {}).join();
  }

  void dropIndex() {
    engine
        .catalog()
        .change("t", (table, numbers) -> table.toBuilder().vectorIndexes(List.of()).build())
        .join();
  }

  /** Replaces all shards of the log. */
  void rollOver() {
    engine
        .catalog()
        .change(
            "t",
            (table, numbers) -> {
              var log = Objects.requireNonNull(table.features().log());
              return table.toBuilder().log(log.rolledOver(shard -> true, Instant.EPOCH)).build();
            })
        .join();
  }

  /** Enables or disables (null) the stream of the table. */
  void setStream(@Nullable StreamSpecification stream) {
    engine
        .catalog()
        .change("t", (table, numbers) -> table.toBuilder().stream(stream).build())
        .join();
  }

  TableDefinition definition() {
    return engine.catalog().find("t").orElseThrow();
  }

  /** The number of complete graphs in memory. */
  int graphs() {
    return engine.vectorGraphs();
  }

  /** Whether a search of the whole index walks a graph: a graph that it cannot use is discarded. */
  boolean searchesGraph() {
    nearest(new float[definition().vectorIndexes().getFirst().dimensions()], 1, null);
    return graphs() > 0;
  }

  /** Moves the clock, and runs the background tasks that are due. */
  void advance(Duration by) {
    var moved = CompletableFuture.runAsync(() -> engine.catalog().lifecycle().advance(by));
    while (!moved.isDone()) {
      graphWork();
      Thread.onSpinWait();
    }
    moved.join();
  }

  private static TableDefinition definition(
      TableNumberAllocator numbers, VectorIndex.Distance distance, int dimensions) {
    return Tables.table("t").apply(numbers).toBuilder()
        .attributeTypes(Map.of("id", AttributeType.S, "f", AttributeType.N))
        .vectorIndexes(List.of(index(numbers.next(), distance, dimensions)))
        .build();
  }

  private static VectorIndex index(int number, VectorIndex.Distance distance, int dimensions) {
    return new VectorIndex(
        "vec",
        number,
        "v",
        dimensions,
        distance,
        null,
        List.of(new KeyAttribute("f", AttributeType.N)),
        IndexProjection.KEYS_ONLY,
        GlobalIndex.Status.ACTIVE,
        false);
  }

  /**
   * Puts items with consecutive ids from {@code first}. The filter of an item is its id modulo 100.
   */
  void putAll(int first, List<float[]> vectors) {
    for (int from = 0; from < vectors.size(); from += BATCH) {
      var actions = new ArrayList<WriteAction>();
      for (int i = from; i < Math.min(vectors.size(), from + BATCH); i++) {
        actions.add(putAction(first + i, vectors.get(i)));
      }
      write(actions);
    }
  }

  void put(int id, float[] vector) {
    write(List.of(putAction(id, vector)));
  }

  void delete(int id) {
    write(List.of(new WriteAction.Delete("t", Item.of("id", key(id)), null, false)));
  }

  private void write(List<WriteAction> actions) {
    engine
        .write(new WriteRequest(actions, WriteRequest.Kind.BATCH, ItemChange.Cause.CLIENT, null))
        .join();
  }

  private static WriteAction putAction(int id, float[] vector) {
    var elements = new ArrayList<AttributeValue>();
    for (float element : vector) {
      elements.add(new N(new BigDecimal(Float.toString(element)).stripTrailingZeros()));
    }
    var item =
        Item.builder()
            .put("id", key(id))
            .put("f", N.of(id % 100))
            .put("v", new L(elements))
            .put("x", new S("not projected"))
            .build();
    return new WriteAction.Put("t", item, null, false);
  }

  /** The ids of the nearest items, best first. With a filter, only items that have its value. */
  List<Integer> nearest(float[] vector, int topK, @Nullable Integer filter) {
    return hits(vector, topK, filter).stream().map(VectorTable::id).toList();
  }

  List<VectorHit> hits(float[] vector, int topK, @Nullable Integer filter) {
    return hits(vector, topK, filter, RequestBudget.unlimited());
  }

  List<VectorHit> hits(float[] vector, int topK, @Nullable Integer filter, RequestBudget budget) {
    TableDefinition table = engine.catalog().find("t").orElseThrow();
    return engine.read(
        new VectorQuery(
            table,
            table.vectorIndexes().getFirst(),
            Arrays.copyOf(vector, vector.length),
            topK,
            filter == null ? Map.of() : Map.of("f", N.of(filter)),
            budget));
  }

  static int id(VectorHit hit) {
    return hit.entry().attributes().get("id") instanceof S(var id) ? Integer.parseInt(id) : -1;
  }

  private static S key(int id) {
    return new S(Integer.toString(id));
  }

  /** Runs the queued background tasks, and those that they start, and returns their number. */
  int graphWork() {
    int done = 0;
    for (Runnable task = waiting.poll(); task != null; task = waiting.poll()) {
      task.run();
      done++;
    }
    return done;
  }

  @Override
  public void close() {
    graphWork();
    engine.close();
  }
}
