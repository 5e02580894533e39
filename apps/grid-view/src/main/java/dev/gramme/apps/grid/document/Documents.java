package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Convert;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Version;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.page.PartitionQuery;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of issues; each is one item with all of its values. */
public final class Documents {
  /** The key attributes of an issue and of its entry in the index of numbers. */
  public static final List<String> BY_NUMBER_KEYS = List.of("project", "number", "id");

  static final String ID = "id";
  static final String VERSION = "version";
  static final String VALUES = "values";

  @Entity(pk = "{id}", type = "ISSUE")
  @Gsi(name = "byNumber", pk = "{project}", sk = "{number}", projection = Projection.KEYS_ONLY)
  record IssueItem(
      String id,
      String project,
      long number,
      @Convert(Values.class) Map<String, FieldValue> values,
      @Version long version) {
    static IssueItem of(Issue issue) {
      return new IssueItem(
          issue.id(), issue.project(), issue.number(), issue.values(), issue.version());
    }

    Issue issue() {
      return new Issue(project, number, values, version);
    }
  }

  @AccessPatterns(
      table = "issues",
      pk = "id",
      type = "kind",
      indexes = @IndexKeys(name = "byNumber", pk = "project", sk = "number"))
  interface Issues {
    @Get(consistent = true, budget = "16 RCU")
    Optional<IssueItem> issue(String id);

    @Create
    void create(IssueItem issue);

    @Put
    IssueItem save(IssueItem issue);

    @Delete(IssueItem.class)
    void delete(String id);
  }

  private final Documents_IssuesTable issues;

  private Documents(Documents_IssuesTable issues) {
    this.issues = issues;
  }

  /** The documents in a table of {@link #schema}. */
  public static Documents of(Table table) {
    return new Documents(Documents_IssuesTable.of(table));
  }

  /** The table's schema. */
  public static TableSchema schema() {
    return Documents_IssuesTable.schema();
  }

  /** The table. */
  public Table table() {
    return issues.table();
  }

  /** An issue, strongly consistent. */
  public Optional<Issue> issue(String id) {
    return issues.issue(id).map(IssueItem::issue);
  }

  /** Adds an issue with version 1. */
  public void create(Issue issue) {
    issues.create(new IssueItem(issue.id(), issue.project(), issue.number(), issue.values(), 0));
  }

  /**
   * Replaces an issue of the same version.
   *
   * @return the issue as stored
   * @throws dev.gramme.toolkit.entity.VersionConflict if it has another version
   */
  public Issue save(Issue issue) {
    return issues.save(IssueItem.of(issue)).issue();
  }

  /** Removes an issue, if it exists. */
  public void delete(String id) {
    issues.delete(id);
  }

  /** The key of an issue. */
  public static Map<String, AttributeValue> key(String id) {
    return Map.of(ID, AttributeValue.fromS(id));
  }

  /** The item of an issue. */
  public static Map<String, AttributeValue> item(Issue issue) {
    return Documents_IssuesTable.IssueItemItem.ENTITY.toItem(IssueItem.of(issue));
  }

  /** The issue of an item; empty if the item is missing or of another kind. */
  public static Optional<Issue> read(Map<String, AttributeValue> item) {
    return Documents_IssuesTable.IssueItemItem.ENTITY.matches(item)
        ? Optional.of(Documents_IssuesTable.IssueItemItem.ENTITY.fromItem(item).issue())
        : Optional.empty();
  }

  /** The issues of a project, ordered by number. */
  public PartitionQuery byNumber(String project) {
    return PartitionQuery.of(
            issues.table().name(), "project", AttributeValue.fromS(project), "number")
        .ofIndex("byNumber");
  }
}
