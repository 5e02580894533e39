package dev.gramme.apps.incidents.app;

import dev.gramme.apps.incidents.account.AccountData;
import dev.gramme.apps.incidents.account.AccountDeletion;
import dev.gramme.apps.incidents.account.AccountGone;
import dev.gramme.apps.incidents.account.Accounts;
import dev.gramme.apps.incidents.account.NoSuchItem;
import dev.gramme.apps.incidents.oncall.OnCall;
import dev.gramme.apps.incidents.table.Incident;
import dev.gramme.apps.incidents.table.IncidentQueriesTable;
import dev.gramme.apps.incidents.table.OnCallEntry;
import dev.gramme.apps.incidents.table.Participant;
import dev.gramme.apps.incidents.table.State;
import dev.gramme.apps.incidents.table.Status;
import dev.gramme.apps.incidents.table.Team;
import dev.gramme.apps.incidents.table.User;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.Html;
import dev.gramme.apps.web.JsonServer.Request;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.entity.VersionConflict;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Units;
import dev.gramme.toolkit.page.CursorRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The HTTP routes. Each request except the first three needs a session token in its {@code
 * Authorization: Bearer} header; it works on the account of the session.
 *
 * <pre>
 * GET    /                                the page
 * GET    /api/console                     links to the table in the database's console
 * GET    /api/demo                        demonstration users, each with a token
 * GET    /api/me                          the current user and their teams
 * GET    /api/incidents                   ?list=mine|teams &amp; state=OPEN|CLOSED, or list=account (all states);
 *                                         &amp; after &amp; limit
 * POST   /api/incidents                   {title, details, team}
 * GET    /api/incidents/ID                with its participants
 * GET    /api/incidents/ID/details        up to 300 KB
 * GET    /api/numbers/NUMBER              an incident by its number
 * POST   /api/incidents/ID/status         {status}
 * PUT    /api/incidents/ID/participants/P adds user_... or team_...; DELETE removes
 * GET    /api/oncall                      who is on call in every schedule
 * GET    /api/schedules/TEAM/SCHEDULE     the shifts and overrides of one
 * GET    /api/users                       ?after &amp; limit
 * DELETE /api/account                     deletes the account
 * </pre>
 *
 * <p>{@link OrganizationRoutes} has those of users, teams and schedules. A response that a {@link
 * Handler} returns has the cost of the request in the headers {@code X-Consumed-Read-Capacity} and
 * {@code X-Consumed-Write-Capacity}; that of the deletion of an account is without the entry in the
 * directory. Other responses, such as those to exceptions, do not have them.
 */
final class Routes {
  private static final int DEFAULT_LIMIT = 10;
  static final int MAX_ITEMS = 100;
  static final String ID = "([0-9A-Za-z]{27})";

  private final Application application;

  /** The context of a request. */
  record RequestContext(
      Request request, Session session, IncidentQueriesTable queries, AccountData data) {
    Ksuid id(int part) throws BadRequestException {
      return ksuid(request.part(part));
    }

    Cursor after() {
      return Cursor.of(request.parameter("after").orElse(""));
    }

    int limit() throws BadRequestException {
      String text = request.parameter("limit").orElse("" + DEFAULT_LIMIT);
      if (text.matches("[0-9]{1,3}")) {
        int limit = Integer.parseInt(text);
        if (limit > 0 && limit <= MAX_ITEMS) {
          return limit;
        }
      }
      throw new BadRequestException("limit must be a number from 1 to 100");
    }
  }

  /** Handles a request within an account. */
  @FunctionalInterface
  interface Handler {
    Response answer(RequestContext context) throws Exception;
  }

  private Routes(Application application) {
    this.application = application;
  }

