package dev.gramme.toolkit.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Seeds;
import dev.gramme.toolkit.Tables;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.page.Sequence.Leg;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Tests the guarantees of a sequence, also with concurrent writes before each of its queries. */
class SequenceTest {
  private static final Cursors CURSORS = Cursors.unsigned();
  private static final CursorScope SCOPE = CursorScope.of("things");
  private static final List<String> PARTITIONS = List.of("first", "second", "third");

  /** A client that runs concurrent writes before each of its queries. */
  private static final class Busy extends DelegatingClient {
    private final Runnable others;

    Busy(DynamoDbClient delegate, Runnable others) {
      super(delegate);
      this.others = others;
    }

    @Override
    public QueryResponse query(QueryRequest request) {
      others.run();
      return super.query(request);
    }
  }

  private record Entry(String partition, String sort, String id) {}

  private static void put(DynamoDbClient client, Entry entry) {
    Tables.put(
        client,
        "things",
        Map.of(
            "PK", Tables.s(entry.partition),
            "SK", Tables.s(entry.sort),
            "id", Tables.s(entry.id)));
  }

  private static void remove(DynamoDbClient client, Entry entry) {
    client.deleteItem(
        DeleteItemRequest.builder()
            .tableName("things")
            .key(Map.of("PK", Tables.s(entry.partition), "SK", Tables.s(entry.sort)))
            .build());
  }

  private static List<Leg<String>> legs() {
    return PARTITIONS.stream()
        .map(partition ->
            new Leg<String>(
                PartitionQuery.of("things", "PK", Tables.s(partition), "SK"),
                partition.equals("second"),
                List.of("PK", "SK"),
                SequenceTest::read))
        .toList();
  }

  /** Entries whose id ends with 0 are skipped. */
  private static List<Optional<String>> read(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .map(item -> Optional.of(Tables.text(item, "id")).filter(id -> !id.endsWith("0")))
        .toList();
  }

  @Test
  void the_queries_are_read_in_order_in_full_pages() {
    Seeds.forAll(
        20,
        random -> {
          try (Gramme gramme = Gramme.inMemory()) {
            Tables.create(gramme.client(), "things", "PK", "SK");
            Map<String, List<Entry>> entries = new HashMap<>();
            for (int i = random.nextInt(60); i > 0; i--) {
              String partition = PARTITIONS.get(random.nextInt(3));
              var entry = new Entry(partition, "s" + (1000 + i), "i" + i);
              entries.computeIfAbsent(partition, each -> new ArrayList<>()).add(entry);
              put(gramme.client(), entry);
            }
            List<String> expected = new ArrayList<>();
            for (String partition : PARTITIONS) {
              Comparator<Entry> order = Comparator.comparing(Entry::sort);
              entries.getOrDefault(partition, List.of()).stream()
                  .sorted(partition.equals("second") ? order.reversed() : order)
                  .map(Entry::id)
                  .filter(id -> !id.endsWith("0"))
                  .forEach(expected::add);
            }
            var sequence = Sequence.<String>of(gramme.client(), id -> id);
            int size = 1 + random.nextInt(9);
            List<Page<String>> pages = traverse(sequence, size);
            assertThat(pages.stream().flatMap(page -> page.items().stream()))
                .containsExactlyElementsOf(expected);
            pages
                .subList(0, Math.max(0, pages.size() - 2))
                .forEach(page -> assertThat(page.items()).hasSize(size));
          }
        });
  }

  private static List<Page<String>> traverse(Sequence<String> sequence, int size) {
    List<Page<String>> pages = new ArrayList<>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<String> page = sequence.page(legs(), size, CURSORS, SCOPE, next.get());
      pages.add(page);
      next = page.next();
    }
    return pages;
  }

  @Test
  void entries_that_stay_are_returned_and_none_twice_while_others_move_between_queries() {
    Seeds.forAll(
        20,
        random -> {
          try (Gramme gramme = Gramme.inMemory()) {
            Tables.create(gramme.client(), "things", "PK", "SK");
            List<Entry> entries = new ArrayList<>();
            for (int i = 1; i < 40; i++) {
              entries.add(place(random, "i" + i));
              put(gramme.client(), entries.getLast());
            }
            Set<Entry> steady = new HashSet<>(entries);
            Runnable others =
                () -> {
                  int at = random.nextInt(entries.size());
                  Entry before = entries.get(at);
                  Entry after = place(random, before.id);
                  remove(gramme.client(), before);
                  put(gramme.client(), after);
                  entries.set(at, after);
                  steady.remove(before);
                };
            var sequence =
                Sequence.<String>of(new Busy(gramme.client(), others), id -> id).remembering(1_000);
            List<String> given =
                traverse(sequence, 1 + random.nextInt(7)).stream()
                    .flatMap(page -> page.items().stream())
                    .toList();
            assertThat(given).doesNotHaveDuplicates();
            assertThat(given)
                .containsAll(
                    steady.stream().map(Entry::id).filter(id -> !id.endsWith("0")).toList());
          }
        });
  }

  private static Entry place(SplittableRandom random, String id) {
    return new Entry(PARTITIONS.get(random.nextInt(3)), "s" + random.nextInt(100) + id, id);
  }

  @Test
  void a_page_ends_early_after_too_many_skipped_entries_and_the_next_continues() {
    try (Gramme gramme = Gramme.inMemory()) {
      Tables.create(gramme.client(), "things", "PK", "SK");
      for (int i = 0; i < 30; i++) {
        put(gramme.client(), new Entry("first", "s" + (10 + i), "i" + i + "0"));
      }
      put(gramme.client(), new Entry("first", "t", "last"));
      var sequence = Sequence.<String>of(gramme.client(), id -> id).examining(8);
      Page<String> first = sequence.page(legs(), 2, CURSORS, SCOPE, Cursor.start());
      assertThat(first.items()).isEmpty();
      assertThat(first.next()).isPresent();
      assertThat(traverse(sequence, 2).stream().flatMap(page -> page.items().stream()).toList())
          .containsExactly("last");
    }
  }

  @Test
  void a_cursor_of_another_scope_is_refused() {
    try (Gramme gramme = Gramme.inMemory()) {
      Tables.create(gramme.client(), "things", "PK", "SK");
      for (int i = 1; i < 4; i++) {
        put(gramme.client(), new Entry("first", "s" + i, "i" + i));
      }
      var sequence = Sequence.<String>of(gramme.client(), id -> id);
      Cursor cursor = sequence.page(legs(), 1, CURSORS, SCOPE, Cursor.start()).next().orElseThrow();
      assertThatThrownBy(() -> sequence.page(legs(), 1, CURSORS, CursorScope.of("others"), cursor))
          .isInstanceOf(CursorRefused.class);
    }
  }
}
