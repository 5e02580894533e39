package dev.gramme.toolkit.page;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.client.CallThreads;
import dev.gramme.toolkit.key.SortCondition;
import dev.gramme.toolkit.key.SortKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads several partitions as one sequence: in the order of their sort keys, page by page, each
 * item once.
 *
 * <p>The partitions are queried in parallel and merged. An item may be in several partitions (an
 * incident in those of all participating teams); its identity marks the entries as the same item,
 * and it is returned once. Items with equal sort keys are ordered by identity. A cursor holds one
 * position for all partitions, not one for each.
 *
 * <p><b>Guarantees during concurrent writes.</b> A traversal is the pages from the first to the
 * last. An <i>entry</i> is an item at a sort key in a partition.
 *
 * <ul>
 *   <li>An item is returned if one of its entries exists unchanged from the beginning of the
 *       traversal to its end. It is also returned if, at the start of some page, it has an entry
 *       after that page's cursor which remains until that page is read, and which that page
 *       reaches.
 *   <li>No item is returned twice in a page. Nor is it returned again, wherever its entries move,
 *       while it is among the {@link #remembering remembered} items that were returned last. A
 *       forgotten item can be returned again only if one of its entries moves ahead of the
 *       traversal, or if its entries have different sort keys.
 *   <li>Every page except the last has exactly the requested size, and the last one says that it is
 *       the last.
 *   <li>Within a traversal, sort keys never go back.
 * </ul>
 *
 * <p>So a traversal can miss an item that leaves its entry meanwhile, if its new entry is behind
 * the traversal, or in another partition that was just read; and items that a global index has not
 * received yet.
 *
 * <p><b>Cost.</b> A page of n items of k partitions reads at least one item of each partition and,
 * if they are read in chunks of c, at most n + k·c items. Memory: k chunks and a page. All items
 * with an equal sort key are read for every page that begins or ends among them.
 *
 * <p>Immutable and thread-safe.
 */
public final class Merge<T> {
  /** The default number of remembered items. */
  public static final int DEFAULT_REMEMBERED = 64;

  /** The maximum number of remembered items: a cursor has eight bytes for each. */
  public static final int MAX_REMEMBERED = 1024;

  private record Found(AttributeValue sortKey, String identity, Map<String, AttributeValue> item) {}

  private final DynamoDbClient client;
  private final Function<Map<String, AttributeValue>, T> reader;
  private final Function<Map<String, AttributeValue>, String> identity;
  private final Executor executor;
  private final boolean descending;
  private final int remembered;
  private final int chunk;

  private Merge(
      DynamoDbClient client,
      Function<Map<String, AttributeValue>, T> reader,
      Function<Map<String, AttributeValue>, String> identity,
      Executor executor,
      boolean descending,
      int remembered,
      int chunk) {
    this.client = client;
    this.reader = reader;
    this.identity = identity;
    this.executor = executor;
    this.descending = descending;
    this.remembered = remembered;
    this.chunk = chunk;
  }

  /**
   * A merge in ascending order that queries on {@link CallThreads}.
   *
   * @param reader converts an item to a result
   * @param identity equal for all entries of an item and different for any two items
   */
  public static <T> Merge<T> of(
      DynamoDbClient client,
      Function<Map<String, AttributeValue>, T> reader,
      Function<Map<String, AttributeValue>, String> identity) {
    return new Merge<>(
        client, reader, identity, CallThreads.named("toolkit-merge"), false, DEFAULT_REMEMBERED, 0);
  }

  /** This merge in descending order. */
  public Merge<T> descending() {
    return new Merge<>(client, reader, identity, executor, true, remembered, chunk);
  }

  /** This merge with queries on an executor. */
  public Merge<T> on(Executor queries) {
    return new Merge<>(client, reader, identity, queries, descending, remembered, chunk);
  }

  /**
   * This merge with another number of remembered items, each of which takes eight bytes in a
   * cursor.
   */
  public Merge<T> remembering(int items) {
    if (items < 0 || items > MAX_REMEMBERED) {
      throw new IllegalArgumentException("the number of items must be 0 to 1024, not " + items);
    }
    return new Merge<>(client, reader, identity, executor, descending, items, chunk);
  }

  /** This merge with a fixed number of items per query, instead of a share of the page. */
  public Merge<T> chunks(int items) {
    if (items < 1) {
      throw new IllegalArgumentException("the number of items must be positive, not " + items);
    }
    return new Merge<>(client, reader, identity, executor, descending, remembered, items);
  }

  /**
   * Reads a page.
   *
   * @param queries the partitions. If several have an item at the same sort key, the first of them
   *     returns it.
   * @param size the number of items
   * @param scope the scope of the cursor
   * @param after the position to start from
   * @throws CursorRefused if the cursor is not valid for this scope
   */
  public Page<T> page(
      List<PartitionQuery> queries, int size, Cursors cursors, CursorScope scope, Cursor after) {
    if (size < 1) {
      throw new IllegalArgumentException("the page size must be positive, not " + size);
    }
    MergePosition position = MergePosition.of(cursors.open(scope, after));
    List<Found> found = find(queries, size + 1, position);
    List<Found> page = found.subList(0, Math.min(size, found.size()));
    Optional<Cursor> next = Optional.empty();
    if (found.size() > size) {
      for (Found each : page) {
        position = position.after(each.sortKey, each.identity, remembered);
      }
      next = Optional.of(cursors.seal(scope, position.toMap()));
    }
    return new Page<>(page.stream().map(each -> reader.apply(each.item)).toList(), next);
  }

  private List<Found> find(List<PartitionQuery> queries, int count, MergePosition position) {
    int share = chunk > 0 ? chunk : count / Math.max(1, queries.size()) + 2;
    List<MergeSource> sources = new ArrayList<>();
    for (PartitionQuery query : queries) {
      SortCondition rest = rest(query.condition(), position.sortKey());
      sources.add(new MergeSource(client, query.where(rest), descending, share));
    }
    List<Found> found = new ArrayList<>();
    MergePosition reached = position;
    while (found.size() < count) {
      fetch(sources);
      AttributeValue sortKey = first(sources);
      if (sortKey == null) {
        break;
      }
      for (Found each : group(sources, sortKey, reached, count - found.size())) {
        found.add(each);
        reached = reached.after(each.sortKey, each.identity, Integer.MAX_VALUE);
      }
    }
    return found;
  }

  private SortCondition rest(SortCondition condition, @Nullable AttributeValue from) {
    if (from == null) {
      return condition;
    }
    return descending ? condition.to(from) : condition.from(from);
  }

  /** Waits until the next item of every source is known. */
  private void fetch(List<MergeSource> sources) {
    List<MergeSource> waiting = sources.stream().filter(MergeSource::mustFetch).toList();
    if (waiting.size() == 1) {
      waiting.get(0).fetch();
      return;
    }
    List<CompletableFuture<Void>> fetches =
        waiting.stream()
            .map(source -> CompletableFuture.runAsync(source::fetch, executor))
            .toList();
    try {
      CompletableFuture.allOf(fetches.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private @Nullable AttributeValue first(List<MergeSource> sources) {
    AttributeValue first = null;
    for (MergeSource source : sources) {
      AttributeValue candidate = source.sortKey();
      if (candidate != null && (first == null || isBefore(candidate, first))) {
        first = candidate;
      }
    }
    return first;
  }

  private boolean isBefore(AttributeValue one, AttributeValue other) {
    int order = SortKeys.compare(one, other);
    return descending ? order > 0 : order < 0;
  }

  /** Takes all items with a sort key, and returns the first of those that are due. */
  private List<Found> group(
      List<MergeSource> sources, AttributeValue sortKey, MergePosition position, int count) {
    TreeMap<String, Found> group =
        new TreeMap<>(descending ? Comparator.<String>reverseOrder() : Comparator.naturalOrder());
    for (MergeSource source : sources) {
      while (isAt(source, sortKey)) {
        Map<String, AttributeValue> item = source.take();
        String id = identity.apply(item);
        if (!position.isPast(sortKey, id, descending)) {
          group.putIfAbsent(id, new Found(sortKey, id, item));
          if (group.size() > count) {
            group.pollLastEntry();
          }
        }
      }
    }
    return List.copyOf(group.values());
  }

  private static boolean isAt(MergeSource source, AttributeValue sortKey) {
    source.fetch();
    AttributeValue next = source.sortKey();
    return next != null && SortKeys.compare(next, sortKey) == 0;
  }
}
