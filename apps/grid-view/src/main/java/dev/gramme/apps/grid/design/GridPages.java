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

/** Pages of a grid, the same for all designs: first the issues with the field, then the others. */
final class GridPages {
  /** How many issues a traversal remembers that it has given. */
  static final int REMEMBERED = 200;

  private final Sequence<Issue> sequence;
  private final Cursors cursors;

  GridPages(Clients clients) {
    this.sequence = Sequence.<Issue>of(clients.client(), Issue::id).remembering(REMEMBERED);
    this.cursors = clients.cursors();
  }

  /** Reads issues by their numbers, empty for those that are to be passed over. */
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
   * Those that have the field. An index can be behind: what has lost the field in the meantime will
   * be among those without it, and an issue is in one of both places by what it is now.
   */
  static List<Optional<Issue>> with(String field, List<Optional<Issue>> issues) {
    return issues.stream()
        .map(issue -> issue.filter(found -> found.values().containsKey(field)))
        .toList();
  }

  /** Those that do not have the field. */
  static List<Optional<Issue>> without(String field, List<Optional<Issue>> issues) {
    return issues.stream()
        .map(issue -> issue.filter(found -> !found.values().containsKey(field)))
        .toList();
  }
}
