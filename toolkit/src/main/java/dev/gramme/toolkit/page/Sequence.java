package dev.gramme.toolkit.page;

import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Reads several queries as one sequence: one query after another, page by page, each item once,
 * with one cursor for all. For example: issues in the order of a field, followed by those that do
 * not have it.
 *
 * <p>The queries return entries, which a {@link Leg#reader} converts to items, several at a time.
 * It may read further data for them, and may skip entries.
 *
 * <p><b>Guarantees during concurrent writes.</b> A traversal is the pages from the first to the
 * last.
 *
 * <ul>
 *   <li>An item is returned if one of its entries exists unchanged, and is not skipped, from the
 *       beginning of the traversal to its end. It is also returned if, at the start of some page,
 *       it has an entry after that page's cursor which remains until that page is read, and which
 *       that page reaches.
 *   <li>No item is returned twice in a page, nor while it is among the {@link #remembering
 *       remembered} items that were returned last.
 *   <li>Every page except the last two has exactly the requested size, unless the limit of {@link
 *       #examining examined} entries was reached. The last page may be empty.
 *   <li>Within a leg, keys never go back.
 * </ul>
 *
 * <p>So a traversal can miss an item that leaves its entry meanwhile, if its new entry is behind
 * the traversal, and items that a global index has not received yet.
 *
 * <p>Immutable and thread-safe.
 */
public final class Sequence<T> {
  /** The default number of remembered items. */
  public static final int DEFAULT_REMEMBERED = 64;

  /** The default limit of examined entries per page. */
  public static final int DEFAULT_EXAMINED = 1_000;

  private static final int MAX_CHUNK = 200;

  /**
   * One of the queries.
   *
   * @param query the partition
   * @param descending whether to read in descending order
   * @param keyNames the names of the key attributes of the table, and of the index if it is one
   * @param reader converts entries to items: the same number, in the same order, empty for entries
   *     to skip
   */
  public record Leg<T>(
      PartitionQuery query,
      boolean descending,
      List<String> keyNames,
      Function<List<Map<String, AttributeValue>>, List<Optional<T>>> reader) {
    public Leg {
      keyNames = List.copyOf(keyNames);
    }
  }

  private final DynamoDbClient client;
  private final Function<? super T, String> identity;
  private final int remembered;
  private final int examined;

  private Sequence(
      DynamoDbClient client, Function<? super T, String> identity, int remembered, int examined) {
    this.client = client;
    this.identity = identity;
    this.remembered = remembered;
    this.examined = examined;
  }

  /**
   * A sequence.
   *
   * @param identity equal for all entries of an item and different for any two items
   */
  public static <T> Sequence<T> of(DynamoDbClient client, Function<? super T, String> identity) {
    return new Sequence<>(client, identity, DEFAULT_REMEMBERED, DEFAULT_EXAMINED);
  }

  /**
   * This sequence with another number of remembered items, each of which takes eight bytes in a
   * cursor.
   */
  public Sequence<T> remembering(int items) {
    if (items < 0 || items > Merge.MAX_REMEMBERED) {
      throw new IllegalArgumentException("the number of items must be 0 to 1024, not " + items);
    }
    return new Sequence<>(client, identity, items, examined);
  }

  /**
   * This sequence with another limit of examined entries per page. A page ends early when about
   * this many entries were examined; the next one continues there.
   */
  public Sequence<T> examining(int entries) {
    if (entries < 1) {
      throw new IllegalArgumentException("the number of entries must be positive, not " + entries);
    }
    return new Sequence<>(client, identity, remembered, entries);
  }

  /**
   * Reads a page.
   *
   * @param size the number of items
   * @param scope the scope of the cursor
   * @param after the position to start from
   * @throws CursorRefused if the cursor is not valid for this scope
   */
  public Page<T> page(
      List<Leg<T>> legs, int size, Cursors cursors, CursorScope scope, Cursor after) {
    if (size < 1) {
      throw new IllegalArgumentException("the page size must be positive, not " + size);
    }
    var reading = new Reading(legs, size, SequencePosition.of(cursors.open(scope, after)));
    reading.run();
    return new Page<>(
        reading.found,
        reading.position.map(
            position -> cursors.seal(scope, position.remembering(remembered).toMap())));
  }

  /** The state of reading one page. */
  private final class Reading {
    private final List<Leg<T>> legs;
    private final int size;
    private final List<T> found = new ArrayList<>();

    /** The end of the page; empty at the end of the sequence. */
    private Optional<SequencePosition> position;

    private int entries;

    Reading(List<Leg<T>> legs, int size, SequencePosition from) {
      this.legs = legs;
      this.size = size;
      this.position = from.leg() < legs.size() ? Optional.of(from) : Optional.empty();
    }

    void run() {
      int chunk = size;
      while (position.isPresent() && found.size() < size && entries < examined) {
        read(position.get(), legs.get(position.get().leg()), chunk);
        chunk = next(chunk);
      }
    }

    /**
     * The number of entries that should give the missing items if the share of skipped entries
     * stays the same.
     */
    private int next(int chunk) {
      int missing = size - found.size();
      long expected = found.isEmpty() ? chunk * 2L : (long) missing * entries / found.size();
      long atLeast = Math.max(Math.max(1, missing), expected);
      return (int) Math.min(atLeast, Math.max(MAX_CHUNK, size));
    }

    /** Reads a chunk of a leg, and moves on to the next leg at its end. */
    private void read(SequencePosition from, Leg<T> leg, int chunk) {
      QueryResponse answer =
          client.query(leg.query.request(leg.descending, chunk, from.keyOrNull()));
      List<Map<String, AttributeValue>> items = answer.items();
      entries += items.size();
      List<Optional<T>> read = leg.reader.apply(items);
      SequencePosition at = from;
      for (int i = 0; i < items.size(); i++) {
        if (found.size() == size) {
          position = Optional.of(at);
          return;
        }
        at = at.at(key(leg, items.get(i)));
        Optional<T> item = read.get(i);
        if (item.isPresent() && !at.hasGiven(identity.apply(item.get()))) {
          found.add(item.get());
          at = at.giving(identity.apply(item.get()));
        }
      }
      boolean ended = !answer.hasLastEvaluatedKey();
      position =
          ended && at.leg() + 1 == legs.size()
              ? Optional.empty()
              : Optional.of(ended ? at.nextLeg() : at.at(answer.lastEvaluatedKey()));
    }

    private Map<String, AttributeValue> key(Leg<T> leg, Map<String, AttributeValue> item) {
      Map<String, AttributeValue> key = new HashMap<>();
      for (String name : leg.keyNames) {
        @Nullable AttributeValue value = item.get(name);
        if (value == null) {
          throw new IllegalArgumentException(
              "entries must have their keys; the projection leaves out " + name);
        }
        key.put(name, value);
      }
      return key;
    }
  }
}
