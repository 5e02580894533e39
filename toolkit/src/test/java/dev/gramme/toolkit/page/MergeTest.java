package dev.gramme.toolkit.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.key.SortCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class MergeTest {
  private static final CursorScope SCOPE = CursorScope.of("incidents", "acct");
  private static final Cursors CURSORS = Cursors.unsigned();

  private Gramme gramme;
  private DynamoDbClient client;
  private Merge<String> merge;

  @BeforeEach
  void open() {
    gramme = Gramme.inMemory();
    client = gramme.client();
    Incidents.createTable(client);
    merge = Incidents.merge(client);
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static List<PartitionQuery> teams(String... names) {
    return List.of(names).stream().map(Incidents::team).toList();
  }

  private List<List<String>> pages(Merge<String> of, List<PartitionQuery> queries, int size) {
    List<List<String>> pages = new ArrayList<>();
    Cursor cursor = Cursor.start();
    while (true) {
      Page<String> page = of.page(queries, size, CURSORS, SCOPE, cursor);
      pages.add(page.items());
      if (page.next().isEmpty()) {
        return pages;
      }
      cursor = page.next().get();
    }
  }

  @Test
  void partitions_are_read_in_the_order_of_their_sort_keys_page_by_page() {
    Incidents.put(client, "red", "OPEN#1", "a");
    Incidents.put(client, "blue", "OPEN#2", "b");
    Incidents.put(client, "red", "OPEN#3", "c");
    Incidents.put(client, "green", "OPEN#4", "d");
    Incidents.put(client, "blue", "OPEN#5", "e");

    assertThat(pages(merge, teams("red", "blue", "green"), 2))
        .containsExactly(List.of("a", "b"), List.of("c", "d"), List.of("e"));
    assertThat(pages(merge.descending(), teams("red", "blue", "green"), 2))
        .containsExactly(List.of("e", "d"), List.of("c", "b"), List.of("a"));
    assertThat(pages(merge, teams("red", "blue", "green"), 5))
        .containsExactly(List.of("a", "b", "c", "d", "e"));
    assertThat(pages(merge, teams("nobody"), 5)).containsExactly(List.of());
    assertThat(pages(merge, List.of(), 5)).containsExactly(List.of());
  }

  @Test
  void an_item_of_several_partitions_is_given_once() {
    for (String team : List.of("red", "blue", "green")) {
      Incidents.put(client, team, "OPEN#1", "a");
      Incidents.put(client, team, "OPEN#2", "b");
      Incidents.put(client, team, "OPEN#3", "c");
    }
    // Not every participation has the incident's latest state yet.
    Incidents.put(client, "blue", "OPEN#4", "a");

    for (int size = 1; size <= 4; size++) {
      assertThat(pages(merge, teams("red", "blue", "green"), size).stream().flatMap(List::stream))
          .containsExactly("a", "b", "c");
    }
  }

  @Test
  void items_of_one_sort_key_come_in_the_order_of_their_identities() {
    for (String id : List.of("f", "b", "d", "a", "e", "c", "g")) {
      Incidents.put(client, id.compareTo("d") < 0 ? "red" : "blue", "OPEN#1", id);
    }
    Incidents.put(client, "red", "OPEN#0", "z");

    for (int size = 1; size <= 8; size++) {
      assertThat(
              pages(merge.remembering(0), teams("red", "blue"), size).stream()
                  .flatMap(List::stream))
          .containsExactly("z", "a", "b", "c", "d", "e", "f", "g");
      assertThat(
              pages(merge.remembering(0).descending(), teams("red", "blue"), size).stream()
                  .flatMap(List::stream))
          .containsExactly("g", "f", "e", "d", "c", "b", "a", "z");
    }
  }

  @Test
  void every_page_but_the_last_is_full_also_when_a_filter_takes_most_items_away() {
    for (int i = 0; i < 60; i++) {
      Incidents.put(client, i % 2 == 0 ? "red" : "blue", "OPEN#" + (100 + i), "id" + i);
    }
    List<PartitionQuery> filtered =
        teams("red", "blue").stream()
            .map(query ->
                new PartitionQuery(
                    query.request().toBuilder()
                        .filterExpression("contains(id, :seven)")
                        .expressionAttributeValues(Map.of(":seven", AttributeValue.fromS("7")))
                        .build(),
                    query.partition(),
                    query.sortName(),
                    query.condition()))
            .toList();

    assertThat(pages(merge.chunks(3), filtered, 4))
        .containsExactly(List.of("id7", "id17", "id27", "id37"), List.of("id47", "id57"));
  }

  @Test
  void a_condition_on_the_sort_key_holds_on_every_page() {
    for (int i = 0; i < 9; i++) {
      Incidents.put(client, "red", "OPEN#" + i, "o" + i);
      Incidents.put(client, "blue", "CLOSED#" + i, "c" + i);
    }
    List<PartitionQuery> open =
        teams("red", "blue").stream()
            .map(query -> query.where(SortCondition.beginsWith("OPEN#")))
            .toList();
    List<PartitionQuery> some =
        teams("red", "blue").stream()
            .map(query ->
                query.where(
                    SortCondition.between(
                        AttributeValue.fromS("CLOSED#7"), AttributeValue.fromS("OPEN#2"))))
            .toList();

    assertThat(pages(merge, open, 4))
        .containsExactly(
            List.of("o0", "o1", "o2", "o3"), List.of("o4", "o5", "o6", "o7"), List.of("o8"));
    assertThat(pages(merge.descending(), some, 2))
        .containsExactly(List.of("o2", "o1"), List.of("o0", "c8"), List.of("c7"));
    assertThat(pages(merge, List.of(Incidents.team("red").where(SortCondition.none())), 2))
        .containsExactly(List.of());
  }

  @Test
  void a_cursor_of_other_arguments_is_refused() {
    Incidents.put(client, "red", "OPEN#1", "a");
    Incidents.put(client, "red", "OPEN#2", "b");
    Cursor cursor =
        merge.page(teams("red"), 1, CURSORS, SCOPE, Cursor.start()).next().orElseThrow();

    assertThatThrownBy(() ->
            merge.page(teams("blue"), 1, CURSORS, CursorScope.of("incidents", "other"), cursor))
        .isInstanceOf(CursorRefused.class)
        .hasMessage("this cursor belongs to another query");
  }

  @Test
  void the_error_of_one_query_is_the_error_of_the_page() {
    PartitionQuery missing = PartitionQuery.of("nothing", "PK", AttributeValue.fromS("x"), "SK");

    assertThatThrownBy(() ->
            merge.page(List.of(Incidents.team("red"), missing), 1, CURSORS, SCOPE, Cursor.start()))
        .isInstanceOf(
            software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException.class);
  }
}
