package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import java.util.Map;
import java.util.Optional;

/** The operations on issues, independent of the table design. */
public interface Grid {
  /** Tenants, projects and fields in the tables of the same design. */
  Directory directory();

  /** Creates the tables, unless they exist. */
  void createTables();

  /**
   * Adds an issue with the next number of its project.
   *
   * @return the issue as stored
   */
  Issue create(Project project, Map<String, FieldValue> values);

  /** An issue, strongly consistent. */
  Optional<Issue> issue(String project, long number);

  /**
   * Changes fields of an issue.
   *
   * @param version the expected version of the issue
   * @param changes the new values by field; empty to remove the value
   * @throws EditRefused if the issue does not exist, or has another version
   */
  Edit change(String project, long number, long version, Map<String, Optional<FieldValue>> changes);

  /** Removes an issue, if it exists. */
  void delete(String project, long number);

  /**
   * A page of a project's issues in an order, with all of their values.
   *
   * @param after where to start; a cursor from a page of the same project and order
   */
  Page<Issue> page(Project project, Sort sort, int size, Cursor after);

  /**
   * Adds many new issues, faster than individually and without atomicity. {@link #create} assigns
   * higher numbers afterwards.
   */
  void load(String project, Iterable<Issue> issues);
}
