package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.Column;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.page.PartitionQuery;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Issues and their values in one table, already joined: both have the issue's id as partition key,
 * so one query reads an issue. The sort key is overloaded: the project for the head of an issue,
 * the field for a value. The index of numbers is overloaded, too: it contains the heads by their
 * number.
 */
final class PreJoinedLayout implements ValueLayout {
  static final String DESIGN = "prejoined";

  private static final String OWNER = "owner";

  /** The items of an issue. */
  sealed interface IssueItem permits Head, Value {}

  /**
   * The head of an issue.
   *
   * @param amount the number again, under the index's attribute name
   */
  @Entity(pk = "{issue}", sk = "PROJECT#{project}", type = "ISSUE")
  @Gsi(
      name = "byAmount",
      pk = "PROJECT#{project}",
      sk = {"{amount}", "{number}"},
      projection = Projection.KEYS_ONLY)
  record Head(String issue, String project, BigDecimal amount, long number, long version)
      implements IssueItem {}

  /** A value. */
  @Entity(pk = "{issue}", sk = "VALUE#{column}", type = "VALUE")
  @Gsi(
      name = "byText",
      pk = "VALUE#{column}",
      sk = {"{text}", "{number}"},
      projection = Projection.KEYS_ONLY)
  @Gsi(
      name = "byAmount",
      pk = "VALUE#{column}",
      sk = {"{amount}", "{number}"},
      projection = Projection.KEYS_ONLY)
  record Value(
      String issue, String column, long number, Optional<String> text, Optional<BigDecimal> amount)
      implements IssueItem {}

  @AccessPatterns(
      table = "issues",
      pk = "issue",
      sk = "owner",
      type = "kind",
      indexes = {
        @IndexKeys(
            name = "byText",
            pk = "owner",
            sk = {"text", "number"}),
        @IndexKeys(
            name = "byAmount",
            pk = "owner",
            sk = {"amount", "number"})
      })
  interface Issues {
    @Collection(budget = "8 RCU")
    List<IssueItem> issue(String issue);

    @Collection(budget = "16 RCU", consistent = true)
    List<IssueItem> issueNow(String issue);
  }

  private final Directory directory;
  private final PreJoinedLayout_IssuesTable issues;
  private final BatchGets gets;

  PreJoinedLayout(Clients clients) {
    this.directory = new ClassicDirectory(clients, DESIGN);
    this.issues =
        PreJoinedLayout_IssuesTable.of(
            new Tables(clients, DESIGN).of(PreJoinedLayout_IssuesTable.schema()));
    this.gets = new BatchGets(clients);
  }

  @Override
  public Directory directory() {
    return directory;
  }

  @Override
  public void createTables() {
    issues.table().createIfAbsent();
  }

  private static String owner(String project) {
    return "PROJECT#" + project;
  }

  private static String owner(Column column) {
    return "VALUE#" + column.text();
  }

  @Override
  public Index byNumber(String project) {
    return index(owner(project), true);
  }

  @Override
  public Index byField(String project, String field) {
    return index(owner(new Column(project, field)), TextOrAmount.isAmount(field));
  }

  private Index index(String owner, boolean isAmount) {
    String sort = isAmount ? "amount" : "text";
    return new Index(
        PartitionQuery.of(issues.table().name(), OWNER, AttributeValue.fromS(owner), sort)
            .ofIndex(isAmount ? "byAmount" : "byText"),
        List.of(OWNER, sort, "number", "issue"));
  }

  @Override
  public long number(Map<String, AttributeValue> entry) {
    return Long.parseLong(Items.number(entry, "number"));
  }

  private Place place(String project, long number, String owner) {
    return new Place(
        issues.table().name(),
        Map.of(
            "issue",
            AttributeValue.fromS(Issue.id(project, number)),
            OWNER,
            AttributeValue.fromS(owner)));
  }

  @Override
  public Place head(String project, long number) {
    return place(project, number, owner(project));
  }

  @Override
  public Map<String, AttributeValue> headItem(String project, long number, long version) {
    return PreJoinedLayout_IssuesTable.HeadItem.ENTITY.toItem(
        new Head(Issue.id(project, number), project, BigDecimal.valueOf(number), number, version));
  }

  @Override
  public Place value(String project, long number, String field) {
    return place(project, number, owner(new Column(project, field)));
  }

  @Override
  public Map<String, AttributeValue> valueItem(
      String project, long number, String field, FieldValue value) {
    var kept = TextOrAmount.of(field, value);
    return PreJoinedLayout_IssuesTable.ValueItem.ENTITY.toItem(
        new Value(
            Issue.id(project, number),
            new Column(project, field).text(),
            number,
            kept.text(),
            kept.amount()));
  }

  @Override
  public Optional<Issue> issue(String project, long number) {
    return issue(issues.issueNow(Issue.id(project, number)));
  }

  @Override
  public List<Optional<Issue>> issues(String project, List<Long> numbers) {
    return Parallel.map(numbers, number -> issue(issues.issue(Issue.id(project, number))));
  }

  /** Builds an issue from its items; empty without a head. */
  private static Optional<Issue> issue(List<IssueItem> items) {
    Optional<Head> head = Optional.empty();
    Map<String, FieldValue> values = new TreeMap<>();
    for (IssueItem item : items) {
      switch (item) {
        case Head found -> head = Optional.of(found);
        case Value value -> {
          String field = Column.parse(value.column()).field();
          values.put(field, new TextOrAmount(value.text(), value.amount()).value(field));
        }
      }
    }
    return head.map(found -> new Issue(found.project(), found.number(), values, found.version()));
  }

  @Override
  public Set<Long> having(String project, String field, java.util.Collection<Long> numbers) {
    return gets.having(
        issues.table().name(), numbers, number -> value(project, number, field).key());
  }
}
