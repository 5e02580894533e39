package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.key.PrimaryKey;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.page.PartitionQuery;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * Five tables: tenants, projects, fields, and here issues and values. To read an issue the
 * application performs a join.
 *
 * <p>A key attribute has one type, so texts and days are in one index and numbers in another. Their
 * sort keys have two attributes, the value and the issue's number, which global indexes support
 * since November 2025; so no composite text is needed.
 */
final class ClassicLayout implements ValueLayout {
  static final String DESIGN = "classic";

  @Entity(pk = "{id}", type = "ISSUE")
  @Gsi(name = "byNumber", pk = "{project}", sk = "{number}", projection = Projection.KEYS_ONLY)
  record Head(String id, String project, long number, long version) {}

  @Entity(pk = "{issue}", sk = "{field}", type = "VALUE")
  @Gsi(
      name = "byText",
      pk = {"{project}", "{field}"},
      sk = {"{text}", "{number}"},
      projection = Projection.KEYS_ONLY)
  @Gsi(
      name = "byAmount",
      pk = {"{project}", "{field}"},
      sk = {"{amount}", "{number}"},
      projection = Projection.KEYS_ONLY)
  record Value(
      String issue,
      String field,
      String project,
      long number,
      Optional<String> text,
      Optional<BigDecimal> amount) {}

  @AccessPatterns(
      table = "issues",
      pk = "id",
      type = "kind",
      indexes = @IndexKeys(name = "byNumber", pk = "project", sk = "number"))
  interface Issues {
    @Get(budget = "1 RCU", consistent = true)
    Optional<Head> head(String id);
  }

  @AccessPatterns(
      table = "values",
      pk = "issue",
      sk = "field",
      type = "kind",
      indexes = {
        @IndexKeys(
            name = "byText",
            pk = {"project", "field"},
            sk = {"text", "number"}),
        @IndexKeys(
            name = "byAmount",
            pk = {"project", "field"},
            sk = {"amount", "number"})
      })
  interface IssueValues {
    @Query(budget = "8 RCU")
    List<Value> values(String issue);

    @Query(budget = "16 RCU", consistent = true)
    List<Value> valuesNow(String issue);
  }

  private final Directory directory;
  private final ClassicLayout_IssuesTable issues;
  private final ClassicLayout_IssueValuesTable values;
  private final BatchGets gets;

  ClassicLayout(Clients clients) {
    var tables = new Tables(clients, DESIGN);
    this.directory = new ClassicDirectory(clients, DESIGN);
    this.issues = ClassicLayout_IssuesTable.of(tables.of(ClassicLayout_IssuesTable.schema()));
    this.values =
        ClassicLayout_IssueValuesTable.of(tables.of(ClassicLayout_IssueValuesTable.schema()));
    this.gets = new BatchGets(clients);
  }

  @Override
  public Directory directory() {
    return directory;
  }

  @Override
  public void createTables() {
    issues.table().createIfAbsent();
    values.table().createIfAbsent();
  }

  @Override
  public Index byNumber(String project) {
    return new Index(
        PartitionQuery.of(issues.table().name(), "project", AttributeValue.fromS(project), "number")
            .ofIndex("byNumber"),
        List.of("project", "number", "id"));
  }

  @Override
  public Index byField(String project, String field) {
    boolean isAmount = TextOrAmount.isAmount(field);
    var request =
        QueryRequest.builder()
            .tableName(values.table().name())
            .indexName(isAmount ? "byAmount" : "byText")
            .build();
    String sort = isAmount ? "amount" : "text";
    return new Index(
        new PartitionQuery(
            request,
            Map.of("project", AttributeValue.fromS(project), "field", AttributeValue.fromS(field)),
            sort,
            SortCondition.any()),
        List.of("project", "field", sort, "number", "issue"));
  }

  @Override
  public long number(Map<String, AttributeValue> entry) {
    return Long.parseLong(Items.number(entry, "number"));
  }

  @Override
  public Place head(String project, long number) {
    return new Place(
        issues.table().name(), Map.of("id", AttributeValue.fromS(Issue.id(project, number))));
  }

  @Override
  public Map<String, AttributeValue> headItem(String project, long number, long version) {
    return ClassicLayout_IssuesTable.HeadItem.ENTITY.toItem(
        new Head(Issue.id(project, number), project, number, version));
  }

  @Override
  public Place value(String project, long number, String field) {
    return new Place(
        values.table().name(),
        Map.of(
            "issue", AttributeValue.fromS(Issue.id(project, number)),
            "field", AttributeValue.fromS(field)));
  }

  @Override
  public Map<String, AttributeValue> valueItem(
      String project, long number, String field, FieldValue value) {
    var kept = TextOrAmount.of(field, value);
    return ClassicLayout_IssueValuesTable.ValueItem.ENTITY.toItem(
        new Value(Issue.id(project, number), field, project, number, kept.text(), kept.amount()));
  }

  @Override
  public Optional<Issue> issue(String project, long number) {
    String id = Issue.id(project, number);
    return issues.head(id).map(head -> issue(head, values.valuesNow(id)));
  }

  @Override
  public List<Optional<Issue>> issues(String project, List<Long> numbers) {
    var heads =
        gets.items(
            issues.table().name(),
            numbers.stream().map(number -> head(project, number).key()).toList());
    return Parallel.map(
        numbers,
        number ->
            Optional.ofNullable(heads.get(new PrimaryKey(head(project, number).key())))
                .map(ClassicLayout_IssuesTable.HeadItem.ENTITY::fromItem)
                .map(head -> issue(head, values.values(head.id()))));
  }

  private static Issue issue(Head head, List<Value> values) {
    Map<String, FieldValue> byField = new TreeMap<>();
    for (Value value : values) {
      var kept = new TextOrAmount(value.text(), value.amount());
      byField.put(value.field(), kept.value(value.field()));
    }
    return new Issue(head.project(), head.number(), byField, head.version());
  }

  @Override
  public Set<Long> having(String project, String field, Collection<Long> numbers) {
    return gets.having(
        values.table().name(), numbers, number -> value(project, number, field).key());
  }
}
