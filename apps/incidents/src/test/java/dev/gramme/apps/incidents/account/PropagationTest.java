package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.incidents.account.Interrupted.Death;
import dev.gramme.apps.incidents.feed.PropagationFeed;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentTable;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Participation;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that participations match the incident despite interruptions and concurrency. */
final class PropagationTest {
  private static final int TEAMS = 5;

  private final World world = new World();
  private final AccountData acme = world.account("Acme");
  private final Ksuid ana = world.user(acme, "Ana");
  private final List<Ksuid> teams = new ArrayList<>();
  private final Incident incident;
  private final Propagation propagation = new Propagation(world.queries);
  private int deaths;

  PropagationTest() {
    for (int i = 0; i < TEAMS; i++) {
      teams.add(world.team(acme, "team " + i));
    }
    incident = world.incident(acme, ana, "errors", teams.toArray(Ksuid[]::new));
  }

  @AfterEach
  void close() {
    world.close();
  }

  /** The account in a process that dies after this many requests. */
  private AccountData dying(int requests) {
    return new Accounts(World.over(new Interrupted(world.client, requests)), world.identifiers)
        .data(acme.account());
  }

  private void assertPropagated() {
    Incident now = acme.incident(incident.incident()).orElseThrow();
    List<Participation> expected =
        now.participants().stream()
            .sorted()
            .map(participant -> Participation.of(now, participant))
            .toList();
    assertThat(world.queries.participations(acme.account(), now.incident())).isEqualTo(expected);
  }

  @Test
  void a_change_reaches_all_participations() {
    acme.log().move(incident.incident(), Status.RESOLVED);
    assertPropagated();
    assertThat(world.queries.participations(acme.account(), incident.incident()))
        .hasSize(TEAMS + 1)
        .allMatch(one -> one.state() == State.CLOSED);
  }

  @Test
  void propagating_again_writes_nothing() {
    acme.log().move(incident.incident(), Status.ACKNOWLEDGED);
    assertThat(propagation.run(acme.account(), incident.incident())).isZero();
    world.meter.reset();
    propagation.run(acme.account(), incident.incident());
    assertThat(world.meter.consumed().total().write()).isZero();
    assertThat(world.meter.consumed().total().read()).isEqualTo(3);
  }

  @Test
  void the_next_run_finishes_a_change_that_was_interrupted_anywhere() {
    // Requests: read the incident, write it, read its participations, then write each of them.
    for (int requests = 2; requests < 3 + TEAMS + 1; requests++) {
      Status next =
          acme.incident(incident.incident()).orElseThrow().status() == Status.RESOLVED
              ? Status.TRIGGERED
              : Status.RESOLVED;
      AccountData dying = dying(requests);
      assertThatThrownBy(() -> dying.log().move(incident.incident(), next))
          .isInstanceOf(Death.class);
      int done = Math.max(0, requests - 3);
      assertThat(
              world.queries.participations(acme.account(), incident.incident()).stream()
                  .filter(one -> one.status() == next))
          .hasSize(done);
      assertThat(propagation.run(acme.account(), incident.incident())).isEqualTo(TEAMS + 1 - done);
      assertPropagated();
    }
  }

  @Test
  void a_report_that_was_interrupted_is_finished_from_the_stream() {
    var feed = feed();
    feed.poll();
    // Requests: count, write the incident and its details, read its participations, write one.
    AccountData dying = dying(5);
    assertThatThrownBy(() ->
            dying.log().report(ana, "disk full", "{}", List.of(Participant.team(teams.getFirst()))))
        .isInstanceOf(Death.class);
    assertThat(feed.poll()).isEqualTo(1);
    assertThat(acme.incidentsOf(ana, State.OPEN, Cursor.start(), 10).items())
        .extracting(Participation::title)
        .containsExactly("disk full", "errors");
    assertThat(feed.poll()).isZero();
  }

  @Test
  void a_change_that_was_interrupted_is_finished_from_the_stream() {
    var feed = feed();
    feed.poll();
    AccountData dying = dying(5);
    assertThatThrownBy(() -> dying.log().move(incident.incident(), Status.RESOLVED))
        .isInstanceOf(Death.class);
    assertThat(feed.poll()).isEqualTo(TEAMS + 1 - 2);
    assertPropagated();
    assertThat(feed().poll()).as("the whole stream again").isZero();
  }

