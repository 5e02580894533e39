package dev.gramme.apps.savings.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BatchTableTest {
  private final Gramme gramme = Gramme.inMemory();
  private final BatchTable table = new BatchTable(gramme.client());

  @BeforeEach
  void create() {
    table.create();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  /** A customer in which every attribute depends on the generation. */
  private static Customer customer(String personId, long generation) {
    var rule =
        new GoalRule(
            "SAVINGS_ACCOUNT",
            "STANDARD",
            BigDecimal.valueOf(500),
            new BigDecimal("0.08"),
            BigDecimal.ONE);
    var saved = BigDecimal.valueOf(generation);
    return new Customer(
        personId,
        "Ana Silva",
        new Customer.Preferences(true, "pt-BR"),
        YearMonth.of(2026, 5),
        List.of(rule.goalAt(saved), rule.goalAt(saved), rule.goalAt(saved)),
        Instant.ofEpochSecond(generation),
        generation);
  }

  @Test
  void a_customer_comes_back_as_written_for_half_a_unit() {
    table.replace(customer("ana", 7));

    var read = table.read("ana");

    assertThat(read.value()).contains(customer("ana", 7));
    assertThat(read.capacityUnits()).isEqualTo(0.5);
  }

  @Test
  void an_earlier_generation_does_not_come_back() {
    assertThat(table.replace(customer("ana", 7))).isTrue();
    assertThat(table.replace(customer("ana", 7))).isFalse();
    assertThat(table.replace(customer("ana", 6))).isFalse();
    assertThat(table.replace(customer("ana", 8))).isTrue();

    assertThat(table.read("ana").value()).contains(customer("ana", 8));
  }

  @Test
  void loads_at_the_same_time_leave_each_customer_as_the_latest_has_them() {
    var loads =
        IntStream.of(5, 4, 3, 2, 1)
            .mapToObj(generation ->
                CompletableFuture.runAsync(() ->
                    IntStream.range(0, 50)
                        .forEach(n -> table.replace(customer("p" + n, generation)))))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(loads).join();

    for (int n = 0; n < 50; n++) {
      assertThat(table.read("p" + n).value()).contains(customer("p" + n, 5));
    }
  }

  @Test
  void customers_that_a_generation_does_not_have_are_found_and_removed() {
    for (int n = 0; n < 20; n++) {
      table.replace(customer("p" + n, n < 3 ? 1 : 2));
    }

    var left =
        IntStream.range(0, 4).boxed().flatMap(segment -> table.olderThan(2, segment, 4)).toList();
    assertThat(left).containsExactlyInAnyOrder("p0", "p1", "p2");

    table.replace(customer("p0", 3)); // written again meanwhile
    assertThat(left).filteredOn(id -> table.removeOlderThan(2, id)).containsOnly("p1", "p2");
    assertThat(table.read("p0").value()).isPresent();
    assertThat(table.read("p1").value()).isEmpty();
  }
}
