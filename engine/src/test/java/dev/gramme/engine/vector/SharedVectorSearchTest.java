package dev.gramme.engine.vector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.stream.LogTrimmer;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.VectorIndex.Distance;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers on one store, each with its own graphs, which follow the log. */
@Tag("slow")
final class SharedVectorSearchTest {
  private static final int DIMENSIONS = 8;
  private static final int MANY = VectorTable.GRAPH_ENTRIES + 100;
  private static final long MEMORY = 1L << 30;
  private static final float[] ORIGIN = new float[DIMENSIONS];
  private static final Duration POLLS = Duration.ofSeconds(5);

  private final Random random = new Random(1);
  private final SharedMemory store = new SharedMemory();
  private final VectorTable one =
      VectorTable.create(store.connect(), Distance.EUCLIDEAN, DIMENSIONS, MEMORY);
  private final VectorTable other = VectorTable.open(store.connect(), MEMORY);

  @AfterEach
  void close() {
    other.close();
    one.close();
    store.close();
  }

  private List<float[]> vectors(int count) {
    return VectorSets.spread(random, count, DIMENSIONS);
  }

  private static float[] at(double x) {
    float[] vector = new float[DIMENSIONS];
    vector[0] = (float) x;
    return vector;
  }

  /** Builds the graph of a server. */
  private static void build(VectorTable server) {
    server.nearest(ORIGIN, 1, null);
    server.graphWork();
    assertThat(server.searchesGraph()).isTrue();
  }

  @Test
  void a_search_sees_every_change_of_both_servers_at_once() {
    one.putAll(0, vectors(MANY));
    build(one);
    build(other);
    for (int round = 0; round < 2; round++) {
      other.put(90_000, at(0.001));
      one.put(90_001, at(0.002));
      for (VectorTable server : List.of(one, other)) {
        assertThat(server.nearest(ORIGIN, 2, null)).containsExactly(90_000, 90_001);
      }
      other.put(90_000, at(0.003));
      assertThat(one.nearest(ORIGIN, 2, null)).containsExactly(90_001, 90_000);
      other.delete(90_001);
      assertThat(one.nearest(ORIGIN, 2, null)).startsWith(90_000).doesNotContain(90_001);
      // In the second round the graphs already contain these entries.
      other.put(90_001, at(0.004));
      one.graphWork();
      other.graphWork();
      assertThat(one.nearest(ORIGIN, 2, null)).containsExactly(90_000, 90_001);
      assertThat(one.nearest(ORIGIN, 2, 1).getFirst()).isEqualTo(90_001);
      assertThat(one.searchesGraph()).isTrue();
    }
  }

  @Test
  void a_change_of_the_other_server_while_the_graph_is_built_is_not_lost() {
    one.putAll(0, vectors(MANY));
    one.nearest(ORIGIN, 1, null);
    other.put(90_000, at(0.001));
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    one.graphWork();
    assertThat(one.searchesGraph()).isTrue();
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
  }

  @Test
  void a_table_has_a_log_for_graphs_only_while_it_needs_it() {
    one.putAll(0, vectors(100));
    one.nearest(ORIGIN, 1, null);
    one.graphWork();
    assertThat(other.definition().features().log()).isNull();
    one.putAll(0, vectors(MANY));
    build(one);
    assertThat(other.definition().features().log())
        .satisfies(log -> assertThat(log.readers()).containsExactly(ChangeLog.VECTORS));
    other.dropIndex();
    assertThat(one.definition().features().log())
        .satisfies(log -> assertThat(log.isKept()).isFalse());
  }

  @Test
  void a_table_that_the_other_server_recreates_is_searched_anew() {
    one.putAll(0, vectors(MANY));
    build(one);
    assertThat(one.graphs()).isEqualTo(1);
    other.drop();
    other.recreate(Distance.EUCLIDEAN, DIMENSIONS);
    other.put(1, at(5));
    assertThat(one.nearest(ORIGIN, 10, null)).containsExactly(1);
    assertThat(one.graphs()).as("graphs of the dropped table").isZero();
  }

  @Test
  void a_server_drops_its_graphs_when_it_learns_that_another_has_dropped_the_table() {
    one.putAll(0, vectors(MANY));
    build(one);
    other.drop();
    one.advance(POLLS);
    assertThat(one.graphs()).isZero();
  }

