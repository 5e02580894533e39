package dev.gramme.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.backup.ItemHistory.Part;
import dev.gramme.engine.backup.ItemHistory.Position;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.WarmThroughput;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Gen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ItemHistoryTest {
  private volatile Instant now = Instant.parse("2026-11-28T12:00:00Z");
  private final Store store = TestStores.open();
  private final Engine engine = Engine.open(store, () -> now, Runnable::run, EngineOptions.DEFAULT);

  ItemHistoryTest() {
    engine.catalog().create(Tables.table("t")).join();
  }

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private TableDefinition table() {
    return engine.catalog().find("t").orElseThrow();
  }

  private void change(UnaryOperator<TableDefinition.Builder> change) {
    engine
        .catalog()
        .change("t", (table, numbers) -> change.apply(table.toBuilder()).build())
        .join();
  }

  private void enableRecovery(int days) {
    var recovery = new Recovery(engine.clock().instant(), days);
    change(table -> table.recovery(recovery));
  }

  private static Item key(String id) {
    return Item.of("id", new S(id));
  }

  private static Item item(String id, long value) {
    return Item.of("id", new S(id), "v", N.of(value));
  }

  private void write(WriteAction action) {
    engine.write(WriteRequest.single(action)).join();
  }

  private void put(Item item) {
    write(new WriteAction.Put("t", item, null, false));
  }

  private void delete(String id) {
    write(new WriteAction.Delete("t", key(id), null, false));
  }

  private Part part(String id, @Nullable Position position, int limit) {
    return engine.restores().history(table(), key(id), position, limit);
  }

  /** All parts of a history. */
  private List<Part> parts(String id, int limit) {
    var parts = new ArrayList<Part>();
    Position next = null;
    do {
      Part part = part(id, next, limit);
      parts.add(part);
      assertThat(part.next()).isNotEqualTo(next == null ? new Position(0, 0) : next);
      next = part.next();
    } while (next != null);
    return parts;
  }

  private List<LoggedChange> changes(String id, int limit) {
    return parts(id, limit).stream().flatMap(part -> part.changes().stream()).toList();
  }

  @Test
  void the_changes_of_an_item_are_returned_the_latest_first_with_both_images() {
    put(item("a", 0));
    enableRecovery(35);
    put(item("a", 1));
    put(item("b", 1));
    delete("a");
    put(item("a", 2));

    Part history = part("a", null, 10);
    assertThat(history.changes())
        .extracting(LoggedChange::before)
        .containsExactly(null, item("a", 1), item("a", 0));
    assertThat(history.changes())
        .extracting(LoggedChange::after)
        .containsExactly(item("a", 2), null, item("a", 1));
    assertThat(history.since()).isEqualTo(now);
    assertThat(history.next()).isNull();
    assertThat(changes("c", 10)).isEmpty();
  }

  @Test
  void without_recovery_there_is_no_history() {
    put(item("a", 1));
    assertThatThrownBy(() -> part("a", null, 1))
        .isInstanceOfSatisfying(
            ApiError.class,
            error ->
                assertThat(error.type()).isEqualTo(ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE));
  }

  @Test
  void changes_before_the_period_of_recovery_are_left_out_even_if_the_log_has_them() {
    change(table ->
        table.stream(
            new StreamSpecification(ViewType.NEW_AND_OLD_IMAGES, "2026-11-28T12:00:00.000")));
    put(item("a", 1));
    now = now.plusSeconds(1);
    enableRecovery(1);
    put(item("a", 2));
    assertThat(changes("a", 10)).extracting(LoggedChange::after).containsExactly(item("a", 2));
    now = now.plus(Duration.ofHours(25));
    put(item("a", 3));
    assertThat(changes("a", 10)).extracting(LoggedChange::after).containsExactly(item("a", 3));
  }

  @Test
  void a_part_ends_at_its_limit_and_the_next_one_continues_there() {
    enableRecovery(35);
    for (int i = 0; i < 10; i++) {
      put(item("a", i));
      put(item("b", i));
    }
    List<Part> parts = parts("a", 3);
    assertThat(parts).extracting(part -> part.changes().size()).startsWith(3, 3, 3, 1);
    assertThat(parts.stream().flatMap(part -> part.changes().stream()))
        .extracting(LoggedChange::after)
        .containsExactly(
            item("a", 9),
            item("a", 8),
            item("a", 7),
            item("a", 6),
            item("a", 5),
            item("a", 4),
            item("a", 3),
            item("a", 2),
            item("a", 1),
            item("a", 0));
  }

  @Test
  void a_part_ends_after_a_megabyte_of_images() {
    enableRecovery(35);
    String large = "x".repeat(300_000);
    for (int i = 0; i < 6; i++) {
      put(Item.of("id", new S("a"), "text", new S(large + i)));
    }
    assertThat(parts("a", 1_000))
        .extracting(part -> part.changes().size())
        .as("two images each, but the first change has one")
        .startsWith(2, 2, 2);
  }

  @Test
  void a_part_ends_after_ten_thousand_records_of_other_items() {
    enableRecovery(35);
    put(item("rare", 1));
    change(table -> table.warm(new WarmThroughput(12_000, 4_000)));
    String other = neighbourOf("rare");
    for (int i = 0; i <= ItemHistory.MOST_RECORDS; i++) {
      put(item(other, i));
    }
    List<Part> parts = parts("rare", 10);
    assertThat(parts).hasSize(2);
    assertThat(parts.getFirst().records()).isEqualTo(ItemHistory.MOST_RECORDS);
    assertThat(parts.getFirst().changes()).isEmpty();
    assertThat(parts.getLast().changes()).hasSize(1);
  }

  /** The key of another item whose changes are in the same shard. */
  private String neighbourOf(String id) {
    var log = Objects.requireNonNull(table().features().log());
    int shard = log.shardOf(hash(id)).number();
    for (int i = 0; ; i++) {
      if (log.shardOf(hash("other" + i)).number() == shard) {
        return "other" + i;
      }
    }
  }

  private long hash(String id) {
    return RowKeys.hashOf(RowKeys.item(table(), key(id)));
  }

  @Test
  void histories_of_random_changes_are_complete_whatever_the_limit_while_shards_are_replaced() {
    enableRecovery(35);
    Gen.forAll(
        10,
        gen -> {
          // A later run continues with the same table, but with other items.
          String run = gen.seed() + "-";
          var expected = new HashMap<String, List<@Nullable Item>>();
          for (int i = 0; i < 150; i++) {
            String id = run + gen.nextInt(6);
            List<@Nullable Item> states = expected.computeIfAbsent(id, each -> new ArrayList<>());
            boolean exists = !states.isEmpty() && states.getFirst() != null;
            if (exists && gen.chance(30)) {
              delete(id);
              states.addFirst(null);
            } else {
              put(item(id, i));
              states.addFirst(item(id, i));
            }
            if (gen.chance(3)) {
              long partitions = gen.between(1, 12);
              var warm = new WarmThroughput(3_000 * partitions, 1_000 * partitions);
              change(table -> table.warm(warm));
            }
            if (gen.chance(3)) {
              var stream =
                  gen.chance(50)
                      ? null
                      : StreamSpecification.enabled(
                          ViewType.NEW_IMAGE, now.plusMillis(gen.nextInt(99)));
              change(table -> table.stream(stream));
            }
            if (gen.chance(20)) {
              now = now.plusMillis(gen.nextInt(1_000));
            }
          }
          expected.forEach((id, states) -> {
            List<LoggedChange> changes = changes(id, gen.between(1, 20));
            assertThat(changes).extracting(LoggedChange::after).containsExactlyElementsOf(states);
            assertThat(changes.reversed().stream().map(LoggedChange::before).skip(1))
                .containsExactlyElementsOf(states.reversed().subList(0, states.size() - 1));
          });
        });
  }

  @Test
  void any_position_is_safe() {
    enableRecovery(35);
    put(item("a", 1));
    for (Position position :
        List.of(
            new Position(0, 0),
            new Position(Integer.MAX_VALUE, 0),
            new Position(Integer.MAX_VALUE, Long.MAX_VALUE),
            new Position(1, Long.MAX_VALUE))) {
      assertThat(part("a", position, 10).next()).isNull();
      assertThat(Position.parse(position.toString())).contains(position);
    }
    for (String text :
        List.of(
            "",
            "-",
            "1",
            "1-",
            "-1",
            "--1",
            "a-b",
            "1--5",
            "1-2-3",
            "2147483648-1",
            "1-9223372036854775808",
            "1-99999999999999999999999")) {
      assertThat(Position.parse(text)).as(text).isEmpty();
    }
  }
}
