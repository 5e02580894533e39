package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.oncall.OnCall;
import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Duty;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentSummary;
import dev.gramme.apps.incidents.table.NotificationRule;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleEntry;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON form of responses. */
final class Answers {
  private Answers() {}

  /** A page of items, with the cursor of the next page if there is one. */
  record Items<T>(List<T> items, @Nullable String next) {
    static <S, T> Items<T> of(Page<S> page, Function<S, T> item) {
      return new Items<>(
          page.items().stream().map(item).toList(), page.next().map(Cursor::token).orElse(null));
    }
  }

  /** An incident in a list. */
  record Summary(
      String id, long number, String title, String status, String createdAt, String updatedAt) {
    static Summary of(IncidentSummary incident) {
      return new Summary(
          incident.incident().toString(),
          incident.number(),
          incident.title(),
          incident.status().name(),
          incident.createdAt().toString(),
          incident.updatedAt().toString());
    }
  }

  /** An incident with its participants. */
  record Whole(Summary incident, List<String> participants, String createdBy) {
    static Whole of(Incident incident) {
      return new Whole(
          Summary.of(incident),
          incident.participants().stream().sorted().toList(),
          incident.createdBy().toString());
    }
  }

  /** A named object. */
  record Named(String id, String name) {
    static Named of(User user) {
      return new Named(user.user().toString(), user.name());
    }
  }

  /** A contact method of a user. */
  record Contact(String id, String kind, String address) {
    static Contact of(ContactMethod method) {
      return new Contact(method.method().toString(), method.kind().name(), method.address());
    }
  }

  /** A notification rule of a user. */
  record Rule(String id, String method, int afterMinutes) {
    static Rule of(NotificationRule rule) {
      return new Rule(rule.rule().toString(), rule.method().toString(), rule.afterMinutes());
    }
  }

  /** The on-call user of a schedule. */
  record Call(
      String team,
      String teamId,
      String schedule,
      String scheduleId,
      @Nullable String user,
      @Nullable String until,
      boolean overridden) {
    static Call of(OnCall call, Map<Ksuid, String> names) {
      return new Call(
          call.team(),
          call.schedule().team().toString(),
          call.schedule().name(),
          call.schedule().schedule().toString(),
          call.user().map(user -> names.getOrDefault(user, user.toString())).orElse(null),
          call.until().map(Instant::toString).orElse(null),
          call.overridden());
    }
  }

  /** A shift or an override. */
  record Time(String id, String user, String from, String until, boolean override) {
    static Optional<Time> of(ScheduleEntry entry, Map<Ksuid, String> names) {
      return switch (entry) {
        case Schedule schedule -> Optional.empty();
        case Shift shift -> Optional.of(of(shift.shift(), shift, false, names));
        case ScheduleOverride override ->
            Optional.of(of(override.override(), override, true, names));
      };
    }

    private static Time of(Ksuid id, Duty duty, boolean override, Map<Ksuid, String> names) {
      return new Time(
          id.toString(),
          names.getOrDefault(duty.user(), duty.user().toString()),
          duty.startsAt().toString(),
          duty.endsAt().toString(),
          override);
    }
  }
}
