package dev.gramme.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Target}. */
final class TargetTest {
  @Test
  void a_share_of_the_http_server_is_reached_at_sixty_percent() {
    assertThat(get("bare HTTP", at("gramme", 16, 60, 1), at("bare-http", 16, 100, 1)))
        .isEqualTo(new Target("GetItem at least 60% of the bare HTTP server", "60%", true));
    assertThat(get("bare HTTP", at("gramme", 16, 59, 1), at("bare-http", 16, 100, 1)).reached())
        .isFalse();
  }

  @Test
  void the_rate_is_compared_with_the_better_of_the_two() {
    var reached =
        get(
            "GetItem at least 4",
            at("gramme", 16, 400, 1),
            at("dynamodb-local", 16, 50, 1),
            at("dynalite", 16, 100, 1));
    assertThat(reached.measured()).isEqualTo("4.0 times");
    assertThat(reached.reached()).isTrue();
    assertThat(
            get("GetItem at least 4", at("gramme", 16, 399, 1), at("dynalite", 16, 100, 1))
                .reached())
        .isFalse();
  }

  @Test
  void the_tail_is_compared_with_the_lower_one() {
    var missed =
        get(
            "p99 of GetItem",
            at("gramme", 16, 1, 2),
            at("dynamodb-local", 16, 1, 5),
            at("dynalite", 16, 1, 9));
    assertThat(missed.measured()).isEqualTo("0.40 times");
    assertThat(missed.reached()).isFalse();
    assertThat(get("p99 of GetItem", at("gramme", 16, 1, 3), at("dynalite", 16, 1, 9)).reached())
        .isTrue();
  }

  @Test
  void a_drop_with_more_connections_is_found_and_named() {
    var missed = get("slower with 64", at("gramme", 16, 100, 1), at("gramme", 64, 97, 1));
    assertThat(missed.measured()).isEqualTo("at least 0.97 times (GetItem)");
    assertThat(missed.reached()).isFalse();
    assertThat(get("slower with 64", at("gramme", 16, 100, 1), at("gramme", 64, 100, 1)).reached())
        .isTrue();
  }

  @Test
  void memory_and_the_median_start_are_limits() {
    assertThat(get("first answer").measured()).isEqualTo("250 ms");
    assertThat(get("first answer").reached()).isTrue();
    assertThat(get("when idle").reached()).isFalse();
    assertThat(get("after the load").reached()).isTrue();
  }

  @Test
  void what_did_not_run_is_neither_measured_nor_reached() {
    assertThat(get("bare HTTP")).isEqualTo(new Target(get("bare HTTP").goal(), "", false));
    assertThat(get("Query of 10").measured()).isEmpty();
  }

  private static Target get(String part, Comparison.Point... points) {
    var server = new Comparison.Server("gramme", "Gramme", List.of(400L, 250L, 240L), 100, 349);
    var run = new Run("", "", "", "", "");
    var comparison = new Comparison(run, List.of(server), List.of(points), List.of(), List.of());
    return Target.of(comparison).stream()
        .filter(target -> target.goal().contains(part))
        .findFirst()
        .orElseThrow();
  }

  private static Comparison.Point at(String server, int connections, double rate, long p99) {
    var measured = new Measurement(rate, 1, 1, p99, p99, 0);
    return new Comparison.Point(server, "GetItem", connections, measured, 1);
  }
}
