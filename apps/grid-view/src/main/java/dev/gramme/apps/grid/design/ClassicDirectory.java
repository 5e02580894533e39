package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.util.List;
import java.util.Optional;

/** Separate tables for tenants, projects and fields, as in a relational database. */
final class ClassicDirectory extends DirectoryInTables {
  @Entity(pk = "{id}", type = "PROJECT")
  @Gsi(name = "byTenant", pk = "{tenant}", sk = "{name}")
  record ProjectItem(String id, String tenant, String name) {}

  @Entity(pk = "{project}", sk = "{id}", type = "FIELD")
  record FieldItem(String project, String id, String name, int position) {}

  @AccessPatterns(
      table = "projects",
      pk = "id",
      indexes = @IndexKeys(name = "byTenant", pk = "tenant", sk = "name"))
  interface Projects {
    @Put
    void save(ProjectItem project);

    @Get(budget = "0.5 RCU")
    Optional<ProjectItem> project(String id);

    @Delete(ProjectItem.class)
    void remove(String id);

    @Query(index = "byTenant", budget = "4 RCU")
    List<ProjectItem> ofTenant(String tenant);
  }

  @AccessPatterns(table = "fields", pk = "project", sk = "id")
  interface Fields {
    @Put
    void save(FieldItem field);

    @Delete(FieldItem.class)
    void remove(String project, String id);

    @Query(budget = "8 RCU")
    List<FieldItem> ofProject(String project);
  }

  private final ClassicDirectory_ProjectsTable projects;
  private final ClassicDirectory_FieldsTable fields;

  ClassicDirectory(Clients clients, String design) {
    var tables = new Tables(clients, design);
    var table =
        ClassicDirectory_ProjectsTable.of(tables.of(ClassicDirectory_ProjectsTable.schema()));
    super(tables, table.table());
    this.projects = table;
    this.fields = ClassicDirectory_FieldsTable.of(tables.of(ClassicDirectory_FieldsTable.schema()));
  }

  @Override
  public void createTables() {
    super.createTables();
    fields.table().createIfAbsent();
  }

  @Override
  public void save(Project project) {
    project.fields().forEach(field -> add(project.id(), field));
    projects.save(new ProjectItem(project.id(), project.tenant(), project.name()));
  }

  @Override
  public Optional<Project> project(String id) {
    return projects
        .project(id)
        .map(item ->
            new Project(
                item.id(),
                item.tenant(),
                item.name(),
                fields.ofProject(id).stream()
                    .map(field -> new Field(field.id(), field.name(), field.position()))
                    .toList()));
  }

  @Override
  public List<Project> projects(String tenant) {
    return projects.ofTenant(tenant).stream()
        .map(item -> new Project(item.id(), item.tenant(), item.name(), List.of()))
        .toList();
  }

  @Override
  public void remove(String project, Field field) {
    fields.remove(project, field.id());
  }

  @Override
  public void remove(Project project) {
    project.fields().forEach(field -> remove(project.id(), field));
    projects.remove(project.id());
  }

  @Override
  public void add(String project, Field field) {
    fields.save(new FieldItem(project, field.id(), field.name(), field.position()));
  }
}
