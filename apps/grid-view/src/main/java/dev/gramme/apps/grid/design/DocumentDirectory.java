package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.Version;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.entity.VersionConflict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Tenants, and projects that contain their fields. */
final class DocumentDirectory extends DirectoryInTables {
  /** A field of a project. */
  record FieldPart(String id, String name, int position) {}

  @Entity(pk = "{id}", type = "PROJECT")
  @Gsi(name = "byTenant", pk = "{tenant}", sk = "{name}", projection = Projection.KEYS_ONLY)
  record ProjectItem(
      String id, String tenant, String name, List<FieldPart> fields, @Version long version) {}

  @AccessPatterns(
      table = "projects",
      pk = "id",
      indexes = @IndexKeys(name = "byTenant", pk = "tenant", sk = "name"))
  interface Projects {
    @Put
    void save(ProjectItem project);

    /** Replaces the fields; unlike a Put, this keeps the counter of issue numbers. */
    @Update(ProjectItem.class)
    void change(String id, List<FieldPart> fields, long version);

    @Delete(ProjectItem.class)
    void remove(String id);

    @Get(budget = "4 RCU")
    Optional<ProjectItem> project(String id);

    @Get(consistent = true, budget = "8 RCU")
    Optional<ProjectItem> projectNow(String id);
  }

  private final DocumentDirectory_ProjectsTable projects;
  private final Backoff backoff;

  DocumentDirectory(Clients clients, String design) {
    var tables = new Tables(clients, design);
    var table =
        DocumentDirectory_ProjectsTable.of(tables.of(DocumentDirectory_ProjectsTable.schema()));
    super(tables, table.table());
    this.projects = table;
    this.backoff = clients.backoff();
  }

  @Override
  public void save(Project project) {
    List<FieldPart> fields = project.fields().stream().map(DocumentDirectory::part).toList();
    long version = projects.projectNow(project.id()).map(ProjectItem::version).orElse(0L);
    projects.save(new ProjectItem(project.id(), project.tenant(), project.name(), fields, version));
  }

  private static FieldPart part(Field field) {
    return new FieldPart(field.id(), field.name(), field.position());
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
                item.fields().stream()
                    .map(field -> new Field(field.id(), field.name(), field.position()))
                    .toList()));
  }

  @Override
  public List<Project> projects(String tenant) {
    // The index contains only keys, which are sufficient here.
    var table = projects.table();
    return table
        .client()
        .queryPaginator(
            QueryRequest.builder()
                .tableName(table.name())
                .indexName("byTenant")
                .keyConditionExpression("tenant = :tenant")
                .expressionAttributeValues(Map.of(":tenant", AttributeValue.fromS(tenant)))
                .build())
        .items()
        .stream()
        .map(item ->
            new Project(Items.text(item, "id"), tenant, Items.text(item, "name"), List.of()))
        .toList();
  }

  @Override
  public void add(String project, Field field) {
    change(project, field, List.of(part(field)));
  }

  @Override
  public void remove(String project, Field field) {
    change(project, field, List.of());
  }

  @Override
  public void remove(Project project) {
    projects.remove(project.id());
  }

  /** Repeats the change if another user changes the fields at the same time. */
  private void change(String project, Field field, List<FieldPart> added) {
    for (int failed = 1; ; failed++) {
      try {
        changeOnce(project, field, added);
        return;
      } catch (VersionConflict e) {
        if (failed == backoff.attempts()) {
          throw e;
        }
        backoff.pause(failed);
      }
    }
  }

  private void changeOnce(String project, Field field, List<FieldPart> added) {
    ProjectItem item = projects.projectNow(project).orElseThrow();
    List<FieldPart> fields = new ArrayList<>(item.fields());
    fields.removeIf(other -> other.id().equals(field.id()));
    fields.addAll(added);
    projects.change(project, fields, item.version());
  }
}
