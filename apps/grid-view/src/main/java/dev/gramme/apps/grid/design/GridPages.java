package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.page.CursorScope;
import dev.gramme.toolkit.page.Cursors;
import dev.gramme.toolkit.page.Sequence;
import dev.gramme.toolkit.page.Sequence.Leg;
import java.util.List;
import java.util.Optional;

/** Pages of a grid, common to all designs: first the issues with the field, then the others. */
final class GridPages {
  /** How many returned issues a traversal remembers. */
  static final int REMEMBERED = 200;

  private final Sequence<Issue> sequence;
  private final Cursors cursors;

  GridPages(Clients clients) {
    this.sequence = Sequence.<Issue>of(clients.client(), Issue::id).remembering(REMEMBERED);
    this.cursors = clients.cursors();
  }

  /** Reads issues by their numbers; empty for issues to skip. */
  @FunctionalInterface
  interface IssueReader {
    List<Optional<Issue>> read(List<Long> numbers);
  }

  Page<Issue> page(List<Leg<Issue>> legs, Project project, Sort sort, int size, Cursor after) {
    var scope =
        CursorScope.of("grid", project.id(), sort.field().orElse("number"), sort.descending());
    return sequence.page(legs, size, cursors, scope, after);
  }

  /**
   * The issues that have the field. An index can be behind: an issue that has lost the field
   * meanwhile appears among those without it, and its current state decides in which of the two
   * parts it is.
   */
  static List<Optional<Issue>> with(String field, List<Optional<Issue>> issues) {
    return issues.stream()
        .map(issue -> issue.filter(found -> found.values().containsKey(field)))
        .toList();
  }

  /** The issues that do not have the field. */
  static List<Optional<Issue>> without(String field, List<Optional<Issue>> issues) {
    return issues.stream()
        .map(issue -> issue.filter(found -> !found.values().containsKey(field)))
        .toList();
  }
}