  static void add(JsonServer server, Application application) {
    var routes = new Routes(application);
    server
        .route("GET", "/", request -> routes.page())
        .route("GET", "/api/console", request -> Response.ok(routes.application.console().links()))
        .route("GET", "/api/demo", request -> routes.demo())
        .route("GET", "/api/me", routes.authenticated(routes::me))
        .route("GET", "/api/incidents", routes.authenticated(routes::incidents))
        .route("POST", "/api/incidents", routes.authenticated(routes::report))
        .route("GET", "/api/incidents/" + ID, routes.authenticated(routes::incident))
        .route("GET", "/api/incidents/" + ID + "/details", routes.authenticated(routes::details))
        .route("GET", "/api/numbers/([0-9]{1,18})", routes.authenticated(routes::numbered))
        .route("POST", "/api/incidents/" + ID + "/status", routes.authenticated(routes::status))
        .route(
            "PUT",
            "/api/incidents/" + ID + "/participants/([^/]+)",
            routes.authenticated(context -> routes.participant(context, true)))
        .route(
            "DELETE",
            "/api/incidents/" + ID + "/participants/([^/]+)",
            routes.authenticated(context -> routes.participant(context, false)))
        .route("GET", "/api/oncall", routes.authenticated(routes::onCall))
        .route("GET", "/api/schedules/" + ID + "/" + ID, routes.authenticated(routes::schedule))
        .route("GET", "/api/users", routes.authenticated(routes::users))
        .route("DELETE", "/api/account", routes.authenticated(routes::delete));
    OrganizationRoutes.add(server, routes::authenticated);
  }

  /** Authenticates the request, measures its cost, and reports errors of the client. */
  JsonServer.Handler authenticated(Handler handler) {
    return request -> {
      Optional<Session> session =
          request
              .header("Authorization")
              .filter(header -> header.startsWith("Bearer "))
              .flatMap(header -> application.sessions().session(header.substring(7)));
      if (session.isEmpty()) {
        return Response.error(
            401,
            "the session is missing, invalid or has expired; reload the page, or send the header"
                + " Authorization: Bearer TOKEN with a token of GET /api/demo");
      }
      var meter = new CapacityMeter();
      IncidentQueriesTable queries = application.queries(meter.around(application.client()));
      AccountData data =
          new Accounts(queries, application.identifiers()).data(session.get().account());
      try {
        Response response =
            handler.answer(new RequestContext(request, session.get(), queries, data));
        return withCost(response, meter.consumed().total());
      } catch (CursorRefused e) {
        return Response.error(400, "after: " + e.getMessage());
      } catch (NoSuchItem e) {
        return Response.error(404, String.valueOf(e.getMessage()));
      } catch (VersionConflict e) {
        return Response.error(409, "the incident is being changed by others; try again");
      } catch (AccountGone e) {
        return Response.error(410, String.valueOf(e.getMessage()));
      }
    };
  }

  private static Response withCost(Response response, Units units) {
    var headers = new HashMap<>(response.headers());
    headers.put("X-Consumed-Read-Capacity", Double.toString(units.read()));
    headers.put("X-Consumed-Write-Capacity", Double.toString(units.write()));
    return new Response(response.status(), response.body(), headers);
  }

