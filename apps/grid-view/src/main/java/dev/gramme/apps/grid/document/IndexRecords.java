package dev.gramme.apps.grid.document;

import dev.gramme.apps.grid.domain.Issue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Applies records of the issues' stream to the index. Records of one response are processed
 * concurrently, since their order does not matter.
 */
public final class IndexRecords {
  private static final int AT_A_TIME = 8;

  private final IndexWriter writer;

  public IndexRecords(IndexWriter writer) {
    this.writer = writer;
  }

  /** Processes the records, and returns when all are done. */
  public void handle(List<Record> records) {
    var places = new Semaphore(AT_A_TIME);
    try (var threads = Executors.newCachedThreadPool()) {
      List<Future<?>> handled = new ArrayList<>();
      for (Record each : records) {
        if (!hasFields(each)) {
          continue;
        }
        places.acquire();
        handled.add(
            threads.submit(() -> {
              try {
                handle(each);
              } finally {
                places.release();
              }
            }));
      }
      for (Future<?> one : handled) {
        one.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while processing records", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  /**
   * The event filter: an issue that has no custom fields, and had none before, has no entries. The
   * service can apply the same filter before it calls a function.
   */
  static boolean hasFields(Record change) {
    return hasFields(change.dynamodb().oldImage()) || hasFields(change.dynamodb().newImage());
  }

  private static boolean hasFields(Map<String, AttributeValue> image) {
    var values = image.get(Documents.VALUES);
    return values != null && !values.m().isEmpty();
  }

  private void handle(Record change) {
    Optional<Issue> before = image(change.dynamodb().hasOldImage(), change.dynamodb().oldImage());
    Optional<Issue> after = image(change.dynamodb().hasNewImage(), change.dynamodb().newImage());
    Set<IndexEntry> old = before.map(IndexEntry::of).orElse(Set.of());
    Set<IndexEntry> now = after.map(IndexEntry::of).orElse(Set.of());
    Set<IndexEntry> touched = new HashSet<>(old);
    touched.addAll(now);
    // An entry in both images was already correct, or will be after an earlier record is processed.
    touched.removeIf(entry -> old.contains(entry) && now.contains(entry));
    if (!touched.isEmpty()) {
      String id = after.or(() -> before).map(Issue::id).orElseThrow();
      writer.reconcile(id, touched, after);
    }
  }

  private static Optional<Issue> image(boolean isThere, Map<String, AttributeValue> image) {
    return isThere ? Documents.read(image) : Optional.empty();
  }
}
