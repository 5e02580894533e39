package dev.gramme.apps.patterns.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Showings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the costs of reading parts of large data, and of spreading hot data. */
@Tag("slow")
final class PartitionsTest {
  private static final String SMALL_READ = "1 request, 0.5 RCU";
  private static final String WRITE = "1 request, 1 WCU";

  @Test
  void a_sparse_index_holds_the_shipped_orders_alone() {
    Showing shown = Showings.of(new ShippedOrders());
    assertThat(shown.table("orders").items()).hasSize(2);
    assertThat(shown.table("orders/shipped").items()).hasSize(1);
    assertThat(shown.tableAfter("orders").items()).hasSize(3);
    assertThat(shown.tableAfter("orders/shipped").items()).hasSize(2);
    assertThat(shown.results()).containsExactly("", "", List.of(2, 3), List.of(2, 3), List.of(2));
    assertThat(shown.costs())
        .containsExactly(WRITE, "1 request, 2 WCU", SMALL_READ, SMALL_READ, SMALL_READ);
  }

  @Test
  void a_part_of_a_split_document_costs_only_that_part() {
    Showing shown = Showings.of(new SplitDocument());
    assertThat(shown.results()).containsExactly(8, 4, true, "");
    assertThat(shown.costs())
        .containsExactly("1 request, 4.5 RCU", SMALL_READ, "1 request, 1 RCU", WRITE);
  }

  @Test
  void a_list_of_summaries_does_not_read_the_contents() {
    Showing shown = Showings.of(new SummaryAndContent());
    assertThat(shown.results().getLast()).isEqualTo(60_000);
    assertThat(shown.costs()).containsExactly(SMALL_READ, "1 request, 7.5 RCU");
  }

  @Test
  void all_copies_are_written_and_any_one_is_read() {
    Showing shown = Showings.of(new DuplicatedRecords());
    assertThat(shown.results()).containsExactly("", "dark", List.of("0", "1", "2"));
    assertThat(shown.costs())
        .containsExactly("3 requests, 3 WCU", SMALL_READ, "30 requests, 15 RCU");
  }

  @Test
  void shards_are_merged_in_the_order_of_time() {
    Showing shown = Showings.of(new RandomSuffix());
    assertThat(shown.results()).containsExactly("", lines(10), lines(5));
    assertThat(
            shown.table("logs").items().stream()
                .map(item -> Attributes.in(item, "PK").s())
                .distinct())
        .hasSizeGreaterThan(1);
    assertThat(shown.costs().getFirst()).isEqualTo(WRITE);
    // Four shards, one of which needed a second request.
    assertThat(shown.costs().subList(1, 3))
        .containsExactly("5 requests, 2.5 RCU", "4 requests, 2 RCU");
  }

  private static List<String> lines(int count) {
    return IntStream.range(0, count).mapToObj(number -> "line " + number).toList();
  }

  @Test
  void a_computed_shard_is_found_without_trying_the_others() {
    Showing shown = Showings.of(new ComputedSuffix());
    assertThat(shown.results()).containsExactly(List.of("line 3", "line 9"), 12);
    assertThat(shown.costs()).containsExactly(SMALL_READ, "4 requests, 2 RCU");
  }

  @Test
  void a_replica_is_read_in_place_of_the_table() {
    Showing shown = Showings.of(new ReplicaByGsi());
    assertThat(shown.costs()).containsExactly("1 request, 2.5 RCU", SMALL_READ);
    assertThat(shown.results())
        .containsExactly("Lamp", Optional.of(new ReplicaByGsi.Offer("Lamp", 30)));
    assertThat(shown.calls().getLast().consumed().ofTable("products").isZero()).isTrue();
  }

  @Test
  void a_singleton_is_one_item() {
    Showing shown = Showings.of(new Singleton());
    assertThat(shown.table("settings").items()).hasSize(1);
    assertThat(shown.results().getLast()).isEqualTo(new Singleton.Settings("EUR", true));
    assertThat(shown.costs()).containsExactly(SMALL_READ, WRITE);
  }

  @Test
  void a_period_is_deleted_with_its_table() {
    Showing shown = Showings.of(new TimeSeriesTables());
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of(21L, 22L, 23L, 25L),
            "5 RCU/s, 1 WCU/s",
            "",
            List.of("readings-2026-10", "readings-2026-11"));
    assertThat(shown.costs())
        .containsExactly(WRITE, SMALL_READ, "none reported", "none reported", "none reported");
  }

  @Test
  void a_thousand_reads_with_a_cache_cost_one_read() {
    Showing shown = Showings.of(new CachedPrices());
    List<Long> before = List.of(300L, 200L);
    assertThat(shown.results())
        .containsExactly(300L, before, "", 320L, before, "", 320L, 350L, 350L, List.of(350L, 200L));
    String nothing = "none reported";
    assertThat(shown.costs())
        .containsExactly(
            SMALL_READ,
            SMALL_READ,
            WRITE,
            nothing,
            nothing,
            WRITE,
            nothing,
            "1 request, 1 RCU",
            SMALL_READ,
            SMALL_READ);
  }

  @Test
  void an_index_with_one_key_refuses_writes_that_a_sharded_index_accepts() {
    Showing shown = Showings.of(new IndexBackPressure());
    assertThat(shown.results())
        .containsExactly(
            Map.of(
                "written", 100,
                "refused, IndexWriteKeyRangeThroughputExceeded of jobs/index/byState", 200),
            Map.of("written", 300),
            List.of(0, 1, 2));
    assertThat(shown.costs().getFirst()).isEqualTo("100 requests, 2,000 WCU");
  }

  @Test
  void a_collection_with_a_local_index_is_limited_and_one_with_a_global_index_is_not() {
    Showing shown = Showings.of(new CollectionLimit());
    assertThat(shown.results())
        .containsExactly(
            5, "refused: ItemCollectionSizeLimitExceededException", "", 1, "", "", 20, 5);
    assertThat(shown.tableAfter("reports").items()).hasSize(6);
  }
}