  static Ksuid ksuid(String text) throws BadRequestException {
    try {
      return Ksuid.parse(text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException("not an id: " + text);
    }
  }

  static <E extends Enum<E>> E constant(Class<E> type, String text) throws BadRequestException {
    try {
      return Enum.valueOf(type, text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(
          "%s must be one of %s, not %s"
              .formatted(
                  type.getSimpleName().toLowerCase(Locale.ROOT),
                  Arrays.toString(type.getEnumConstants()),
                  text));
    }
  }

  /** 200 with the item, or 404 if it is absent. */
  private static <T> Response found(
      RequestContext context, Optional<T> item, Function<T, Object> answer) {
    return item.map(answer)
        .map(Response::ok)
        .orElseGet(
            () -> Response.error(404, "the account has no incident " + context.request().part(1)));
  }

  private Response page() throws IOException {
    try (var in = Routes.class.getResourceAsStream("page.html")) {
      if (in == null) {
        throw new IllegalStateException("page.html is missing");
      }
      return Response.ok(new Html(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    }
  }

  private Response demo() {
    return Response.ok(
        application.people().stream()
            .map(person ->
                Map.of(
                    "account", person.account().name(),
                    "user", person.user().name(),
                    "token",
                        application
                            .sessions()
                            .token(new Session(person.account().account(), person.user().user()))))
            .toList());
  }

  private Response me(RequestContext context) {
    Map<Ksuid, String> names = new HashMap<>();
    for (OnCallEntry entry : context.data().onCall()) {
      if (entry instanceof Team team) {
        names.put(team.team(), team.name());
      }
    }
    List<Answers.Named> mine =
        context.data().teams(context.session().user()).stream()
            .map(team -> new Answers.Named(team.toString(), names.getOrDefault(team, "?")))
            .toList();
    List<Answers.Named> all =
        names.entrySet().stream()
            .map(team -> new Answers.Named(team.getKey().toString(), team.getValue()))
            .toList();
    return Response.ok(
        Map.of("user", context.session().user().toString(), "myTeams", mine, "teams", all));
  }

  private Response incidents(RequestContext context) throws BadRequestException {
    State state = constant(State.class, context.request().parameter("state").orElse("OPEN"));
    Ksuid user = context.session().user();
    AccountData data = context.data();
    return switch (context.request().parameter("list").orElse("mine")) {
      case "mine" ->
          Response.ok(
              Answers.Items.of(
                  data.incidentsOf(user, state, context.after(), context.limit()),
                  Answers.Summary::of));
      case "teams" ->
          Response.ok(
              Answers.Items.of(
                  data.incidentsOfTeams(data.teams(user), state, context.after(), context.limit()),
                  Answers.Summary::of));
      case "account" ->
          Response.ok(
              Answers.Items.of(
                  data.incidents(context.after(), context.limit()), Answers.Summary::of));
      default -> Response.error(400, "list must be mine, teams or account");
    };
  }

  private Response report(RequestContext context) throws BadRequestException {
    Request request = context.request();
    var others = new ArrayList<Participant>();
    if (request.body().hasNonNull("team")) {
      var team = Participant.team(ksuid(request.text("team")));
      context.data().organization().check(team);
      others.add(team);
    }
    try {
      Incident incident =
          context
              .data()
              .log()
              .report(
                  context.session().user(),
                  request.text("title"),
                  request.body().path("details").asText(""),
                  others);
      return new Response(201, Answers.Whole.of(incident), Map.of());
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(String.valueOf(e.getMessage()));
    }
  }

  private Response incident(RequestContext context) throws BadRequestException {
    return found(context, context.data().incident(context.id(1)), Answers.Whole::of);
  }

  private Response numbered(RequestContext context) {
    long number = Long.parseLong(context.request().part(1));
    return found(context, context.data().numbered(number), Answers.Summary::of);
  }

  private Response details(RequestContext context) throws BadRequestException {
    return found(
        context,
        context.data().details(context.id(1)),
        details -> Map.of("details", details.details()));
  }

  private Response status(RequestContext context) throws BadRequestException {
    Status status = constant(Status.class, context.request().text("status"));
    return found(context, context.data().log().move(context.id(1), status), Answers.Whole::of);
  }

  private Response participant(RequestContext context, boolean takesPart)
      throws BadRequestException {
    try {
      Participant participant = Participant.parse(context.request().part(2));
      if (takesPart) {
        context.data().organization().check(participant);
      }
      return found(
          context,
          takesPart
              ? context.data().log().involve(context.id(1), participant)
              : context.data().log().release(context.id(1), participant),
          Answers.Whole::of);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(String.valueOf(e.getMessage()));
    }
  }

  private Response onCall(RequestContext context) {
    Map<Ksuid, String> names = names(context);
    return Response.ok(
        OnCall.at(application.identifiers().now(), context.data().onCall()).stream()
            .map(call -> Answers.Call.of(call, names))
            .toList());
  }

  private Response schedule(RequestContext context) throws BadRequestException {
    Map<Ksuid, String> names = names(context);
    return Response.ok(
        context.data().schedule(context.id(1), context.id(2)).stream()
            .flatMap(entry -> Answers.Time.of(entry, names).stream())
            .toList());
  }

  static Map<Ksuid, String> names(RequestContext context) {
    Map<Ksuid, String> names = new HashMap<>();
    for (Optional<Cursor> next = Optional.of(Cursor.start()); next.isPresent(); ) {
      var page = context.data().users(next.get(), MAX_ITEMS);
      for (User user : page.items()) {
        names.put(user.user(), user.name());
      }
      next = page.next();
    }
    return names;
  }

  private Response users(RequestContext context) throws BadRequestException {
    return Response.ok(
        Answers.Items.of(
            context.data().users(context.after(), context.limit()), Answers.Named::of));
  }

  private Response delete(RequestContext context) {
    long deleted =
        new AccountDeletion(
                context.queries(),
                Backoff.standard(new SplittableRandom()),
                application.identifiers().clock())
            .run(context.session().account());
    application.directory().unregister(context.session().account());
    return Response.ok(Map.of("deleted", deleted));
  }
}
