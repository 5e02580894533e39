package dev.gramme.toolkit.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Seeds;
import dev.gramme.toolkit.client.DelegatingClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Tests the guarantees of {@link Merge} during concurrent writes: random changes between any two
 * queries, also within a page.
 */
class MergeTraversalTest {
  private static final List<String> TEAMS = List.of("red", "blue", "green");
  private static final CursorScope SCOPE = CursorScope.of("incidents");
  private static final Cursors CURSORS = Cursors.unsigned();
  private static final int RUNS = 20;

  private record Entry(String team, String state, String id) {}

  /** A position in the order of a merge. */
  private record Place(String state, String id) {
    boolean isBefore(Place other, boolean descending) {
      int order = state.compareTo(other.state);
      order = order == 0 ? id.compareTo(other.id) : order;
      return descending ? order > 0 : order < 0;
    }
  }

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

  /** The entries, changed at random, and which of them have not changed since a given time. */
  private static final class World {
    private final DynamoDbClient client;
    private final SplittableRandom random;
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Entry> steady = new HashSet<>();

    World(DynamoDbClient client, SplittableRandom random) {
      this.client = client;
      this.random = random;
      for (int i = random.nextInt(40); i >= 0; i--) {
        add(anEntry());
      }
    }

    private Entry anEntry() {
      return new Entry(
          TEAMS.get(random.nextInt(TEAMS.size())),
          "s" + (10 + random.nextInt(15)),
          "i" + (10 + random.nextInt(30)));
    }

    private void add(Entry entry) {
      if (!entries.contains(entry)) {
        Incidents.put(client, entry.team, entry.state, entry.id);
        entries.add(entry);
      }
    }

    private void change() {
      for (int i = random.nextInt(3); i > 0; i--) {
        if (random.nextInt(3) == 0 || entries.isEmpty()) {
          add(anEntry());
        } else {
          Entry gone = entries.remove(random.nextInt(entries.size()));
          steady.remove(gone);
          Incidents.remove(client, gone.team, gone.state, gone.id);
          if (random.nextBoolean()) {
            add(new Entry(gone.team, anEntry().state, gone.id));
          }
        }
      }
    }

    void mark() {
      steady.clear();
      steady.addAll(entries);
    }
  }

  @Test
  void nothing_that_stays_is_lost_and_nothing_is_repeated_while_items_come_go_and_move() {
    Seeds.forAll(RUNS, random -> traverse(random, Merge.MAX_REMEMBERED));
  }

  @Test
  void without_memory_nothing_that_stays_is_lost_either() {
    Seeds.forAll(RUNS, random -> traverse(random, 0));
  }

  @Test
  void entries_that_do_not_move_are_returned_exactly_once_also_without_memory() {
    Seeds.forAll(
        RUNS,
        random -> {
          try (Gramme gramme = Gramme.inMemory()) {
            Incidents.createTable(gramme.client());
            Set<String> expected = new TreeSet<>();
            for (int i = 0; i < 40; i++) {
              String id = "i" + (100 + random.nextInt(40));
              if (expected.add(id)) {
                String state = "s" + random.nextInt(8);
                TEAMS
                    .subList(0, 1 + random.nextInt(3))
                    .forEach(team -> Incidents.put(gramme.client(), team, state, id));
              }
            }
            List<String> given = new ArrayList<>();
            Merge<String> merge = Incidents.merge(gramme.client()).remembering(0).on(Runnable::run);
            Cursor cursor = Cursor.start();
            while (true) {
              Page<String> page =
                  merge.page(queries(), 1 + random.nextInt(6), CURSORS, SCOPE, cursor);
              given.addAll(page.items());
              if (page.next().isEmpty()) {
                break;
              }
              cursor = page.next().get();
            }
            assertThat(given).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
          }
        });
  }

  private static List<PartitionQuery> queries() {
    return TEAMS.stream().map(Incidents::team).toList();
  }

  private static void traverse(SplittableRandom random, int remembered) {
    try (Gramme gramme = Gramme.inMemory()) {
      Incidents.createTable(gramme.client());
      World world = new World(gramme.client(), random);
      boolean descending = random.nextBoolean();
      Merge<Place> merge =
          Merge.of(
                  new Busy(gramme.client(), world::change),
                  MergeTraversalTest::place,
                  Incidents::id)
              .on(Runnable::run)
              .remembering(remembered)
              .chunks(1 + random.nextInt(4));
      if (descending) {
        merge = merge.descending();
      }
      check(world, merge, descending, 1 + random.nextInt(6), remembered > 0);
    }
  }

  private static Place place(Map<String, AttributeValue> item) {
    return new Place(item.getOrDefault("state", AttributeValue.fromS("?")).s(), Incidents.id(item));
  }

  private static void check(
      World world, Merge<Place> merge, boolean descending, int size, boolean remembering) {
    List<Place> given = new ArrayList<>();
    Set<Entry> always = new HashSet<>(world.entries);
    Cursor cursor = Cursor.start();
    for (int pages = 0; pages < 200; pages++) {
      world.mark();
      Place from = given.isEmpty() ? null : given.getLast();
      Page<Place> page = merge.page(queries(), size, CURSORS, SCOPE, cursor);
      given.addAll(page.items());
      always.retainAll(world.steady);
      assertThat(page.items().stream().map(Place::id)).doesNotHaveDuplicates();
      assertReached(world.steady, from, page, given, descending);
      if (page.next().isEmpty()) {
        break;
      }
      assertThat(page.items()).hasSize(size);
      cursor = page.next().get();
    }
    List<String> ids = given.stream().map(Place::id).toList();
    assertThat(ids).containsAll(always.stream().map(Entry::id).toList());
    if (remembering) {
      assertThat(ids).doesNotHaveDuplicates();
    }
    for (int i = 1; i < given.size(); i++) {
      assertThat(given.get(i).isBefore(given.get(i - 1), descending))
          .as("%s after %s", given.get(i), given.get(i - 1))
          .isFalse();
    }
  }

  /**
   * Entries after the cursor that remained while the page was read were returned, by this page or
   * an earlier one.
   */
  private static void assertReached(
      Set<Entry> steady,
      @Nullable Place from,
      Page<Place> page,
      List<Place> given,
      boolean descending) {
    Place to = page.next().isEmpty() || page.items().isEmpty() ? null : page.items().getLast();
    List<String> ids = given.stream().map(Place::id).toList();
    for (Entry entry : steady) {
      Place place = new Place(entry.state, entry.id);
      boolean isAhead = from == null || from.isBefore(place, descending);
      boolean isReached = to == null || !to.isBefore(place, descending);
      if (isAhead && isReached) {
        assertThat(ids).as("%s, from %s to %s", entry, from, to).contains(entry.id);
      }
    }
  }
}
