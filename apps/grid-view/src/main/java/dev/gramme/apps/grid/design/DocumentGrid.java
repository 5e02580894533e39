package dev.gramme.apps.grid.design;

import dev.gramme.apps.grid.design.ValueLayout.Place;
import dev.gramme.apps.grid.document.Checkpoints;
import dev.gramme.apps.grid.document.Documents;
import dev.gramme.apps.grid.document.IndexTable;
import dev.gramme.apps.grid.document.IssueIndex;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.entity.VersionConflict;
import dev.gramme.toolkit.key.PrimaryKey;
import dev.gramme.toolkit.page.Sequence.Leg;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An issue is one item with all of its values, so every change is atomic and a page of issues needs
 * one read. A separate index table holds the orders; a consumer of the issues' stream writes it:
 * see {@link dev.gramme.apps.grid.document}. The index is slightly behind.
 */
public final class DocumentGrid implements Grid {
  static final String DESIGN = "document";

  private final Directory directory;
  private final Documents documents;
  private final IndexTable index;
  private final BatchGets gets;
  private final GridPages pages;
  private final Loading loading;

  DocumentGrid(Clients clients) {
    this.directory = new DocumentDirectory(clients, DESIGN);
    this.documents = documents(clients);
    this.index = index(clients);
    this.gets = new BatchGets(clients);
    this.pages = new GridPages(clients);
    this.loading = new Loading(clients);
  }

  /** The table of issues. */
  public static Documents documents(Clients clients) {
    return Documents.of(new Tables(clients, DESIGN).of(Documents.schema()));
  }

  /** The index table. */
  public static IndexTable index(Clients clients) {
    return IndexTable.of(new Tables(clients, DESIGN).of(IndexTable.schema()));
  }

  /** Maintains the index table. */
  public static IssueIndex issueIndex(Clients clients) {
    var checkpoints = Checkpoints.of(new Tables(clients, DESIGN).of(Checkpoints.schema()));
    return new IssueIndex(documents(clients), index(clients), checkpoints, clients.backoff());
  }

  @Override
  public Directory directory() {
    return directory;
  }

  @Override
  public void createTables() {
    directory.createTables();
    documents.table().createIfAbsent();
    index.table().createIfAbsent();
  }

  @Override
  public Issue create(Project project, Map<String, FieldValue> values) {
    var issue = new Issue(project.id(), directory.nextNumber(project.id(), 1), values, 1);
    documents.create(issue);
    return issue;
  }

  @Override
  public Optional<Issue> issue(String project, long number) {
    return documents.issue(Issue.id(project, number));
  }

  @Override
  public Edit change(
      String project, long number, long version, Map<String, Optional<FieldValue>> changes) {
    String id = Issue.id(project, number);
    Issue before =
        documents
            .issue(id)
            .filter(found -> found.version() == version)
            .orElseThrow(() -> EditRefused.outdated(id, 0));
    Map<String, FieldValue> values = new TreeMap<>(before.values());
    changes.forEach((field, value) ->
        value.ifPresentOrElse(to -> values.put(field, to), () -> values.remove(field)));
    try {
      Issue after = documents.save(new Issue(project, number, values, version));
      return new Edit(after.version(), 1);
    } catch (VersionConflict e) {
      throw EditRefused.outdated(id, 0);
    } catch (ItemsBusy e) {
      throw EditRefused.busy(id, 0);
    }
  }

  @Override
  public void delete(String project, long number) {
    documents.delete(Issue.id(project, number));
  }

  @Override
  public Page<Issue> page(Project project, Sort sort, int size, Cursor after) {
    List<Leg<Issue>> legs = new ArrayList<>();
    if (sort.field().isPresent()) {
      String field = project.field(sort.field().get()).id();
      legs.add(
          new Leg<>(
              index.column(project.id(), field),
              sort.descending(),
              IndexTable.KEYS,
              entries ->
                  GridPages.with(
                      field, issues(project, entries, entry -> IndexTable.read(entry).number()))));
      legs.add(byNumber(project, false, issues -> GridPages.without(field, issues)));
    } else {
      legs.add(byNumber(project, sort.descending(), issues -> issues));
    }
    return pages.page(legs, project, sort, size, after);
  }

  private Leg<Issue> byNumber(
      Project project,
      boolean descending,
      Function<List<Optional<Issue>>, List<Optional<Issue>>> filter) {
    return new Leg<>(
        documents.byNumber(project.id()),
        descending,
        Documents.BY_NUMBER_KEYS,
        entries ->
            filter.apply(
                issues(project, entries, entry -> Long.parseLong(Items.number(entry, "number")))));
  }

  private List<Optional<Issue>> issues(
      Project project,
      List<Map<String, AttributeValue>> entries,
      Function<Map<String, AttributeValue>, Long> number) {
    List<Map<String, AttributeValue>> keys =
        entries.stream()
            .map(entry -> Documents.key(Issue.id(project.id(), number.apply(entry))))
            .toList();
    var found = gets.items(documents.table().name(), keys);
    return keys.stream()
        .map(key -> Optional.ofNullable(found.get(new PrimaryKey(key))).flatMap(Documents::read))
        .toList();
  }

  @Override
  public void load(String project, Iterable<Issue> issues) {
    loading.load(
        directory,
        project,
        issues,
        (issue, sink) -> {
          sink.put(
              new Place(documents.table().name(), Documents.key(issue.id())),
              Documents.item(issue));
          IndexTable.items(issue)
              .forEach((key, entry) -> sink.put(new Place(index.table().name(), key), entry));
        });
  }
}
