package dev.gramme.apps.patterns.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.patterns.Showing;
import dev.gramme.apps.patterns.Showings;
import dev.gramme.apps.patterns.streams.Aggregation.Total;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of stream consumers, including redelivery. */
final class StreamsTest {
  private static final String SMALL_READ = "1 request, 0.5 RCU";

  @Test
  void totals_follow_the_sales() {
    Showing shown = Showings.of(new Aggregation());
    assertThat(shown.results())
        .containsExactly(
            "",
            List.of(
                new Total("FRANCE", 70, 2), new Total("JAPAN", 40, 1), new Total("USA", 100, 3)),
            "",
            List.of(
                new Total("FRANCE", 70, 2), new Total("JAPAN", 45, 2), new Total("USA", 100, 3)));
    assertThat(shown.costs())
        .containsExactly("6 requests, 6 WCU", SMALL_READ, "1 request, 1 WCU", SMALL_READ);
  }

  @Test
  void a_post_reaches_every_follower_once() {
    Showing shown = Showings.of(new FanOut());
    List<String> timeline = List.of("sue: Good morning", "tom: Hello");
    assertThat(shown.results()).containsExactly("", 4, timeline, 4, timeline);
    assertThat(shown.costs().get(1)).isEqualTo("6 requests, 1 RCU, 4 WCU");
  }

  @Test
  void crossing_a_limit_is_reported_once() {
    Showing shown = Showings.of(new Notification());
    assertThat(shown.results())
        .containsExactly("", List.of("lamp is low: 4"), List.of(), List.of());
    assertThat(shown.costs())
        .containsExactly("5 requests, 5 WCU", "none reported", "none reported", "none reported");
  }

  @Test
  void copies_in_other_stores_are_updated_and_ignore_old_changes() {
    Showing shown = Showings.of(new HybridStore());
    Map<String, Long> after = Map.of("light", 85L, "seat", 80L);
    assertThat(shown.results())
        .containsExactly(
            Map.of("light", 80L, "seat", 100L),
            List.of("PRODUCT#3", "PRODUCT#4"),
            after,
            List.of("PRODUCT#3"),
            List.of(),
            after,
            List.of("PRODUCT#3"));
    assertThat(shown.costs()).containsOnly("none reported");
  }

  @Test
  void a_record_is_counted_once_however_often_it_is_delivered() {
    Showing shown = Showings.of(new IdempotentConsumer());
    // Five visits and the count remain; the five markers have expired.
    assertThat(shown.results()).containsExactly(5, 5L, 0, 5L, 6);
    assertThat(shown.costs().getFirst()).isEqualTo("5 requests, 20 WCU");
  }

  @Test
  void a_scan_migrates_every_item_once() {
    Showing shown = Showings.of(new MigrationByScan());
    assertThat(shown.results()).containsExactly(40L, 40, 0L);
    // A write for each item, and one for the checkpoint of each of the four segments.
    assertThat(shown.calls().getFirst().consumed().total().write()).isEqualTo(44);
  }

  @Test
  void a_migrating_consumer_terminates() {
    Showing shown = Showings.of(new MigrationByStream());
    assertThat(shown.results())
        .containsExactly(
            "", List.of("20 and 0", "0 and 20"), 20, List.of("1 and 0", "0 and 1"), 21);
    assertThat(shown.costs().get(1)).isEqualTo("20 requests, 20 WCU");
  }

  @Test
  void a_listener_that_starts_later_misses_nothing() {
    Showing shown = Showings.of(new SeveralListeners());
    assertThat(shown.results())
        .containsExactly(
            List.of(),
            List.of("attack at 2026-11-21T12:01:10"),
            8,
            List.of("home: 3", "login: 2"),
            1,
            List.of("login: 2", "attack: 1"),
            List.of());
    assertThat(shown.costs().subList(2, 4)).containsExactly("5 requests, 5 WCU", SMALL_READ);
  }

  @Test
  void a_table_moves_to_another_while_old_programs_write() {
    Showing shown = Showings.of(new NewTableByStream());
    assertThat(shown.results())
        .containsExactly(
            "",
            Map.of("OLD", 4),
            List.of("4, 0 and 0", "0, 0 and 4"),
            Map.of("NEW", 4),
            "",
            "",
            "",
            Map.of("NEW", 2, "none", 2),
            List.of("2, 1 and 0", "0, 0 and 2"),
            Map.of("NEW", 4),
            Optional.of(new NewTableByStream.Person("c0@example.com", "Ann", "Lee")),
            List.of(4, 4));
    assertThat(shown.costs().get(2)).isEqualTo("8 requests, 8 WCU");
  }

  @Test
  void functions_deliver_the_parts_of_a_fan_out_in_parallel() {
    Showing shown = Showings.of(new ParallelFunctions());
    assertThat(shown.results())
        .containsExactly(
            "",
            "",
            "",
            9L,
            true,
            List.of(new ParallelFunctions.Entry(0, "p1", "tom")),
            List.of(new ParallelFunctions.Entry(199, "p1", "tom")));
    assertThat(shown.costs().subList(0, 3))
        .containsExactly("1 request, 1 WCU", "9 requests, 1.5 RCU, 8 WCU", "8 requests, 200 WCU");
  }
}
