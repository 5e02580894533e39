package dev.gramme.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.model.VectorIndex.Distance;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Call;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches by rows and by graphs, with changes before, during and after the build of a graph. */
@Tag("slow")
class VectorSearchTest {
  private static final int DIMENSIONS = 8;
  private static final int MANY = VectorTable.GRAPH_ENTRIES + 100;
  private static final long MEMORY = 1L << 30;
  private static final float[] ORIGIN = new float[DIMENSIONS];

  private final Random random = new Random(1);

  private List<float[]> vectors(int count) {
    return VectorSets.spread(random, count, DIMENSIONS);
  }

  private static float[] at(double x) {
    float[] vector = new float[DIMENSIONS];
    vector[0] = (float) x;
    return vector;
  }

  @Test
  void few_entries_are_searched_exactly_and_need_no_graph() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      var vectors = vectors(400);
      table.putAll(0, vectors);
      assertThat(table.nearest(ORIGIN, 100, null))
          .isEqualTo(VectorSets.nearest(Distance.EUCLIDEAN, vectors, ORIGIN, 100, id -> true));
      assertThat(table.nearest(ORIGIN, 100, 7)).containsExactlyInAnyOrder(7, 107, 207, 307);
      assertThat(table.graphWork()).isZero();
    }
  }

  @Test
  void searches_of_a_graph_see_every_change_at_once() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(ORIGIN, 1, null);
      assertThat(table.graphWork()).isPositive();
      for (int round = 0; round < 2; round++) {
        table.put(90_000, at(0.001));
        table.put(90_001, at(0.002));
        assertThat(table.nearest(ORIGIN, 2, null)).containsExactly(90_000, 90_001);
        table.put(90_000, at(0.003));
        assertThat(table.nearest(ORIGIN, 2, null)).containsExactly(90_001, 90_000);
        table.delete(90_001);
        assertThat(table.nearest(ORIGIN, 2, null).getFirst()).isEqualTo(90_000);
        // In the second round the graph already contains these entries.
        table.put(90_001, at(0.004));
        table.graphWork();
        assertThat(table.nearest(ORIGIN, 2, null)).containsExactly(90_000, 90_001);
        assertThat(table.nearest(ORIGIN, 2, 1).getFirst()).isEqualTo(90_001);
      }
    }
  }

  @Test
  void a_change_while_the_graph_is_built_is_not_lost() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(ORIGIN, 1, null);
      // The partition is registered, but the build has not taken its snapshot yet.
      table.put(90_000, at(0.001));
      assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000);
      table.graphWork();
      assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    }
  }

  @Test
  void a_commit_whose_answer_was_lost_is_found() {
    var lost = new AtomicBoolean();
    Faults faults =
        call -> call == Call.TRANSACTION && lost.getAndSet(false) ? Fault.ANSWER_LOST : Fault.NONE;
    try (var store = new FaultyStore(TestStores.open(), faults);
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(ORIGIN, 1, null);
      assertThat(table.graphWork()).isPositive();
      lost.set(true);
      assertThatThrownBy(() -> table.put(90_000, at(0.001)))
          .hasCauseInstanceOf(StorageException.class);
      assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000);
      table.graphWork();
      assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    }
  }

  @Test
  void a_search_uses_its_budget_and_ends_when_the_request_is_cancelled() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      for (boolean graph : new boolean[] {false, true}) {
        var memory = new MemoryBudget(1 << 20);
        try (var budget = new RequestBudget(memory)) {
          assertThat(table.hits(ORIGIN, 10, null, budget)).hasSize(10);
          assertThat(budget.steps()).isGreaterThan(graph ? 100 : MANY);
          assertThat(memory.reservedBytes()).isPositive();
        }
        assertThat(memory.reservedBytes()).isZero();
        try (var budget = new RequestBudget(memory)) {
          budget.cancel();
          assertThatThrownBy(() -> table.hits(ORIGIN, 10, null, budget))
              .isInstanceOf(RequestBudget.CancelledRequest.class);
        }
        table.graphWork();
      }
    }
  }

  @Test
  void a_vector_longer_than_all_others_is_found_by_dot_product() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.DOT_PRODUCT, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(at(1), 1, null);
      table.graphWork();
      table.put(90_000, at(1000));
      assertThat(table.nearest(at(1), 1, null)).containsExactly(90_000);
      table.graphWork();
      assertThat(table.nearest(at(1), 1, null)).containsExactly(90_000);
      table.graphWork();
      assertThat(table.nearest(at(1), 1, null)).containsExactly(90_000);
    }
  }

  @Test
  void entries_that_were_replaced_many_times_are_found_once() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.COSINE, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(at(1), 1, null);
      table.graphWork();
      for (int round = 0; round < 3; round++) {
        table.putAll(0, vectors(MANY));
        table.graphWork();
        assertThat(table.nearest(at(1), 100, null)).doesNotHaveDuplicates().hasSize(100);
      }
    }
  }

  @Test
  void without_memory_for_a_graph_searches_are_exact_and_slow() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, 100_000)) {
      var vectors = vectors(MANY);
      table.putAll(0, vectors);
      for (int i = 0; i < 2; i++) {
        assertThat(table.nearest(ORIGIN, 100, null))
            .isEqualTo(VectorSets.nearest(Distance.EUCLIDEAN, vectors, ORIGIN, 100, id -> true));
        assertThat(table.graphWork()).isZero();
      }
    }
  }

  @Test
  void after_a_restart_everything_is_found(@TempDir Path folder) {
    var options = RocksStoreOptions.of(folder.resolve("store"));
    List<Integer> before;
    try (var store = RocksStore.open(options);
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.put(90_000, at(0.001));
      before = table.nearest(ORIGIN, 10, null);
      // The graph exists only in memory and is lost here; closing writes nothing.
    }
    try (var store = RocksStore.open(options);
        var table = VectorTable.open(store, MEMORY)) {
      assertThat(table.nearest(ORIGIN, 10, null)).isEqualTo(before);
      assertThat(table.graphWork()).isPositive();
      assertThat(table.nearest(ORIGIN, 10, null)).isEqualTo(before);
    }
  }

  @Test
  void very_near_entries_are_all_found_in_a_graph() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(ORIGIN, 1, null);
      table.graphWork();
      for (int i = 1; i <= 300; i++) {
        table.put(90_000 + i, at(0.001 / i));
        table.graphWork();
        assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000 + i);
      }
      assertThat(table.nearest(ORIGIN, 100, null))
          .isEqualTo(IntStream.range(0, 100).mapToObj(i -> 90_300 - i).toList());
    }
  }

  @ParameterizedTest
  @EnumSource(Distance.class)
  void equal_entries_are_found_while_others_are_deleted(Distance distance) {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, distance, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      float[] vector = at(10);
      table.put(90_000, vector);
      table.nearest(ORIGIN, 1, null);
      table.graphWork();
      for (int i = 1; i < 300; i++) {
        table.put(90_000 + i, vector);
      }
      table.graphWork();
      try (var budget = new RequestBudget(MemoryBudget.unlimited())) {
        assertThat(table.hits(vector, 1, null, budget)).hasSize(1);
        assertThat(budget.steps()).as("work at the node of all").isGreaterThan(300);
      }
      for (int i = 0; i < 299; i++) {
        table.delete(90_000 + (i * 7) % 300);
        table.graphWork();
        assertThat(table.nearest(vector, 1, null).getFirst()).isGreaterThanOrEqualTo(90_000);
      }
    }
  }

  @Test
  void searches_while_others_write_find_what_was_acknowledged() {
    try (var store = TestStores.open();
        var table = VectorTable.create(store, Distance.EUCLIDEAN, DIMENSIONS, MEMORY)) {
      table.putAll(0, vectors(MANY));
      table.nearest(ORIGIN, 1, null);
      table.graphWork();
      var done = new AtomicBoolean();
      var others = new ArrayList<CompletableFuture<Void>>();
      others.add(
          CompletableFuture.runAsync(() -> {
            var mine = new Random(2);
            while (!done.get()) {
              table.put(mine.nextInt(MANY), VectorSets.spread(mine, 1, DIMENSIONS).getFirst());
            }
          }));
      others.add(
          CompletableFuture.runAsync(() -> {
            while (!done.get()) {
              table.graphWork();
              Thread.onSpinWait();
            }
          }));
      try {
        for (int i = 1; i <= 300; i++) {
          // Each entry is nearer to the origin than the one before.
          table.put(90_000 + i % 10, at(0.001 / i));
          assertThat(table.nearest(ORIGIN, 1, null)).containsExactly(90_000 + i % 10);
        }
      } finally {
        done.set(true);
        others.forEach(CompletableFuture::join);
      }
    }
  }
}
