package dev.gramme.engine.insights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.Item;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Two servers on one store: each counts its own requests, by the same settings, and shows those of
 * the other, too.
 */
final class SharedInsightsTest {
  private static final Duration POLLS = Duration.ofSeconds(5);

  private final SharedMemory store = new SharedMemory();
  private final Engine one = open();
  private final Engine other = open();

  private Engine open() {
    return Engine.open(
        store.connect(),
        () -> Instant.EPOCH,
        task -> Thread.ofPlatform().daemon().start(task),
        EngineOptions.DEFAULT);
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    store.close();
  }

  private static void put(Engine engine, Item item) {
    engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
  }

  /** Lets a server read the tables and the settings of the other one. */
  private static void poll(Engine engine) {
    engine.advance(POLLS);
    engine.advance(POLLS);
  }

  @Test
  void a_server_counts_its_requests_by_the_settings_of_the_other() {
    var target = InsightTarget.of(one.catalog().create(Tables.table("t")).join());
    one.insights().enable(target, null).join();
    assertThat(other.insights().setting(target.number()))
        .hasValueSatisfying(setting -> assertThat(setting.enabled()).isTrue());
    poll(other);
    put(other, Tables.item("a", "red"));
    put(other, Tables.item("a", "green"));
    put(one, Tables.item("b", "red"));
    assertThat(other.insights().top(target, InsightRule.PKC, 10)).hasSize(1);

    // A poll keeps the counts.
    poll(other);
    assertThat(other.insights().top(target, InsightRule.PKC, 10))
        .singleElement()
        .satisfies(counted -> assertThat(counted.count()).isEqualTo(6));
    assertThat(one.insights().top(target, InsightRule.PKC, 10))
        .singleElement()
        .satisfies(counted -> assertThat(counted.count()).isEqualTo(3));

    one.insights().disable(target).join();
    poll(other);
    assertThat(other.insights().isCounting()).isFalse();
  }

  private static String top(Engine engine, InsightTarget target) {
    return engine.insights().top(target, InsightRule.PKC, 10).stream()
        .map(found -> "%s %s %s".formatted(found.key().get("id"), found.count(), found.least()))
        .collect(Collectors.joining(", "));
  }

  @Test
  void each_server_shows_the_sums_of_all() {
    var target = InsightTarget.of(one.catalog().create(Tables.table("t")).join());
    one.insights().enable(target, null).join();
    poll(other);
    put(one, Tables.item("a", "red"));
    put(other, Tables.item("a", "red"));
    put(other, Tables.item("b", "red"));
    poll(one);
    poll(other);
    assertThat(top(other, target)).isEqualTo("S[value=a] 6.0 6.0, S[value=b] 3.0 3.0");
    assertThat(top(one, target)).isEqualTo("S[value=a] 3.0 3.0");
    poll(one);
    assertThat(top(one, target)).isEqualTo(top(other, target));
  }

  @Test
  void a_server_that_ended_counts_for_two_hours_and_its_row_is_removed() {
    var target = InsightTarget.of(one.catalog().create(Tables.table("t")).join());
    one.insights().enable(target, null).join();
    poll(other);
    put(other, Tables.item("a", "red"));
    poll(other);
    other.close();
    poll(one);
    assertThat(top(one, target)).isEqualTo("S[value=a] 3.0 3.0");
    assertThat(rows()).isEqualTo(2);
    one.advance(Duration.ofHours(1));
    assertThat(top(one, target)).isEqualTo("S[value=a] 3.0 3.0");
    one.advance(Duration.ofHours(1));
    assertThat(top(one, target)).isEmpty();
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void the_counts_of_a_dropped_table_are_removed() {
    var target = InsightTarget.of(one.catalog().create(Tables.table("t")).join());
    one.insights().enable(target, null).join();
    poll(one);
    assertThat(rows()).isEqualTo(1);
    one.catalog().delete("t", table -> {}).join();
    poll(one);
    poll(one);
    assertThat(rows()).isZero();
  }

  private int rows() {
    int count = 0;
    try (var rows =
        store.range(
            SystemKeys.numbered(SystemKeys.INSIGHTS, 1),
            SystemKeys.spaceStart(SystemKeys.INSIGHTS + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }
}
