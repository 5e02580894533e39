package dev.gramme.apps.grid.app;

import dev.gramme.apps.grid.design.EditRefused;
import dev.gramme.apps.grid.design.Grid;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.apps.web.JsonServer.BadRequestException;
import dev.gramme.apps.web.JsonServer.NotFoundException;
import dev.gramme.apps.web.JsonServer.Request;
import dev.gramme.apps.web.JsonServer.Response;
import dev.gramme.toolkit.Cursor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes that make and remove projects and fields. */
final class ProjectRoutes {
  private static final int LONGEST_NAME = 100;
  private static final int PAGE = 100;

  /** How often a change of an issue is repeated that others change at the same time. */
  private static final int MAX_ATTEMPTS = 10;

  private final Routes routes;

  ProjectRoutes(Routes routes) {
    this.routes = routes;
  }

  private static String name(Request request) throws BadRequestException {
    String name = request.text("name").strip();
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new BadRequestException("a name must have 1 to %d characters".formatted(LONGEST_NAME));
    }
    return name;
  }

  /** {id, name}: a project with title and state. */
  Response create(Request request) throws BadRequestException {
    String name = name(request);
    String id = request.text("id");
    return routes.metered(
        request,
        grid -> {
          String tenant = request.part(2);
          if (grid.directory().tenant(tenant).isEmpty()) {
            throw new NotFoundException("the tenant " + tenant + " does not exist");
          }
          if (grid.directory().project(id).isPresent()) {
            throw new IllegalArgumentException("the project " + id + " exists already");
          }
          grid.directory()
              .save(new Project(id, tenant, name, List.of(Project.TITLE, Project.STATE)));
          return Map.of("id", id);
        });
  }

  /** Removes a project after its issues. */
  Response delete(Request request) throws BadRequestException {
    return routes.metered(
        request,
        grid -> {
          Project project = Routes.project(grid, request);
          long removed = 0;
          var sort = new Sort(Optional.empty(), false);
          for (Optional<Cursor> next = Optional.of(Cursor.start()); next.isPresent(); ) {
            var page = grid.page(project, sort, PAGE, next.get());
            for (Issue issue : page.items()) {
              grid.delete(project.id(), issue.number());
              removed++;
            }
            next = page.next();
          }
          grid.directory().remove(project);
          return Map.of("issues", removed);
        });
  }

  /** {name, type}: a field of a type, behind the others. */
  Response addField(Request request) throws BadRequestException {
    String name = name(request);
    String type = request.text("type");
    return routes.metered(
        request,
        grid -> {
          Project project = Routes.project(grid, request);
          if (project.fields().size() >= Project.MAX_FIELDS + 2) {
            throw new IllegalArgumentException("a project can have at most 400 fields");
          }
          String prefix = FieldType.of(type + "-").word() + "-";
          int number =
              project.fields().stream()
                  .map(Field::id)
                  .filter(id -> id.matches(prefix + "[0-9]+"))
                  .mapToInt(id -> Integer.parseInt(id.substring(prefix.length())))
                  .max()
                  .orElse(0);
          var field =
              new Field(prefix + (number + 1), name, project.fields().getLast().position() + 1);
          grid.directory().add(project.id(), field);
          return Map.of("id", field.id());
        });
  }

  /** Removes the values of a field from all issues, then the field. */
  Response removeField(Request request) throws BadRequestException {
    return routes.metered(
        request,
        grid -> {
          Project project = Routes.project(grid, request);
          Field field = project.field(request.part(3));
          if (field.equals(Project.TITLE) || field.equals(Project.STATE)) {
            throw new IllegalArgumentException("every project has the field " + field.name());
          }
          long removed = 0;
          var sort = new Sort(Optional.empty(), false);
          for (Optional<Cursor> next = Optional.of(Cursor.start()); next.isPresent(); ) {
            var page = grid.page(project, sort, PAGE, next.get());
            for (Issue issue : page.items()) {
              if (issue.values().containsKey(field.id())) {
                withoutValue(grid, issue, field);
                removed++;
              }
            }
            next = page.next();
          }
          grid.directory().remove(project.id(), field);
          return Map.of("values", removed);
        });
  }

  private static void withoutValue(Grid grid, Issue issue, Field field) {
    Optional<Issue> now = Optional.of(issue);
    for (int attempt = 1; now.isPresent(); attempt++) {
      try {
        var _ =
            grid.change(
                issue.project(),
                issue.number(),
                now.get().version(),
                Map.of(field.id(), Optional.empty()));
        return;
      } catch (EditRefused e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        now = grid.issue(issue.project(), issue.number());
      }
    }
  }
}
