package dev.gramme.apps.grid.app;

import com.fasterxml.jackson.databind.JsonNode;
import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.design.Edit;
import dev.gramme.apps.grid.design.EditRefused;
import dev.gramme.apps.grid.design.Grid;
import dev.gramme.apps.grid.design.ItemsBusy;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.apps.web.JsonServer;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.Html;
import dev.gramme.apps.web.JsonServer.NotFoundException;
import dev.gramme.apps.web.JsonServer.Request;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The HTTP routes. Every response about a grid contains its cost. */
final class Routes {
  private static final int MAX_ISSUES = 200;
  private static final int USUAL_ISSUES = 50;
  private static final String GRID = "/designs/([a-z]+)/projects/([A-Z0-9]+)";

  private final Clients clients;
  private final String database;
  private final IndexKeeper keeper;

  private Routes(Application application) {
    this.clients = application.clients();
    this.database = application.databaseName();
    this.keeper = application.keeper();
  }

  static void add(JsonServer http, Application application) {
    var routes = new Routes(application);
    var projects = new ProjectRoutes(routes);
    http.route("GET", "/", request -> new Response(200, new Html(page()), Map.of()))
        .route("GET", "/console", request -> Response.ok(application.console().links()))
        .route("GET", "/designs", request -> Response.ok(routes.designs()))
        .route("GET", "/designs/([a-z]+)/tenants/([a-z]+)/projects", routes::projects)
        .route("GET", "/tenants", request -> Response.ok(Application.TENANTS))
        .route("POST", "/designs/([a-z]+)/tenants/([a-z]+)/projects", projects::create)
        .route("DELETE", GRID, projects::delete)
        .route("POST", GRID + "/fields", projects::addField)
        .route("DELETE", GRID + "/fields/([a-z0-9-]+)", projects::removeField)
        .route("GET", "/index/cost", request -> Response.ok(routes.indexCost()))
        .route("GET", GRID, routes::project)
        .route("GET", GRID + "/issues", routes::issues)
        .route("POST", GRID + "/issues", routes::create)
        .route("GET", GRID + "/issues/([0-9]+)", routes::issue)
        .route("PATCH", GRID + "/issues/([0-9]+)", routes::change)
        .route("DELETE", GRID + "/issues/([0-9]+)", routes::delete)
        .route(
            "POST",
            "/index/rebuild",
            request -> Response.ok(DocumentGrid.issueIndex(routes.clients).rebuild()))
        .route(
            "GET",
            "/index/comparison",
            request -> Response.ok(DocumentGrid.issueIndex(routes.clients).compare()));
  }

