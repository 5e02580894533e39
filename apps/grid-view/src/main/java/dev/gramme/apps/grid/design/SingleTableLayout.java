package dev.gramme.apps.grid.design;

import static dev.gramme.apps.grid.design.SingleTable.ENTITY;
import static dev.gramme.apps.grid.design.SingleTable.INDEX;
import static dev.gramme.apps.grid.design.SingleTable.RELATED;
import static dev.gramme.apps.grid.design.SingleTable.SORT;

import dev.gramme.apps.grid.design.SingleTable.Head;
import dev.gramme.apps.grid.design.SingleTable.IssuePart;
import dev.gramme.apps.grid.design.SingleTable.Value;
import dev.gramme.apps.grid.domain.Column;
import dev.gramme.apps.grid.domain.FieldType;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.SortText;
import dev.gramme.toolkit.page.PartitionQuery;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Maps issues to items of the {@link SingleTable}: a head with the issue's number and version, and
 * one item for each value.
 */
final class SingleTableLayout implements ValueLayout {
  static final String DESIGN = "single";

  private static final String ISSUE = "ISSUE#";
  private static final String PROJECT = "PROJECT#";
  private static final String VALUE = "XVALUE#";

  private final SingleTable_ItemsTable items;
  private final SingleTableDirectory directory;
  private final BatchGets gets;

  SingleTableLayout(Clients clients) {
    this.items =
        SingleTable_ItemsTable.of(new Tables(clients, DESIGN).of(SingleTable_ItemsTable.schema()));
    this.directory = new SingleTableDirectory(items);
    this.gets = new BatchGets(clients);
  }

  @Override
  public Directory directory() {
    return directory;
  }

  @Override
  public void createTables() {
    items.table().createIfAbsent();
  }

  @Override
  public Index byNumber(String project) {
    return index(PROJECT + project);
  }

  @Override
  public Index byField(String project, String field) {
    return index(related(project, field));
  }

  private static String related(String project, String field) {
    return VALUE + new Column(project, field).text();
  }

  private Index index(String related) {
    return new Index(
        PartitionQuery.of(items.table().name(), RELATED, AttributeValue.fromS(related), SORT)
            .ofIndex(INDEX),
        List.of(RELATED, SORT, ENTITY));
  }

  @Override
  public long number(Map<String, AttributeValue> entry) {
    return number(Items.text(entry, ENTITY));
  }

  private static long number(String entity) {
    return Long.parseLong(entity.substring(entity.lastIndexOf('-') + 1));
  }

  private Place place(String project, long number, String related) {
    return new Place(
        items.table().name(),
        Map.of(
            ENTITY, AttributeValue.fromS(ISSUE + Issue.id(project, number)),
            RELATED, AttributeValue.fromS(related)));
  }

  @Override
  public Place head(String project, long number) {
    return place(project, number, PROJECT + project);
  }

  @Override
  public Map<String, AttributeValue> headItem(String project, long number, long version) {
    return SingleTable_ItemsTable.HeadItem.ENTITY.toItem(
        new Head(Issue.id(project, number), project, SortText.ofNumber(number), version));
  }

  @Override
  public Place value(String project, long number, String field) {
    return place(project, number, related(project, field));
  }

  @Override
  public Map<String, AttributeValue> valueItem(
      String project, long number, String field, FieldValue value) {
    return SingleTable_ItemsTable.ValueItem.ENTITY.toItem(
        new Value(
            Issue.id(project, number),
            new Column(project, field).text(),
            new SortText(value, number).text()));
  }

  @Override
  public Optional<Issue> issue(String project, long number) {
    return issue(project, items.issueNow(Issue.id(project, number)));
  }

  @Override
  public List<Optional<Issue>> issues(String project, List<Long> numbers) {
    return Parallel.map(numbers, number -> issue(project, items.issue(Issue.id(project, number))));
  }

  private static Optional<Issue> issue(String project, List<IssuePart> parts) {
    Optional<Head> head = Optional.empty();
    Map<String, FieldValue> values = new TreeMap<>();
    for (IssuePart part : parts) {
      switch (part) {
        case Head found -> head = Optional.of(found);
        case Value value -> {
          String field = Column.parse(value.column()).field();
          values.put(field, SortText.parse(FieldType.of(field), value.sort()).value());
        }
      }
    }
    return head.map(found -> new Issue(project, number(found.issue()), values, found.version()));
  }

  @Override
  public Set<Long> having(String project, String field, Collection<Long> numbers) {
    return gets.having(
        items.table().name(), numbers, number -> value(project, number, field).key());
  }
}
