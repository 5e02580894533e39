package dev.gramme.apps.incidents.oncall;

import dev.gramme.apps.incidents.table.Duty;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleEntry;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.toolkit.Ksuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The on-call user of a schedule at a time: the user of the latest started override, or otherwise
 * of the latest started shift.
 *
 * @param team the name of the team
 * @param schedule the schedule
 * @param user the on-call user, if there is one
 * @param until the end of that duty
 * @param overridden whether an override applies
 */
public record OnCall(
    String team,
    Schedule schedule,
    Optional<Ksuid> user,
    Optional<Instant> until,
    boolean overridden) {

  private static final Comparator<Duty> BY_BEGINNING = Comparator.comparing(Duty::startsAt);

  /** The on-call users of all schedules of an account, in the order of the entries. */
  public static List<OnCall> at(Instant now, List<? extends OnCallEntry> entries) {
    Map<Ksuid, String> teams = new HashMap<>();
    Map<Ksuid, Schedule> schedules = new LinkedHashMap<>();
    Map<Ksuid, List<Duty>> shifts = new HashMap<>();
    Map<Ksuid, List<Duty>> overrides = new HashMap<>();
    for (OnCallEntry entry : entries) {
      switch (entry) {
        case Team team -> teams.put(team.team(), team.name());
        case Schedule schedule -> schedules.put(schedule.schedule(), schedule);
        case Shift shift -> add(shifts, shift, shift);
        case ScheduleOverride override -> add(overrides, override, override);
      }
    }
    var all = new ArrayList<OnCall>();
    for (Schedule schedule : schedules.values()) {
      Optional<Duty> override = latest(now, overrides.get(schedule.schedule()));
      Optional<Duty> duty = override.or(() -> latest(now, shifts.get(schedule.schedule())));
      all.add(
          new OnCall(
              teams.getOrDefault(schedule.team(), ""),
              schedule,
              duty.map(Duty::user),
              duty.map(Duty::endsAt),
              override.isPresent()));
    }
    return List.copyOf(all);
  }

  private static void add(Map<Ksuid, List<Duty>> duties, ScheduleEntry entry, Duty duty) {
    duties.computeIfAbsent(entry.schedule(), schedule -> new ArrayList<>()).add(duty);
  }

  private static Optional<Duty> latest(Instant now, @Nullable List<Duty> duties) {
    return duties == null
        ? Optional.empty()
        : duties.stream().filter(duty -> duty.isAt(now)).max(BY_BEGINNING);
  }
}