  @Test
  void a_server_that_starts_later_finds_everything() {
    one.putAll(0, vectors(MANY));
    build(one);
    one.put(90_000, at(0.001));
    try (var third = VectorTable.open(store.connect(), MEMORY)) {
      assertThat(third.nearest(ORIGIN, 1, null)).containsExactly(90_000);
      build(third);
      one.put(90_000, at(100));
      one.put(90_001, at(0.002));
      assertThat(third.nearest(ORIGIN, 1, null)).containsExactly(90_001);
    }
  }

  @Test
  void a_graph_whose_changes_were_trimmed_is_rebuilt() {
    one.putAll(0, vectors(MANY));
    build(one);
    other.put(90_000, at(0.001));
    trim(Instant.EPOCH.plus(Duration.ofDays(1)));
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    assertThat(one.searchesGraph()).isFalse();
    one.graphWork();
    assertThat(one.searchesGraph()).isTrue();
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
  }

  private int loggedChanges() {
    int count = 0;
    try (var rows =
        store.range(
            SystemKeys.spaceStart(SystemKeys.CHANGES),
            SystemKeys.spaceStart(SystemKeys.CHANGES + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  void changes_that_only_graphs_read_are_kept_for_ten_minutes() {
    one.putAll(0, vectors(MANY));
    build(one);
    build(other);
    other.put(90_000, at(0.001));
    assertThat(other.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    one.advance(Duration.ofMinutes(9));
    assertThat(loggedChanges()).isEqualTo(1);
    one.advance(Duration.ofMinutes(2));
    assertThat(loggedChanges()).isZero();
    for (VectorTable server : List.of(one, other)) {
      assertThat(server.searchesGraph()).as("the graph has read the change").isTrue();
      assertThat(server.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    }
  }

  @Test
  void changes_of_a_stream_that_was_disabled_are_kept_for_a_day_beside_graphs() {
    one.putAll(0, vectors(MANY));
    build(one);
    one.setStream(StreamSpecification.enabled(ViewType.KEYS_ONLY, Instant.EPOCH));
    one.put(90_000, at(0.001));
    one.setStream(null);
    one.advance(Duration.ofHours(23));
    assertThat(loggedChanges()).isEqualTo(1);
    one.advance(Duration.ofHours(2));
    assertThat(loggedChanges()).isZero();
  }

  private void trim(Instant now) {
    new LogTrimmer(store, table -> Duration.ofHours(1)).trim(now, () -> true);
  }

  @Test
  void a_graph_whose_shards_were_removed_is_rebuilt() {
    one.putAll(0, vectors(MANY));
    build(one);
    other.put(90_000, at(0.001));
    other.rollOver();
    trim(Instant.EPOCH.plus(Duration.ofDays(1)));
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    assertThat(one.searchesGraph()).isFalse();
  }

  @Test
  void a_graph_follows_the_log_into_new_shards() {
    one.putAll(0, vectors(MANY));
    build(one);
    other.put(90_000, at(0.002));
    other.rollOver();
    other.put(90_001, at(0.001));
    assertThat(one.nearest(ORIGIN, 2, null)).containsExactly(90_001, 90_000);
    assertThat(one.searchesGraph()).isTrue();
  }

  @Test
  void a_graph_that_is_too_far_behind_is_replaced_by_an_exact_search() {
    one.putAll(0, vectors(MANY));
    build(one);
    for (int i = 0; i <= VectorLimits.CHANGES_READ / MANY; i++) {
      other.putAll(0, vectors(MANY));
    }
    other.put(90_000, at(0.001));
    assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000);
    assertThat(one.searchesGraph()).isFalse();
  }

  @Test
  void searches_while_the_other_server_writes_find_what_was_acknowledged() {
    one.putAll(0, vectors(MANY));
    build(one);
    var done = new AtomicBoolean();
    var noise =
        List.of(
            CompletableFuture.runAsync(() -> {
              var mine = new Random(2);
              while (!done.get()) {
                other.put(mine.nextInt(MANY), VectorSets.spread(mine, 1, DIMENSIONS).getFirst());
              }
            }),
            CompletableFuture.runAsync(() -> {
              while (!done.get()) {
                one.nearest(ORIGIN, 1, null);
                one.graphWork();
              }
            }));
    try {
      for (int i = 1; i <= 300; i++) {
        // Each entry is nearer to the origin than the one before.
        other.put(90_000 + i % 10, at(0.001 / i));
        assertThat(one.nearest(ORIGIN, 1, null)).containsExactly(90_000 + i % 10);
      }
    } finally {
      done.set(true);
      noise.forEach(CompletableFuture::join);
    }
  }
}
