package dev.gramme.apps.grid.design;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Put;
import java.util.List;
import java.util.Optional;

/**
 * All kinds of items in one table. The partition key identifies the entity, the sort key what it
 * belongs to or is joined with (related). One index inverts this: its partition key is related, its
 * sort key a text that is built for the order (sort).
 *
 * <pre>
 * entity         related             sort
 * TENANT#acme    *
 * PROJECT#RAIL   TENANT#acme         Forth Rail Bridge
 * PROJECT#RAIL   XATTRIB#date-1
 * ISSUE#RAIL-1   PROJECT#RAIL        a1
 * ISSUE#RAIL-1   XVALUE#RAIL/date-1  2023-05-01#a1
 * </pre>
 *
 * <p>A value is not stored separately: it is decoded from its sort text.
 */
final class SingleTable {
  static final String ENTITY = "entity";
  static final String RELATED = "related";
  static final String SORT = "sort";
  static final String INDEX = "bySort";

  private SingleTable() {}

  /** A tenant. */
  @Entity(pk = "TENANT#{tenant}", sk = "*", type = "T")
  record TenantItem(String tenant, String name) {}

  /** The items of a project. */
  sealed interface ProjectPart permits ProjectItem, FieldItem {}

  /** A project, in the index by its name among its tenant's projects. */
  @Entity(pk = "PROJECT#{project}", sk = "TENANT#{tenant}", type = "P")
  @Gsi(name = INDEX, pk = "TENANT#{tenant}", sk = "{name}", projection = Projection.KEYS_ONLY)
  record ProjectItem(String project, String tenant, @Attribute(SORT) String name)
      implements ProjectPart {}

  /** A field of a project. */
  @Entity(pk = "PROJECT#{project}", sk = "XATTRIB#{id}", type = "A")
  record FieldItem(String project, String id, String name, int position) implements ProjectPart {}

  /** The items of an issue. */
  sealed interface IssuePart permits Head, Value {}

  /** The head of an issue, in the index by its number among its project's issues. */
  @Entity(pk = "ISSUE#{issue}", sk = "PROJECT#{project}", type = "I")
  @Gsi(name = INDEX, pk = "PROJECT#{project}", sk = "{sort}", projection = Projection.KEYS_ONLY)
  record Head(String issue, String project, String sort, long version) implements IssuePart {}

  /** A value, in the index by value and issue number among those of its field. */
  @Entity(pk = "ISSUE#{issue}", sk = "XVALUE#{column}", type = "V")
  @Gsi(name = INDEX, pk = "XVALUE#{column}", sk = "{sort}", projection = Projection.KEYS_ONLY)
  record Value(String issue, String column, String sort) implements IssuePart {}

  @AccessPatterns(
      table = "all",
      pk = ENTITY,
      sk = RELATED,
      type = "kind",
      indexes = @IndexKeys(name = INDEX, pk = RELATED, sk = SORT))
  interface Items {
    @Put
    void saveTenant(TenantItem tenant);

    @Get(budget = "0.5 RCU")
    Optional<TenantItem> tenant(String tenant);

    @Put
    void saveProject(ProjectItem project);

    @Put
    void saveField(FieldItem field);

    @Delete(ProjectItem.class)
    void removeProject(String project, String tenant);

    @Delete(FieldItem.class)
    void removeField(String project, String id);

    @Collection(budget = "8 RCU")
    List<ProjectPart> project(String project);

    @Collection(budget = "8 RCU")
    List<IssuePart> issue(String issue);

    @Collection(budget = "16 RCU", consistent = true)
    List<IssuePart> issueNow(String issue);
  }
}