  @Test
  void an_old_run_does_not_overwrite_what_a_newer_one_has_written() {
    Incident before = acme.incident(incident.incident()).orElseThrow();
    acme.log().move(incident.incident(), Status.RESOLVED);
    assertThat(propagation.run(before)).isZero();
    assertPropagated();
  }

  @Test
  void an_old_run_does_not_overwrite_what_a_newer_one_writes_meanwhile() {
    Incident old = world.queries.save(incident.in(Status.ACKNOWLEDGED, World.START));
    dieAfterWriting(old, () -> acme.log().move(incident.incident(), Status.RESOLVED));
    assertPropagated();
  }

  @Test
  void an_old_run_does_not_delete_what_a_newer_one_writes_meanwhile() {
    Participant team = Participant.team(teams.getFirst());
    Incident old = world.queries.save(incident.without(team, World.START));
    // All others already have the old state, so that a deletion is the first write.
    old.participants()
        .forEach(one -> world.queries.follow(Participation.of(old, one), old.revision()));
    dieAfterWriting(old, () -> acme.log().involve(incident.incident(), team));
    assertPropagated();
  }

  /** A run reads the participations, others work, it writes one, and dies. */
  private void dieAfterWriting(Incident old, Runnable others) {
    var requests = new AtomicInteger();
    var busy =
        new Busy(
            new Interrupted(world.client, 2),
            () -> {
              if (requests.incrementAndGet() == 2) {
                others.run();
              }
            });
    var dying = new Propagation(World.over(busy));
    assertThatThrownBy(() -> dying.run(old)).isInstanceOf(Death.class);
  }

  @Test
  void a_run_that_was_overtaken_continues_with_the_newer_state() {
    Incident before = acme.incident(incident.incident()).orElseThrow();
    acme.log().release(incident.incident(), Participant.team(teams.getFirst()));
    assertThat(propagation.run(before)).as("written again, and deleted").isEqualTo(2);
    assertPropagated();
  }

  @Test
  void a_participation_rewritten_by_an_old_run_is_deleted() {
    Incident before = acme.incident(incident.incident()).orElseThrow();
    acme.log().release(incident.incident(), Participant.team(teams.getFirst()));
    var feed = feed();
    feed.poll();
    // Requests: read the participations, write the missing one; then it dies.
    var dying = new Propagation(World.over(new Interrupted(world.client, 2)));
    assertThatThrownBy(() -> dying.run(before)).isInstanceOf(Death.class);
    assertThat(world.queries.participations(acme.account(), incident.incident()))
        .hasSize(TEAMS + 1);
    assertThat(feed.poll()).isEqualTo(1);
    assertPropagated();
  }

  @Test
  void many_interrupted_changes_at_the_same_time_end_in_the_latest_state() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("PropagationTest seed " + seed);
    var random = new Random(seed);
    for (int change = 0; change < 60; change++) {
      Participant team = Participant.team(teams.get(random.nextInt(TEAMS)));
      Status status = random.nextBoolean() ? Status.RESOLVED : Status.ACKNOWLEDGED;
      // A second run works between the requests of the first, and either may die.
      var others =
          new Busy(
              new Interrupted(world.client, random.nextInt(30)),
              () ->
                  sometimes(random, () -> change(dying(random.nextInt(30)), random, team, status)));
      var first = new Accounts(World.over(others), world.identifiers).data(acme.account());
      try {
        change(first, random, team, status);
      } catch (Death expected) {
        deaths++;
      }
    }
    assertThat(deaths).isPositive();
    feed().poll();
    assertPropagated();
  }

  private void sometimes(Random random, Runnable work) {
    if (random.nextInt(4) == 0) {
      try {
        work.run();
      } catch (Death expected) {
        deaths++;
      }
    }
  }

  private void change(AccountData data, Random random, Participant team, Status status) {
    switch (random.nextInt(3)) {
      case 0 -> data.log().move(incident.incident(), status);
      case 1 -> data.log().involve(incident.incident(), team);
      default -> data.log().release(incident.incident(), team);
    }
  }

  private PropagationFeed feed() {
    String stream = IncidentTable.createIfAbsent(world.client, "incidents").latestStreamArn();
    return new PropagationFeed(world.gramme.streamsClient(), stream, propagation);
  }
}
