package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import java.util.Map;
import java.util.Optional;

/** What is asked of issues and done to them, whatever tables they are kept in. */
public interface Grid {
  /** Tenants, projects and fields in the tables of the same design. */
  Directory directory();

  /** Creates the tables, unless they exist. */
  void createTables();

  /**
   * Adds an issue under the next number of its project.
   *
   * @return the issue as it is kept
   */
  Issue create(Project project, Map<String, FieldValue> values);

  /** An issue, strongly consistent. */
  Optional<Issue> issue(String project, long number);

  /**
   * Changes fields of an issue.
   *
   * @param version of the issue that the change goes by
   * @param changes the new values by field; empty to remove the value
   * @throws EditRefused if the issue is not there, or not of this version
   */
  Edit change(String project, long number, long version, Map<String, Optional<FieldValue>> changes);

  /** Removes an issue, if it is there. */
  void delete(String project, long number);

  /**
   * Some issues of a project in an order, with all of their values.
   *
   * @param after where to begin; a cursor of a page of the same project and order
   */
  Page<Issue> page(Project project, Sort sort, int size, Cursor after);

  /**
   * Adds many issues, none of which is there, faster than one by one and without any atomicity. The
   * numbers that {@link #create} gives come after theirs.
   */
  void load(String project, Iterable<Issue> issues);
}
