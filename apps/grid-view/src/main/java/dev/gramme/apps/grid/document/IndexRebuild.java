package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.batch.Backoff;
import dev.gramme.toolkit.batch.BatchReader;
import dev.gramme.toolkit.key.PrimaryKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * Rebuilds or repairs the index from the documents. Meanwhile issues may change, pages may be read,
 * and the stream consumer may run; the consumer applies the changes that occur during a rebuild.
 *
 * <p>First all issues are read and missing entries are put. Then all entries are read, and those
 * without an issue are deleted. An interrupted rebuild can be repeated.
 */
public final class IndexRebuild {
  private static final int PAGE = 100;
  private static final int ENTRIES_PAGE = 1_000;

  private final Documents documents;
  private final IndexTable index;
  private final IndexWriter writer;
  private final BatchReader reader;

  public IndexRebuild(Documents documents, IndexTable index, Backoff backoff) {
    this.documents = documents;
    this.index = index;
    this.writer = new IndexWriter(documents, index, backoff);
    this.reader = BatchReader.of(index.table().client(), backoff);
  }

  /**
   * The result of a rebuild or comparison.
   *
   * @param issues the number of issues read
   * @param entries the number of entries read, which may include some added meanwhile
   * @param missing the number of missing entries
   * @param superfluous the number of entries without an issue
   */
  public record Report(long issues, long entries, long missing, long superfluous) {
    /** Whether the index matched the documents. */
    public boolean isEqual() {
      return missing == 0 && superfluous == 0;
    }
  }

  /** Rebuilds the index. */
  public Report run() {
    return run(true);
  }

  /**
   * Reports the differences without changing anything. If issues change meanwhile, it may report
   * transient differences.
   */
  public Report compare() {
    return run(false);
  }

  private Report run(boolean repairing) {
    long issues = 0;
    long missing = 0;
    Map<String, AttributeValue> from = Map.of();
    do {
      ScanResponse page = scan(from);
      for (Map<String, AttributeValue> item : page.items()) {
        Optional<Issue> issue = Documents.read(item);
        if (issue.isPresent()) {
          issues++;
          missing += addMissing(issue.get(), repairing);
        }
      }
      from = page.lastEvaluatedKey();
    } while (!from.isEmpty());
    long entries = 0;
    long superfluous = 0;
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<IndexEntry> page = index.all(next.get(), ENTRIES_PAGE);
      entries += page.items().size();
      superfluous += removeSuperfluous(page.items(), repairing);
      next = page.next();
    }
    return new Report(issues, entries, missing, superfluous);
  }

  private ScanResponse scan(Map<String, AttributeValue> from) {
    return documents
        .table()
        .client()
        .scan(
            ScanRequest.builder()
                .tableName(documents.table().name())
                .consistentRead(true)
                .limit(PAGE)
                .exclusiveStartKey(from.isEmpty() ? null : from)
                .build());
  }

  private long addMissing(Issue issue, boolean repairing) {
    Set<IndexEntry> missing = new HashSet<>(IndexEntry.of(issue));
    List<Map<String, AttributeValue>> keys = missing.stream().map(IndexTable::key).toList();
    if (!keys.isEmpty()) {
      var there = read(index.table().name(), keys);
      missing.removeIf(entry -> there.containsKey(new PrimaryKey(IndexTable.key(entry))));
    }
    if (repairing && !missing.isEmpty()) {
      writer.reconcile(issue.id(), missing, Optional.of(issue));
    }
    return missing.size();
  }

  private long removeSuperfluous(List<IndexEntry> entries, boolean repairing) {
    Map<String, Set<IndexEntry>> byIssue =
        entries.stream().collect(Collectors.groupingBy(IndexEntry::issue, Collectors.toSet()));
    if (byIssue.isEmpty()) {
      return 0;
    }
    Map<String, Issue> issues = new HashMap<>();
    read(documents.table().name(), byIssue.keySet().stream().map(Documents::key).toList())
        .values()
        .forEach(item -> Documents.read(item).ifPresent(issue -> issues.put(issue.id(), issue)));
    long superfluous = 0;
    for (var each : byIssue.entrySet()) {
      Optional<Issue> issue = Optional.ofNullable(issues.get(each.getKey()));
      Set<IndexEntry> wanted = issue.map(IndexEntry::of).orElse(Set.of());
      Set<IndexEntry> wrong = new HashSet<>(each.getValue());
      wrong.removeAll(wanted);
      superfluous += wrong.size();
      if (repairing && !wrong.isEmpty()) {
        writer.reconcile(each.getKey(), wrong, issue);
      }
    }
    return superfluous;
  }

  private Map<PrimaryKey, Map<String, AttributeValue>> read(
      String table, List<Map<String, AttributeValue>> keys) {
    BatchReader.Result result =
        reader.read(
            table,
            KeysAndAttributes.builder().keys(new ArrayList<>(keys)).consistentRead(true).build());
    if (!result.unread().isEmpty()) {
      throw new IllegalStateException(result.unread().size() + " items could not be read");
    }
    return result.items();
  }
}
