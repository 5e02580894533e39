package dev.gramme.toolkit.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.members.Task.Effort;
import dev.gramme.toolkit.members.Task.State;
import dev.gramme.toolkit.members.TaskQueries.Assignment;
import dev.gramme.toolkit.members.TaskQueriesTable.TaskItem;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class TaskQueriesTest {
  private static final Instant START = Instant.parse("2026-11-24T12:00:00Z");

  private final Gramme gramme = Gramme.inMemory();
  private Instant now = START;
  private final TaskQueriesTable tasks =
      TaskQueriesTable.of(
          Table.of(gramme.client(), TaskQueriesTable.schema()).withClock(() -> now));

  @BeforeEach
  void create() {
    tasks.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void a_new_item_is_created_and_updated_now() {
    Task task = tasks.create(Task.of("t"));
    assertThat(task.created()).isEqualTo(START);
    assertThat(task.updated()).contains(START);
    assertThat(tasks.task("t")).contains(task);
  }

  @Test
  void creation_ignores_the_stamp_of_the_record_that_was_copied() {
    Task first = tasks.create(Task.of("t"));
    pass();
    Task copy =
        new Task(
            "u",
            first.state(),
            first.points(),
            first.estimate(),
            first.assignee(),
            first.effort(),
            first.created(),
            first.updated());
    assertThat(tasks.create(copy).created()).isEqualTo(now);
  }

  @Test
  void a_put_keeps_the_time_of_creation_of_the_record_and_sets_that_of_the_write() {
    Task first = tasks.save(Task.of("t"));
    pass();
    Task second = tasks.save(first);
    assertThat(second.created()).isEqualTo(START);
    assertThat(second.updated()).contains(now);
    pass();
    assertThat(tasks.replace(second).created()).isEqualTo(START);
    pass();
    assertThat(tasks.save(Task.of("t")).created()).isEqualTo(now);
    pass();
    tasks.saveAll(List.of(second, Task.of("u")));
    assertThat(tasks.task("t").orElseThrow().created()).isEqualTo(START);
    assertThat(tasks.task("t").orElseThrow().updated()).contains(now);
    assertThat(tasks.task("u").orElseThrow().created()).isEqualTo(now);
  }

  @Test
  void an_update_keeps_the_time_of_creation_and_moves_the_item_in_the_index_by_time() {
    tasks.create(Task.of("t"));
    pass();
    Task done = tasks.finish("t", State.DONE);
    assertThat(done.created()).isEqualTo(START);
    assertThat(done.updated()).contains(now);
    assertThat(tasks.written("t", Range.atLeast(now))).containsExactly(done);
    assertThat(tasks.written("t", Range.lessThan(now))).isEmpty();
  }

  @Test
  void an_upsert_stamps_a_new_item_and_keeps_the_creation_of_an_existing_one() {
    Task first = tasks.assign("t", State.OPEN, "Ana", 4);
    assertThat(first.created()).isEqualTo(START);
    assertThat(first.updated()).contains(START);
    assertThat(first.points()).isEqualTo(7);
    assertThat(first.estimate()).isEqualTo(Duration.ofMinutes(30));
    pass();
    Task second = tasks.assign("t", State.DONE, "Ben", 1);
    assertThat(second.created()).isEqualTo(START);
    assertThat(second.updated()).contains(now);
    assertThat(second.points()).isEqualTo(8);
  }

  @Test
  void an_upsert_stores_the_defaults_of_a_new_item_only() {
    tasks.reopen("t", State.OPEN);
    assertThat(item("t"))
        .containsEntry("assignee", AttributeValue.fromS("nobody"))
        .containsEntry("points", AttributeValue.fromN("3"))
        .containsEntry("estimate", AttributeValue.fromN("1800"));
    tasks.assign("t", State.OPEN, "Ana", 1);
    assertThat(tasks.reopen("t", State.DONE).assignee()).isEqualTo("Ana");
  }

  @Test
  void a_transaction_stamps_the_items_that_it_writes() {
    tasks.create(Task.of("two"));
    pass();
    tasks.both(Task.of("one"), new Assignment("two", "Ana"));
    assertThat(tasks.task("one").orElseThrow().created()).isEqualTo(now);
    Task two = tasks.task("two").orElseThrow();
    assertThat(two.created()).isEqualTo(START);
    assertThat(two.updated()).contains(now);
  }

  @Test
  void a_put_stores_the_defaults_of_null_components() {
    Task task = tasks.save(Task.of("t"));
    assertThat(task.state()).isEqualTo(State.OPEN);
    assertThat(item("t"))
        .containsEntry("state", AttributeValue.fromS("OPEN"))
        .containsEntry("points", AttributeValue.fromN("3"))
        .containsEntry("estimate", AttributeValue.fromN("1800"))
        .containsEntry("assignee", AttributeValue.fromS("nobody"));
    assertThat(tasks.inState(State.OPEN)).containsExactly(task);
  }

  @Test
  void an_older_item_without_the_attributes_is_read_with_the_defaults() {
    Map<String, AttributeValue> older =
        new HashMap<>(TaskItem.ENTITY.toItem(Task.of("t"), true, now));
    older.keySet().removeAll(List.of("state", "points", "estimate", "assignee"));
    older.put("effort", AttributeValue.fromM(Map.of("minutes", AttributeValue.fromN("5"))));
    gramme.client().putItem(put -> put.tableName("tasks").item(older));
    Task read = tasks.task("t").orElseThrow();
    assertThat(read.state()).isEqualTo(State.OPEN);
    assertThat(read.points()).isEqualTo(3);
    assertThat(read.estimate()).isEqualTo(Duration.ofMinutes(30));
    assertThat(read.effort()).contains(new Effort(5, true));
    assertThat(tasks.spend("t", 1).points()).isEqualTo(2);
  }

  @Test
  void the_schema_names_the_stamps() {
    assertThat(TaskQueriesTable.schema().entity("Task").orElseThrow().attributes())
        .filteredOn(attribute -> !attribute.roles().isEmpty())
        .extracting(
            AttributeSchema::name, attribute -> Optional.of(attribute.roles().iterator().next()))
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("created", Optional.of(Role.CREATED)),
            org.assertj.core.groups.Tuple.tuple("updated", Optional.of(Role.UPDATED)));
  }

  private void pass() {
    now = now.plusSeconds(1);
  }

  private Map<String, AttributeValue> item(String id) {
    Map<String, AttributeValue> key = TaskItem.ENTITY.key(Task.of(id));
    return gramme.client().getItem(get -> get.tableName("tasks").key(key)).item();
  }
}
