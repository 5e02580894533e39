package dev.gramme.apps.incidents.app;

import static dev.gramme.apps.incidents.app.Routes.ID;

import dev.gramme.apps.incidents.app.Routes.Handler;
import dev.gramme.apps.incidents.app.Routes.RequestContext;
import dev.gramme.apps.incidents.table.ContactMethod;
import dev.gramme.apps.incidents.table.Duty;
import dev.gramme.apps.incidents.table.Membership;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Schedule;
import dev.gramme.apps.incidents.table.ScheduleOverride;
import dev.gramme.apps.incidents.table.Shift;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Range;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The routes of an account's users, teams and schedules, and of its export. U, T and S are the ids
 * of a user, a team and a schedule.
 *
 * <pre>
 * POST   /api/users                        {name}; DELETE /api/users/U removes a user
 * GET    /api/users/U/contact-methods      the ways to reach a user
 * POST   /api/users/U/contact-methods      {kind: EMAIL|PHONE|PUSH, address}; DELETE .../ID
 * GET    /api/users/U/rules                when and how a user is notified
 * POST   /api/users/U/rules                {method, afterMinutes}; DELETE .../ID
 * GET    /api/users/U/teams                the teams of a user
 * GET    /api/users/U/shifts               the shifts of a user in all teams
 * POST   /api/teams                        {name}; DELETE /api/teams/T removes a team
 * GET    /api/teams/T/members              the users of a team
 * PUT    /api/teams/T/members/U            adds a user; DELETE removes
 * POST   /api/teams/T/schedules            {name}; DELETE /api/schedules/T/S removes a schedule
 * POST   /api/schedules/T/S/shifts         {user, from, until}
 * POST   /api/schedules/T/S/overrides      {user, from, until}
 * DELETE /api/schedules/T/S/duties/ID      removes a shift or an override
 * GET    /api/account/export               ?after; everything of the account, with pages of incidents
 * </pre>
 */
final class OrganizationRoutes {
  private static final int LONGEST_TEXT = 200;
  private static final int MAX_MINUTES = 24 * 60;

  private OrganizationRoutes() {}

  /**
   * Adds the routes.
   *
   * @param inAccount turns a handler within an account into one of the server
   */
  static void add(JsonServer server, Function<Handler, JsonServer.Handler> inAccount) {
    String user = "/api/users/" + ID;
    String team = "/api/teams/" + ID;
    String schedule = "/api/schedules/" + ID + "/" + ID;
    var all = new LinkedHashMap<String, Handler>();
    all.put("POST /api/users", OrganizationRoutes::enrol);
    all.put("DELETE " + user, gone(c -> c.data().organization().remove(c.id(1))));
    all.put("GET " + user + "/contact-methods", OrganizationRoutes::contacts);
    all.put("POST " + user + "/contact-methods", OrganizationRoutes::addContact);
    all.put(
        "DELETE " + user + "/contact-methods/" + ID,
        gone(c -> c.data().organization().removeContact(c.id(1), c.id(2))));
    all.put("GET " + user + "/rules", OrganizationRoutes::rules);
    all.put("POST " + user + "/rules", OrganizationRoutes::addRule);
    all.put(
        "DELETE " + user + "/rules/" + ID,
        gone(c -> c.data().organization().removeRule(c.id(1), c.id(2))));
    all.put("GET " + user + "/teams", OrganizationRoutes::teams);
    all.put("GET " + user + "/shifts", OrganizationRoutes::shifts);
    all.put("POST /api/teams", OrganizationRoutes::found);
    all.put("DELETE " + team, gone(c -> c.data().organization().dissolve(c.id(1))));
    all.put("GET " + team + "/members", OrganizationRoutes::members);
    all.put(
        "PUT " + team + "/members/" + ID,
        gone(c -> c.data().organization().join(c.id(2), c.id(1))));
    all.put(
        "DELETE " + team + "/members/" + ID,
        gone(c -> c.data().organization().leave(c.id(2), c.id(1))));
    all.put("POST " + team + "/schedules", OrganizationRoutes::addSchedule);
    all.put(
        "DELETE " + schedule, gone(c -> c.data().organization().removeSchedule(c.id(1), c.id(2))));
    all.put("POST " + schedule + "/shifts", c -> addDuty(c, false));
    all.put("POST " + schedule + "/overrides", c -> addDuty(c, true));
    all.put(
        "DELETE " + schedule + "/duties/" + ID,
        gone(c -> c.data().organization().removeDuty(c.id(1), c.id(2), c.id(3))));
    all.put("GET /api/account/export", OrganizationRoutes::export);
    all.forEach((route, handler) -> {
      int space = route.indexOf(' ');
      server.route(route.substring(0, space), route.substring(space + 1), inAccount.apply(handler));
    });
  }

  @FunctionalInterface
  private interface Change {
    void in(RequestContext context) throws BadRequestException;
  }

  /** A handler that changes something and has nothing to return. */
  private static Handler gone(Change change) {
    return context -> {
      change.in(context);
      return Response.ok(Map.of());
    };
  }

  private static Response created(Object body) {
    return new Response(201, body, Map.of());
  }

  private static String text(RequestContext context, String member) throws BadRequestException {
    String text = context.request().text(member).strip();
    if (text.isEmpty() || text.length() > LONGEST_TEXT) {
      throw new BadRequestException(
          "%s must have 1 to %d characters".formatted(member, LONGEST_TEXT));
    }
    return text;
  }

  private static Response enrol(RequestContext context) throws BadRequestException {
    return created(Answers.Named.of(context.data().organization().enrol(text(context, "name"))));
  }

