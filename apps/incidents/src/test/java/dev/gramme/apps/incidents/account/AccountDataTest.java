package dev.gramme.apps.incidents.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentDetails;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the access patterns of the table. */
final class AccountDataTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final World world = new World();
  private final AccountData acme = world.account("Acme");

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void teams_schedules_shifts_and_overrides_of_an_account_are_read_at_once() {
    Ksuid ana = world.user(acme, "Ana");
    Ksuid red = world.team(acme, "Red");
    Ksuid blue = world.team(acme, "Blue");
    Ksuid first = schedule(red, "first line");
    Ksuid second = schedule(red, "second line");
    Shift shift = shift(red, first, ana, World.START);
    Shift later = shift(red, first, ana, World.START.plus(DAY));
    ScheduleOverride override = override(red, second, ana, World.START);
    assertThat(acme.onCall())
        .containsExactly(
            new Team(acme.account(), red, "Red"),
            new Schedule(acme.account(), red, first, "first line"),
            shift,
            later,
            new Schedule(acme.account(), red, second, "second line"),
            override,
            new Team(acme.account(), blue, "Blue"));
    assertThat(acme.schedule(red, first))
        .containsExactly(new Schedule(acme.account(), red, first, "first line"), shift, later);
    assertThat(acme.shifts(ana, Range.atLeast(World.START.plusSeconds(1)))).containsExactly(later);
  }

  @Test
  void users_are_listed_without_their_personal_items() {
    Ksuid ana = world.user(acme, "Ana");
    Ksuid ben = world.user(acme, "Ben");
    Ksuid red = world.team(acme, "Red", ana, ben);
    var phone =
        new ContactMethod(
            acme.account(), ana, world.identifiers.next(), ContactMethod.Kind.PHONE, "+1 555 0100");
    var rule =
        new NotificationRule(acme.account(), ana, world.identifiers.next(), phone.method(), 5);
    world.queries.keep(phone);
    world.queries.keep(rule);
    assertThat(acme.users(Cursor.start(), 10).items())
        .containsExactly(
            new User(acme.account(), ana, "Ana"), new User(acme.account(), ben, "Ben"));
    assertThat(acme.contactMethods(ana)).containsExactly(phone);
    assertThat(acme.rules(ana)).containsExactly(rule);
    assertThat(acme.contactMethods(ben)).isEmpty();
    assertThat(acme.teams(ana)).containsExactly(red);
    assertThat(acme.members(red)).extracting(member -> member.user()).containsExactly(ana, ben);
  }

  @Test
  void incidents_are_listed_without_their_details() {
    Ksuid ana = world.user(acme, "Ana");
    String large = "x".repeat(IncidentDetails.MAX_BYTES);
    Incident first = acme.log().report(ana, "disk full", large, List.of());
    Incident second = acme.log().report(ana, "errors", "{}", List.of());
    world.meter.reset();
    assertThat(acme.incidents(Cursor.start(), 10).items()).containsExactly(second, first);
    assertThat(world.meter.reset().total().read()).isEqualTo(0.5);
    assertThat(acme.details(first.incident()).orElseThrow().details()).isEqualTo(large);
    assertThat(acme.numbered(1)).contains(first);
    assertThat(acme.numbered(2)).contains(second);
    assertThat(acme.numbered(3)).isEmpty();
    assertThatThrownBy(() -> acme.log().report(ana, "too much", large + "x", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void incidents_of_a_user_are_listed_by_state_the_newest_first() {
    Ksuid ana = world.user(acme, "Ana");
    Ksuid ben = world.user(acme, "Ben");
    Incident one = world.incident(acme, ana, "one");
    world.incident(acme, ben, "two");
    Incident three = world.incident(acme, ben, "three");
    world.incident(acme, ana, "four");
    acme.log().involve(three.incident(), Participant.user(ana));
    acme.log().move(one.incident(), Status.RESOLVED);
    assertThat(mine(ana, State.OPEN)).containsExactly("four", "three");
    assertThat(mine(ana, State.CLOSED)).containsExactly("one");
    acme.log().release(three.incident(), Participant.user(ana));
    assertThat(mine(ana, State.OPEN)).containsExactly("four");
    assertThat(mine(ben, State.OPEN)).containsExactly("three", "two");
  }

  @Test
  void the_incidents_of_several_teams_are_listed_once_each_the_newest_first() {
    Ksuid ana = world.user(acme, "Ana");
    Ksuid red = world.team(acme, "Red", ana);
    Ksuid blue = world.team(acme, "Blue", ana);
    Ksuid green = world.team(acme, "Green");
    world.incident(acme, ana, "one", red);
    world.incident(acme, ana, "two", red, blue);
    world.incident(acme, ana, "three", green);
    world.incident(acme, ana, "four", blue);
    Incident five = world.incident(acme, ana, "five", blue, red);
    acme.log().move(five.incident(), Status.RESOLVED);
    for (int limit = 1; limit < 5; limit++) {
      int size = limit;
      assertThat(
              World.titles(
                  after -> acme.incidentsOfTeams(acme.teams(ana), State.OPEN, after, size)))
          .containsExactly("four", "two", "one");
      assertThat(
              World.titles(
                  after -> acme.incidentsOfTeams(acme.teams(ana), State.CLOSED, after, size)))
          .containsExactly("five");
    }
  }

  private List<String> mine(Ksuid user, State state) {
    return World.titles(after -> acme.incidentsOf(user, state, after, 1));
  }

  private Ksuid schedule(Ksuid team, String name) {
    Ksuid schedule = world.identifiers.next();
    world.queries.plan(new Schedule(acme.account(), team, schedule, name));
    return schedule;
  }

  private Shift shift(Ksuid team, Ksuid schedule, Ksuid user, Instant from) {
    Instant to = from.plus(DAY);
    var shift =
        new Shift(
            acme.account(), team, schedule, world.identifiers.next(), user, from, to, to.plus(DAY));
    world.queries.plan(shift);
    return shift;
  }

  private ScheduleOverride override(Ksuid team, Ksuid schedule, Ksuid user, Instant from) {
    Instant to = from.plus(DAY);
    var override =
        new ScheduleOverride(
            acme.account(), team, schedule, world.identifiers.next(), user, from, to, to.plus(DAY));
    world.queries.plan(override);
    return override;
  }
}
