package dev.gramme.apps.incidents.oncall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.toolkit.Ksuid;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OnCallTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private final Random random = new Random(1);
  private final Ksuid account = id();
  private final Ksuid team = id();
  private final Ksuid ana = id();
  private final Ksuid ben = id();
  private final Schedule schedule = new Schedule(account, team, id(), "first line");

  private Ksuid id() {
    return Ksuid.next(InstantSource.fixed(NOON), random);
  }

  private Shift shift(Ksuid user, int fromHour, int toHour) {
    return new Shift(
        account, team, schedule.schedule(), id(), user, hour(fromHour), hour(toHour), hour(99));
  }

  private ScheduleOverride override(Ksuid user, int fromHour, int toHour) {
    return new ScheduleOverride(
        account, team, schedule.schedule(), id(), user, hour(fromHour), hour(toHour), hour(99));
  }

  private static Instant hour(int hour) {
    return NOON.plusSeconds(hour * 3600L);
  }

  private OnCall at(int hour, OnCallEntry... duties) {
    var entries = new ArrayList<OnCallEntry>(List.of(duties));
    entries.add(new Team(account, team, "Red"));
    entries.add(schedule);
    List<OnCall> all = OnCall.at(hour(hour), entries);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  void the_user_of_the_shift_is_on_call_from_its_start_to_its_end() {
    OnCallEntry[] shifts = {shift(ana, 0, 8), shift(ben, 8, 16)};
    assertThat(at(-1, shifts).user()).isEmpty();
    assertThat(at(0, shifts))
        .isEqualTo(new OnCall("Red", schedule, Optional.of(ana), Optional.of(hour(8)), false));
    assertThat(at(7, shifts).user()).contains(ana);
    assertThat(at(8, shifts).user()).contains(ben);
    assertThat(at(16, shifts).user()).isEmpty();
  }

  @Test
  void an_override_takes_the_place_of_the_shift_as_long_as_it_lasts() {
    OnCallEntry[] duties = {shift(ana, 0, 8), override(ben, 2, 4)};
    assertThat(at(1, duties).user()).contains(ana);
    assertThat(at(2, duties))
        .isEqualTo(new OnCall("Red", schedule, Optional.of(ben), Optional.of(hour(4)), true));
    assertThat(at(4, duties).user()).contains(ana);
  }

  @Test
  void of_two_overrides_the_one_that_began_last_counts() {
    OnCallEntry[] duties = {override(ana, 0, 8), override(ben, 2, 4)};
    assertThat(at(3, duties).user()).contains(ben);
    assertThat(at(5, duties).user()).contains(ana);
  }
}