  private static Response contacts(RequestContext context) throws BadRequestException {
    return Response.ok(
        context.data().contactMethods(context.id(1)).stream().map(Answers.Contact::of).toList());
  }

  private static Response addContact(RequestContext context) throws BadRequestException {
    var kind = Routes.constant(ContactMethod.Kind.class, context.request().text("kind"));
    return created(
        Answers.Contact.of(
            context
                .data()
                .organization()
                .addContact(context.id(1), kind, text(context, "address"))));
  }

  private static Response rules(RequestContext context) throws BadRequestException {
    return Response.ok(context.data().rules(context.id(1)).stream().map(Answers.Rule::of).toList());
  }

  private static Response addRule(RequestContext context) throws BadRequestException {
    String minutes = context.request().text("afterMinutes");
    if (!minutes.matches("[0-9]{1,4}") || Integer.parseInt(minutes) > MAX_MINUTES) {
      throw new BadRequestException("afterMinutes must be from 0 to " + MAX_MINUTES);
    }
    Ksuid method = Routes.ksuid(context.request().text("method"));
    try {
      return created(
          Answers.Rule.of(
              context
                  .data()
                  .organization()
                  .addRule(context.id(1), method, Integer.parseInt(minutes))));
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(String.valueOf(e.getMessage()));
    }
  }

  private static Response teams(RequestContext context) throws BadRequestException {
    return Response.ok(context.data().teams(context.id(1)).stream().map(Ksuid::toString).toList());
  }

  private static Response shifts(RequestContext context) throws BadRequestException {
    return Response.ok(
        context.data().shifts(context.id(1), Range.all()).stream()
            .map(shift -> {
              var entry = new LinkedHashMap<>(time(shift));
              entry.put("team", shift.team().toString());
              entry.put("schedule", shift.schedule().toString());
              return entry;
            })
            .toList());
  }

  private static Map<String, String> time(Duty duty) {
    return Map.of(
        "user", duty.user().toString(),
        "from", duty.startsAt().toString(),
        "until", duty.endsAt().toString());
  }

  private static Response found(RequestContext context) throws BadRequestException {
    Team team = context.data().organization().found(text(context, "name"));
    return created(new Answers.Named(team.team().toString(), team.name()));
  }

  private static Response members(RequestContext context) throws BadRequestException {
    return Response.ok(
        context.data().members(context.id(1)).stream()
            .map(Membership::user)
            .map(Ksuid::toString)
            .toList());
  }

  private static Response addSchedule(RequestContext context) throws BadRequestException {
    Schedule schedule =
        context.data().organization().addSchedule(context.id(1), text(context, "name"));
    return created(new Answers.Named(schedule.schedule().toString(), schedule.name()));
  }

  private static Response addDuty(RequestContext context, boolean overrides)
      throws BadRequestException {
    Ksuid user = Routes.ksuid(context.request().text("user"));
    Instant from = time(context, "from");
    Instant until = time(context, "until");
    if (!from.isBefore(until)) {
      throw new BadRequestException("from must be before until");
    }
    var organization = context.data().organization();
    Duty duty =
        overrides
            ? organization.addOverride(context.id(1), context.id(2), user, from, until)
            : organization.addShift(context.id(1), context.id(2), user, from, until);
    return created(time(duty));
  }

  private static Instant time(RequestContext context, String member) throws BadRequestException {
    try {
      return Instant.parse(context.request().text(member));
    } catch (DateTimeException e) {
      throw new BadRequestException(member + " must be a time such as 2026-05-16T14:23:00Z");
    }
  }

  /** The first page has users, teams and schedules; each page has incidents with their details. */
  private static Response export(RequestContext context) throws BadRequestException {
    var data = context.data();
    var export = new LinkedHashMap<String, Object>();
    Cursor after = context.after();
    if (context.request().parameter("after").isEmpty()) {
      var users = new ArrayList<Object>();
      Routes.names(context)
          .forEach((user, name) ->
              users.add(
                  Map.of(
                      "id", user.toString(),
                      "name", name,
                      "contactMethods",
                          data.contactMethods(user).stream().map(Answers.Contact::of).toList(),
                      "rules", data.rules(user).stream().map(Answers.Rule::of).toList(),
                      "teams", data.teams(user).stream().map(Ksuid::toString).toList())));
      export.put("account", data.account().toString());
      export.put("users", users);
      export.put("onCall", data.onCall().stream().map(OrganizationRoutes::item).toList());
    }
    var page = data.incidents(after, context.limit());
    var incidents = new ArrayList<Object>();
    for (var incident : page.items()) {
      String details = data.details(incident.incident()).map(found -> found.details()).orElse("");
      incidents.add(Map.of("whole", Answers.Whole.of(incident), "details", details));
    }
    export.put("incidents", List.copyOf(incidents));
    page.next().ifPresent(next -> export.put("next", next.token()));
    return Response.ok(export);
  }

  private static Map<String, String> item(OnCallEntry entry) {
    var item = new LinkedHashMap<String, String>();
    item.put("team", entry.team().toString());
    switch (entry) {
      case Team team -> item.put("name", team.name());
      case Schedule schedule -> {
        item.put("schedule", schedule.schedule().toString());
        item.put("name", schedule.name());
      }
      case Shift shift -> {
        item.put("schedule", shift.schedule().toString());
        item.put("shift", shift.shift().toString());
        item.putAll(time(shift));
      }
      case ScheduleOverride override -> {
        item.put("schedule", override.schedule().toString());
        item.put("override", override.override().toString());
        item.putAll(time(override));
      }
    }
    return item;
  }
}
