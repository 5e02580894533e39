package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/**
 * Reads pages of "my teams' incidents" while incidents are opened, closed and reported and teams
 * join and leave, also within a page. Every incident that stays open in one of the teams is
 * returned exactly once, and none twice.
 */
@Tag("slow")
final class MovingIncidentsTest {
  private static final int INCIDENTS = 30;

  private final Random random;
  private final World world = new World();
  private final AccountData acme = world.account("Acme");
  private final Ksuid ana = world.user(acme, "Ana");
  private final List<Ksuid> teams = new ArrayList<>();
  private final List<Ksuid> incidents = new ArrayList<>();

  /** Incidents that were changed since the traversal began. */
  private final Set<Ksuid> touched = new HashSet<>();

  MovingIncidentsTest() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("MovingIncidentsTest seed " + seed);
    random = new Random(seed);
    for (int i = 0; i < 4; i++) {
      teams.add(world.team(acme, "team " + i, ana));
    }
    for (int i = 0; i < INCIDENTS; i++) {
      report();
    }
    for (int i = 0; i < INCIDENTS / 2; i++) {
      move();
    }
  }

  @RepeatedTest(8)
  void incidents_that_stay_are_returned_once_and_none_twice() {
    State state = random.nextBoolean() ? State.OPEN : State.CLOSED;
    int size = 1 + random.nextInt(6);
    touched.clear();
    Set<Ksuid> before = there(state);
    var busy = new Busy(world.client, this::changeSometimes);
    AccountData reader = new Accounts(World.over(busy), world.identifiers).data(acme.account());
    List<Participation> given = new ArrayList<>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Participation> page = reader.incidentsOfTeams(teams, state, next.get(), size);
      if (page.next().isPresent()) {
        assertThat(page.items()).hasSize(size);
      }
      given.addAll(page.items());
      next = page.next();
    }
    List<Ksuid> ids = given.stream().map(Participation::incident).toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids).containsAll(before.stream().filter(id -> !touched.contains(id)).toList());
    assertThat(given).allMatch(one -> one.state() == state);
    assertThat(given)
        .isSortedAccordingTo(
            Comparator.comparing(Participation::createdAt)
                .thenComparing(Participation::incident)
                .reversed());
    world.close();
  }

  /**
   * The incidents in which some of the teams participate, according to the incidents themselves.
   */
  private Set<Ksuid> there(State state) {
    Set<String> participants =
        teams.stream().map(team -> Participant.team(team).toString()).collect(Collectors.toSet());
    return acme.incidents(Cursor.start(), 1000).items().stream()
        .filter(one -> one.state() == state)
        .filter(one -> one.participants().stream().anyMatch(participants::contains))
        .map(Incident::incident)
        .collect(Collectors.toSet());
  }

  private void changeSometimes() {
    if (random.nextInt(3) == 0) {
      switch (random.nextInt(5)) {
        case 0 -> report();
        case 1, 2 -> move();
        case 3 -> involve();
        default -> release();
      }
    }
  }

  private void report() {
    var some = new ArrayList<>(teams);
    some.removeIf(team -> random.nextInt(3) == 0);
    incidents.add(
        world
            .incident(acme, ana, "incident " + incidents.size(), some.toArray(Ksuid[]::new))
            .incident());
  }

  private void move() {
    Ksuid one = any();
    boolean open = acme.incident(one).orElseThrow().state() == State.OPEN;
    acme.log().move(one, open ? Status.RESOLVED : Status.ACKNOWLEDGED);
  }

  private void involve() {
    acme.log().involve(any(), Participant.team(teams.get(random.nextInt(teams.size()))));
  }

  private void release() {
    acme.log().release(any(), Participant.team(teams.get(random.nextInt(teams.size()))));
  }

  private Ksuid any() {
    Ksuid one = incidents.get(random.nextInt(incidents.size()));
    touched.add(one);
    return one;
  }
}
