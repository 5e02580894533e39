package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.design.ValueLayout.Index;
import dev.gramme.apps.grid.design.ValueLayout.Place;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.page.Sequence.Leg;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Issues whose values are separate items. The three designs with value items differ only in their
 * {@link ValueLayout}.
 *
 * <p>A transaction has at most 100 actions. So a change of up to 99 fields is one transaction,
 * together with the issue's head, whose version it checks and increments. A larger change consists
 * of several transactions, each of which fails if another change came in between. A reader can see
 * the first without the second, and a concurrent change makes the remaining ones fail.
 */
final class ValueGrid implements Grid {
  /** One action of a transaction is for the head. */
  static final int MAX_VALUES = 99;

  private static final String VERSION = "version";

  private final DynamoDbClient client;
  private final ValueLayout layout;
  private final GridPages pages;
  private final Loading loading;

  ValueGrid(Clients clients, ValueLayout layout) {
    this.client = clients.client();
    this.layout = layout;
    this.pages = new GridPages(clients);
    this.loading = new Loading(clients);
  }

  @Override
  public Directory directory() {
    return layout.directory();
  }

  @Override
  public void createTables() {
    layout.createTables();
    layout.directory().createTables();
  }

  @Override
  public Issue create(Project project, Map<String, FieldValue> values) {
    long number = directory().nextNumber(project.id(), 1);
    var issue = new Issue(project.id(), number, values, 1);
    List<TransactWriteItem> puts = new ArrayList<>();
    values.forEach((field, value) -> puts.add(put(issue, field, value)));
    // The head is written last: until then the issue does not exist.
    Place head = layout.head(project.id(), number);
    puts.add(put(head.table(), layout.headItem(project.id(), number, 1)));
    for (int at = 0; at < puts.size(); at += MAX_VALUES + 1) {
      commit(puts.subList(at, Math.min(puts.size(), at + MAX_VALUES + 1)));
    }
    return issue;
  }

  @Override
  public Optional<Issue> issue(String project, long number) {
    return layout.issue(project, number);
  }

  @Override
  public Edit change(
      String project, long number, long version, Map<String, Optional<FieldValue>> changes) {
    var issue = new Issue(project, number, Map.of(), version);
    List<TransactWriteItem> writes = new ArrayList<>();
    changes.forEach((field, value) ->
        writes.add(value.map(to -> put(issue, field, to)).orElseGet(() -> delete(issue, field))));
    int steps = 0;
    for (int at = 0; at == 0 || at < writes.size(); at += MAX_VALUES) {
      List<TransactWriteItem> step =
          new ArrayList<>(writes.subList(at, Math.min(writes.size(), at + MAX_VALUES)));
      step.add(countVersion(issue, version + steps));
      try {
        commit(step);
      } catch (TransactionCanceledException e) {
        if ("ConditionalCheckFailed".equals(e.cancellationReasons().getLast().code())) {
          throw EditRefused.outdated(issue.id(), steps);
        }
        throw e;
      } catch (ItemsBusy e) {
        throw EditRefused.busy(issue.id(), steps);
      }
      steps++;
    }
    return new Edit(version + steps, steps);
  }

  @Override
  public void delete(String project, long number) {
    Optional<Issue> issue = layout.issue(project, number);
    if (issue.isEmpty()) {
      return;
    }
    List<TransactWriteItem> deletes = new ArrayList<>();
    // The head is deleted first: from then on the issue does not exist.
    deletes.add(delete(layout.head(project, number)));
    issue.get().values().keySet().forEach(field -> deletes.add(delete(issue.get(), field)));
    for (int at = 0; at < deletes.size(); at += MAX_VALUES + 1) {
      commit(deletes.subList(at, Math.min(deletes.size(), at + MAX_VALUES + 1)));
    }
  }

  private TransactWriteItem put(Issue issue, String field, FieldValue value) {
    Place place = layout.value(issue.project(), issue.number(), field);
    return put(place.table(), layout.valueItem(issue.project(), issue.number(), field, value));
  }

  private static TransactWriteItem put(String table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table).item(item).build())
        .build();
  }

  private TransactWriteItem delete(Issue issue, String field) {
    return delete(layout.value(issue.project(), issue.number(), field));
  }

  private static TransactWriteItem delete(Place place) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(place.table()).key(place.key()).build())
        .build();
  }

  private TransactWriteItem countVersion(Issue issue, long from) {
    Place head = layout.head(issue.project(), issue.number());
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(head.table())
                .key(head.key())
                .updateExpression("SET #version = :to")
                .conditionExpression("#version = :from")
                .expressionAttributeNames(Map.of("#version", VERSION))
                .expressionAttributeValues(
                    Map.of(
                        ":from", AttributeValue.fromN(Long.toString(from)),
                        ":to", AttributeValue.fromN(Long.toString(from + 1))))
                .build())
        .build();
  }

  private void commit(List<TransactWriteItem> actions) {
    client.transactWriteItems(TransactWriteItemsRequest.builder().transactItems(actions).build());
  }

  @Override
  public Page<Issue> page(Project project, Sort sort, int size, Cursor after) {
    List<Leg<Issue>> legs = new ArrayList<>();
    if (sort.field().isPresent()) {
      String field = project.field(sort.field().get()).id();
      legs.add(
          leg(
              layout.byField(project.id(), field),
              sort.descending(),
              numbers -> GridPages.with(field, layout.issues(project.id(), numbers))));
      legs.add(
          leg(
              layout.byNumber(project.id()),
              false,
              numbers -> without(project.id(), field, numbers)));
    } else {
      legs.add(
          leg(
              layout.byNumber(project.id()),
              sort.descending(),
              numbers -> layout.issues(project.id(), numbers)));
    }
    return pages.page(legs, project, sort, size, after);
  }

  private Leg<Issue> leg(Index index, boolean descending, GridPages.IssueReader reader) {
    return new Leg<>(
        index.query(),
        descending,
        index.keyNames(),
        entries -> reader.read(entries.stream().map(layout::number).toList()));
  }

  /** The issues without a value of a field; the others are not read. */
  private List<Optional<Issue>> without(String project, String field, List<Long> numbers) {
    Set<Long> having = layout.having(project, field, numbers);
    List<Long> wanted = numbers.stream().filter(number -> !having.contains(number)).toList();
    Map<Long, Issue> found = new HashMap<>();
    if (!wanted.isEmpty()) {
      GridPages.without(field, layout.issues(project, wanted)).stream()
          .flatMap(Optional::stream)
          .forEach(issue -> found.put(issue.number(), issue));
    }
    return numbers.stream().map(number -> Optional.ofNullable(found.get(number))).toList();
  }

  @Override
  public void load(String project, Iterable<Issue> issues) {
    loading.load(
        directory(),
        project,
        issues,
        (issue, sink) -> {
          String id = issue.project();
          sink.put(
              layout.head(id, issue.number()),
              layout.headItem(id, issue.number(), issue.version()));
          issue
              .values()
              .forEach((field, value) ->
                  sink.put(
                      layout.value(id, issue.number(), field),
                      layout.valueItem(id, issue.number(), field, value)));
        });
  }
}
