package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.entity.Counter;
import java.util.List;
import java.util.Optional;

/** A table each for tenants, projects and fields, as one would have it in a relational database. */
final class ClassicDirectory implements Directory {
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

    @Query(index = "byTenant", budget = "4 RCU")
    List<ProjectItem> ofTenant(String tenant);
  }

  @AccessPatterns(table = "fields", pk = "project", sk = "id")
  interface Fields {
    @Put
    void save(FieldItem field);

    @Query(budget = "8 RCU")
    List<FieldItem> ofProject(String project);
  }

  private final TenantTable tenants;
  private final ClassicDirectory_ProjectsTable projects;
  private final ClassicDirectory_FieldsTable fields;

  ClassicDirectory(Clients clients, String design) {
    var tables = new Tables(clients, design);
    this.tenants = new TenantTable(tables);
    this.projects =
        ClassicDirectory_ProjectsTable.of(tables.of(ClassicDirectory_ProjectsTable.schema()));
    this.fields = ClassicDirectory_FieldsTable.of(tables.of(ClassicDirectory_FieldsTable.schema()));
  }

  @Override
  public void createTables() {
    tenants.create();
    projects.table().createIfAbsent();
    fields.table().createIfAbsent();
  }

  @Override
  public void save(Tenant tenant) {
    tenants.save(tenant);
  }

  @Override
  public Optional<Tenant> tenant(String id) {
    return tenants.tenant(id);
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
  public void add(String project, Field field) {
    fields.save(new FieldItem(project, field.id(), field.name(), field.position()));
  }

  @Override
  public long nextNumber(String project, int count) {
    return Counter.of(projects.table(), project).next(count);
  }
}
