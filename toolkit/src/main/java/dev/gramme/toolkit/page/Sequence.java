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
 * Queries read one after the other as if they were one: page by page, each item once, with one
 * cursor for all. Such as issues in the order of a field, and then those that do not have it.
 *
 * <p>What a query finds are entries, which a {@link Leg#reader} makes items of, several at a time:
 * it may read more of them elsewhere, and pass entries over.
 *
 * <p><b>What holds while others write.</b> A traversal is the pages from the first to the last.
 *
 * <ul>
 *   <li>An item is given if one of its entries is there, unchanged and not passed over, from the
 *       beginning of the traversal to its end; or if, at the beginning of some page, it has an
 *       entry behind that page's cursor which stays until that page is read, and which that page
 *       reaches.
 *   <li>No item is given twice in a page, nor while it is among the {@link #remembering remembered}
 *       items that were given last.
 *   <li>Every page but the last two has exactly the size that was asked for, unless so many entries
 *       {@link #examining were examined} for it. The last page may be empty.
 *   <li>Within a leg, keys never go back.
 * </ul>
 *
 * <p>So what can be missed is an item that leaves its entry while the traversal goes on and whose
 * new entry is behind it, and what a global index has not received yet.
 *
 * <p>Immutable and thread-safe.
 */
public final class Sequence<T> {
  /** How many items are remembered if nothing else is said. */
  public static final int DEFAULT_REMEMBERED = 64;

  /** How many entries are examined for a page at most if nothing else is said. */
  public static final int DEFAULT_EXAMINED = 1_000;

  private static final int MAX_CHUNK = 200;

  /**
   * One of the queries.
   *
   * @param query the partition
   * @param descending whether the highest sort key comes first
   * @param keyNames the names of the key attributes of the table, and of the index if it is one
   * @param reader makes items of entries: as many, in the same order, empty for those that are to
   *     be passed over
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
   * @param identity what is the same for an item wherever it is found, and different for any two
   */
  public static <T> Sequence<T> of(DynamoDbClient client, Function<? super T, String> identity) {
    return new Sequence<>(client, identity, DEFAULT_REMEMBERED, DEFAULT_EXAMINED);
  }

  /** The same with cursors that remember so many of the items given last, eight bytes for each. */
  public Sequence<T> remembering(int items) {
    if (items < 0 || items > Merge.MAX_REMEMBERED) {
      throw new IllegalArgumentException("from 0 to 1024 items, not " + items);
    }
    return new Sequence<>(client, identity, items, examined);
  }

  /**
   * The same giving up a page that is not full when about so many entries were examined for it. The
   * next one goes on from there.
   */
  public Sequence<T> examining(int entries) {
    if (entries < 1) {
      throw new IllegalArgumentException("at least one entry, not " + entries);
    }
    return new Sequence<>(client, identity, remembered, entries);
  }

  /**
   * A page.
   *
   * @param size how many items
   * @param scope what the cursor belongs to
   * @param after where to begin
   * @throws CursorRefused if the cursor is none of this scope
   */
  public Page<T> page(
      List<Leg<T>> legs, int size, Cursors cursors, CursorScope scope, Cursor after) {
    if (size < 1) {
      throw new IllegalArgumentException("a page of at least one item, not " + size);
    }
    var reading = new Reading(legs, size, SequencePosition.of(cursors.open(scope, after)));
    reading.run();
    return new Page<>(
        reading.found,
        reading.position.map(
            position -> cursors.seal(scope, position.remembering(remembered).toMap())));
  }

  /** The reading of one page. */
  private final class Reading {
    private final List<Leg<T>> legs;
    private final int size;
    private final List<T> found = new ArrayList<>();

    /** Where the page ends; empty at the end of everything. */
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

    /** As many entries as will give what is missing, if as many are passed over as until now. */
    private int next(int chunk) {
      int missing = size - found.size();
      long expected = found.isEmpty() ? chunk * 2L : (long) missing * entries / found.size();
      return Math.clamp(expected, Math.max(1, missing), Math.max(MAX_CHUNK, size));
    }

    /** Reads a chunk of a leg, and goes on to the next one at its end. */
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
