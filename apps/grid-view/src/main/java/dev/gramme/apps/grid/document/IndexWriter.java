package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.toolkit.batch.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Makes index entries match their document. Each write is committed together with a check that the
 * document still has the version that the write is based on. So writes may be repeated, late, or
 * concurrent; see the package documentation.
 *
 * <p>Thread-safe.
 */
public final class IndexWriter {
  /** One action of a transaction is the check. */
  private static final int MAX_ENTRIES = 99;

  private final Documents documents;
  private final IndexTable index;
  private final Backoff backoff;

  public IndexWriter(Documents documents, IndexTable index, Backoff backoff) {
    this.documents = documents;
    this.index = index;
    this.backoff = backoff;
  }

  /**
   * Makes entries match their issue.
   *
   * @param id the issue's id
   * @param entries the entries of this issue that may be wrong
   * @param assumed the assumed state of the issue, which saves a read if it is current; empty if
   *     the issue is assumed to be deleted
   * @throws IllegalStateException if others changed the issue in every attempt
   */
  void reconcile(String id, Set<IndexEntry> entries, Optional<Issue> assumed) {
    Optional<Issue> now = assumed;
    for (int failed = 0; failed < backoff.attempts(); failed++) {
      if (failed > 0) {
        // After the first failure only the assumption was outdated, so no pause is needed.
        if (failed > 1) {
          backoff.pause(failed - 1);
        }
        now = documents.issue(id);
      }
      if (tryReconcile(id, entries, now)) {
        return;
      }
    }
    throw new IllegalStateException(id + " changed during every attempt to write its entries");
  }

  private boolean tryReconcile(String id, Set<IndexEntry> entries, Optional<Issue> now) {
    Set<IndexEntry> wanted = now.map(IndexEntry::of).orElse(Set.of());
    List<TransactWriteItem> writes = new ArrayList<>();
    for (IndexEntry entry : entries) {
      writes.add(wanted.contains(entry) ? index.put(entry) : index.delete(entry));
    }
    for (int at = 0; at < writes.size(); at += MAX_ENTRIES) {
      List<TransactWriteItem> some =
          new ArrayList<>(writes.subList(at, Math.min(writes.size(), at + MAX_ENTRIES)));
      some.add(check(id, now));
      if (!commit(some)) {
        return false;
      }
    }
    return true;
  }

  private TransactWriteItem check(String id, Optional<Issue> now) {
    var check =
        ConditionCheck.builder()
            .tableName(documents.table().name())
            .key(Documents.key(id))
            .expressionAttributeNames(
                Map.of("#is", now.isPresent() ? Documents.VERSION : Documents.ID));
    if (now.isPresent()) {
      check
          .conditionExpression("#is = :version")
          .expressionAttributeValues(
              Map.of(":version", AttributeValue.fromN(Long.toString(now.get().version()))));
    } else {
      check.conditionExpression("attribute_not_exists(#is)");
    }
    return TransactWriteItem.builder().conditionCheck(check.build()).build();
  }

  /** Returns whether it was committed; if not, the issue has changed, or is being changed. */
  private boolean commit(List<TransactWriteItem> actions) {
    DynamoDbClient client = index.table().client();
    try {
      client.transactWriteItems(TransactWriteItemsRequest.builder().transactItems(actions).build());
      return true;
    } catch (TransactionCanceledException e) {
      boolean isContention =
          e.cancellationReasons().stream()
              .allMatch(reason ->
                  "None".equals(reason.code())
                      || "ConditionalCheckFailed".equals(reason.code())
                      || "TransactionConflict".equals(reason.code()));
      if (isContention) {
        return false;
      }
      throw e;
    }
  }
}
