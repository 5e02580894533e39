package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.design.SingleTable.FieldItem;
import dev.gramme.apps.grid.design.SingleTable.ProjectItem;
import dev.gramme.apps.grid.design.SingleTable.ProjectPart;
import dev.gramme.apps.grid.design.SingleTable.TenantItem;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.toolkit.entity.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Tenants, projects and fields in the {@link SingleTable}. */
final class SingleTableDirectory implements Directory {
  private static final String TENANT = "TENANT#";
  private static final String PROJECT = "PROJECT#";

  private final SingleTable_ItemsTable items;

  SingleTableDirectory(SingleTable_ItemsTable items) {
    this.items = items;
  }

  @Override
  public void createTables() {
    items.table().createIfAbsent();
  }

  @Override
  public void save(Tenant tenant) {
    items.saveTenant(new TenantItem(tenant.id(), tenant.name()));
  }

  @Override
  public Optional<Tenant> tenant(String id) {
    return items.tenant(id).map(item -> new Tenant(id, item.name()));
  }

  @Override
  public void save(Project project) {
    project.fields().forEach(field -> add(project.id(), field));
    items.saveProject(new ProjectItem(project.id(), project.tenant(), project.name()));
  }

  @Override
  public Optional<Project> project(String id) {
    Optional<ProjectItem> project = Optional.empty();
    List<Field> fields = new ArrayList<>();
    for (ProjectPart part : items.project(id)) {
      switch (part) {
        case ProjectItem item -> project = Optional.of(item);
        case FieldItem(String owner, String field, String name, int position) ->
            fields.add(new Field(field, name, position));
      }
    }
    return project.map(item -> new Project(id, item.tenant(), item.name(), fields));
  }

  @Override
  public List<Project> projects(String tenant) {
    // The index contains only keys, which are sufficient here.
    var request =
        QueryRequest.builder()
            .tableName(items.table().name())
            .indexName(SingleTable.INDEX)
            .keyConditionExpression(SingleTable.RELATED + " = :tenant")
            .expressionAttributeValues(Map.of(":tenant", AttributeValue.fromS(TENANT + tenant)))
            .build();
    return items.table().client().queryPaginator(request).items().stream()
        .map(item ->
            new Project(
                Items.text(item, SingleTable.ENTITY).substring(PROJECT.length()),
                tenant,
                Items.text(item, SingleTable.SORT),
                List.of()))
        .toList();
  }

  @Override
  public void add(String project, Field field) {
    items.saveField(new FieldItem(project, field.id(), field.name(), field.position()));
  }

  @Override
  public void remove(String project, Field field) {
    items.removeField(project, field.id());
  }

  @Override
  public void remove(Project project) {
    project.fields().forEach(field -> remove(project.id(), field));
    items.removeProject(project.id(), project.tenant());
  }

  @Override
  public long nextNumber(String project, int count) {
    return Counter.of(items.table(), project).next(count);
  }
}