  private static String page() {
    try (InputStream in = Routes.class.getResourceAsStream("page.html")) {
      if (in == null) {
        throw new IllegalStateException("the page is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> designs() {
    return Map.of(
        "database",
        database,
        "designs",
        Arrays.stream(Design.values())
            .map(design -> Map.of("word", design.word(), "title", design.title()))
            .toList());
  }

  /** Performs an action on a grid and adds its cost. */
  Response metered(Request request, Function<Grid, Map<String, Object>> action)
      throws BadRequestException {
    Design design;
    try {
      design = Design.of(request.part(1));
    } catch (IllegalArgumentException e) {
      throw new NotFoundException(
          "the design %s does not exist; there are %s"
              .formatted(
                  request.part(1),
                  Arrays.stream(Design.values())
                      .map(Design::word)
                      .collect(Collectors.joining(", "))));
    }
    var meter = new CapacityMeter();
    Grid grid = design.grid(clients.by(meter.around(clients.client())));
    long begun = System.nanoTime();
    try {
      Map<String, Object> answer = new LinkedHashMap<>(action.apply(grid));
      answer.put("cost", cost(meter.consumed(), System.nanoTime() - begun));
      return Response.ok(answer);
    } catch (EditRefused | ItemsBusy e) {
      return Response.error(409, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(String.valueOf(e.getMessage()));
    }
  }

  private static Map<String, Object> cost(Consumption consumed, long nanos) {
    return Map.of(
        "requests", consumed.requests(),
        "readUnits", consumed.total().read(),
        "writeUnits", consumed.total().write(),
        "millis", nanos / 1e6);
  }

  /** What the consumer behind the document design has consumed since the start. */
  private Map<String, Object> indexCost() {
    Consumption consumed = keeper.consumed();
    return Map.of(
        "requests", consumed.requests(),
        "readUnits", consumed.total().read(),
        "writeUnits", consumed.total().write());
  }

  private Response projects(Request request) throws BadRequestException {
    return metered(
        request,
        grid ->
            Map.of(
                "projects",
                grid.directory().projects(request.part(2)).stream()
                    .map(project -> Map.of("id", project.id(), "name", project.name()))
                    .toList()));
  }

  private Response project(Request request) throws BadRequestException {
    return metered(
        request,
        grid -> {
          Project project = project(grid, request);
          return Map.of(
              "id", project.id(),
              "name", project.name(),
              "fields",
                  project.fields().stream()
                      .map(field ->
                          Map.of(
                              "id", field.id(),
                              "name", field.name(),
                              "type", field.type().word()))
                      .toList());
        });
  }

  static Project project(Grid grid, Request request) {
    return grid.directory()
        .project(request.part(2))
        .orElseThrow(
            () -> new NotFoundException("the project " + request.part(2) + " does not exist"));
  }

  private Response issues(Request request) throws BadRequestException {
    int size = Math.min(MAX_ISSUES, number(request.parameter("limit"), USUAL_ISSUES));
    var sort =
        new Sort(
            request.parameter("sort").filter(field -> !field.equals("number")),
            request.parameter("order").equals(Optional.of("desc")));
    Cursor after = Cursor.of(request.parameter("after").orElse(""));
    return metered(
        request,
        grid -> {
          // The page only needs the ids of fields, for validation.
          Page<Issue> page = grid.page(project(grid, request), sort, size, after);
          Map<String, Object> answer = new LinkedHashMap<>();
          answer.put("issues", page.items().stream().map(Routes::json).toList());
          page.next().ifPresent(next -> answer.put("next", next.token()));
          return answer;
        });
  }

  private static int number(Optional<String> text, int otherwise) throws BadRequestException {
    try {
      int number = text.map(Integer::parseInt).orElse(otherwise);
      if (number < 1) {
        throw new BadRequestException("limit must be at least 1, not " + number);
      }
      return number;
    } catch (NumberFormatException e) {
      throw new BadRequestException("limit is not a number: " + text.orElse(""));
    }
  }

  private static Map<String, Object> json(Issue issue) {
    Map<String, String> values = new TreeMap<>();
    issue.values().forEach((field, value) -> values.put(field, value.text()));
    return Map.of("number", issue.number(), "version", issue.version(), "values", values);
  }

  private static long issueNumber(Request request) {
    try {
      return Long.parseLong(request.part(3));
    } catch (NumberFormatException e) {
      throw missing(request);
    }
  }

  private static NotFoundException missing(Request request) {
    return new NotFoundException(
        "issue %s of project %s does not exist".formatted(request.part(3), request.part(2)));
  }

  private Response issue(Request request) throws BadRequestException {
    return metered(
        request,
        grid ->
            Map.of(
                "issue",
                json(
                    grid.issue(request.part(2), issueNumber(request))
                        .orElseThrow(() -> missing(request)))));
  }

  private Response create(Request request) throws BadRequestException {
    return metered(
        request,
        grid -> {
          Project project = project(grid, request);
          Map<String, FieldValue> values = new HashMap<>();
          changes(project, request)
              .forEach((field, value) -> value.ifPresent(present -> values.put(field, present)));
          return Map.of("issue", json(grid.create(project, values)));
        });
  }

  private Response change(Request request) throws BadRequestException {
    JsonNode version = request.body().path("version");
    if (!version.canConvertToLong()) {
      throw new BadRequestException("the body must have a number version");
    }
    return metered(
        request,
        grid -> {
          Project project = project(grid, request);
          Edit edit =
              grid.change(
                  project.id(), issueNumber(request), version.asLong(), changes(project, request));
          return Map.of(
              "version", edit.version(), "steps", edit.steps(), "atomic", edit.isAtomic());
        });
  }

  /** The values in the body: strings, or null or an empty string for no value. */
  private static Map<String, Optional<FieldValue>> changes(Project project, Request request) {
    Map<String, Optional<FieldValue>> changes = new HashMap<>();
    for (var member : request.body().path("values").properties()) {
      String text = member.getValue().isNull() ? "" : member.getValue().asText();
      var type = project.field(member.getKey()).type();
      changes.put(
          member.getKey(), text.isEmpty() ? Optional.empty() : Optional.of(type.parse(text)));
    }
    return changes;
  }

  private Response delete(Request request) throws BadRequestException {
    return metered(
        request,
        grid -> {
          grid.delete(request.part(2), issueNumber(request));
          return Map.of("deleted", List.of(request.part(3)));
        });
  }
}
