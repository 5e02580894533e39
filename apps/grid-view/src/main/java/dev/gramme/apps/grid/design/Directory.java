package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Tenant;
import java.util.List;
import java.util.Optional;

/** Tenants, their projects, and the projects' fields. */
public interface Directory {
  /** Creates the tables, unless they exist. */
  void createTables();

  /** Adds or renames a tenant. */
  void save(Tenant tenant);

  /** A tenant. */
  Optional<Tenant> tenant(String id);

  /** Adds a project with its fields. */
  void save(Project project);

  /** A project with its fields. */
  Optional<Project> project(String id);

  /** The projects of a tenant by name, without their fields. */
  List<Project> projects(String tenant);

  /** Adds a field to a project. */
  void add(String project, Field field);

  /** Removes a field from a project; its values stay in the issues. */
  void remove(String project, Field field);

  /** Removes a project with its fields; its issues stay. */
  void remove(Project project);

  /**
   * Reserves unique issue numbers of a project.
   *
   * @return the first of them
   */
  long nextNumber(String project, int count);
}
