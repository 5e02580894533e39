package dev.gramme.storage.cassandra;

import dev.gramme.storage.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/**
 * What a transaction does to rows, worked out from its writes.
 *
 * @param single rows that are put or deleted, by key
 * @param cuts ranges that are cleared without a look at them, by bucket
 * @param tellings buckets that are told of a change of the row that guards them
 */
record Changes(
    SequencedMap<Bytes, Overlay.Write> single,
    Map<Bytes, List<Overlay.Range>> cuts,
    Set<Bytes> tellings) {
  /** Ranges with more rows than this are cleared without keeping their past. */
  private static final int MOST_KEPT = 4096;

  /** So are ranges with more bytes than this. */
  private static final int MOST_KEPT_BYTES = 4 << 20;

  /** No changes. */
  static Changes none() {
    return new Changes(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashSet<>());
  }

  /** Works them out; what is read for that is checked like what the body has read. */
  static Changes of(CassandraTransaction transaction, Guards guards) {
    Changes changes = none();
    Overlay overlay = transaction.overlay();
    for (var range : overlay.cleared()) {
      changes.clear(range, transaction);
    }
    overlay
        .writes()
        .forEach((key, write) -> {
          if (write.value() != null || !transaction.isAbsent(key)) {
            changes.single.put(key, write);
          }
        });
    for (Bytes key : changes.single.keySet()) {
      changes.tell(key, transaction, guards);
    }
    return changes;
  }

  private void clear(Overlay.Range range, CassandraTransaction transaction) {
    Overlay overlay = transaction.overlay();
    var found = new ArrayList<Row.Entry>();
    long bytes = 0;
    Walk walk = transaction.walk(range.from(), range.to(), Direction.ASCENDING);
    for (var entry = walk.next(); entry != null; entry = walk.next()) {
      found.add(entry);
      bytes += entry.row().value().length();
      if (found.size() > MOST_KEPT || bytes > MOST_KEPT_BYTES) {
        cut(range, transaction);
        return;
      }
    }
    for (var entry : found) {
      if (!overlay.writes().containsKey(entry.key())) {
        single.put(entry.key(), new Overlay.Write(null));
      }
    }
  }

  /**
   * Between the keys that are written afterwards: a deletion wins over a write of the same time.
   */
  private void cut(Overlay.Range range, CassandraTransaction transaction) {
    var pieces = new ArrayList<Overlay.Range>();
    Bytes from = range.from();
    for (Bytes key : transaction.overlay().writes().subMap(range.from(), range.to()).keySet()) {
      pieces.add(new Overlay.Range(from, key));
      from = key.next();
    }
    pieces.add(new Overlay.Range(from, range.to()));
    for (Bytes bucket : transaction.bucketsIn(range)) {
      cuts.computeIfAbsent(bucket, _ -> new ArrayList<>()).addAll(pieces);
    }
  }

  /** A row that was not there has never been believed, so that nobody has to be told of it. */
  private void tell(Bytes key, CassandraTransaction transaction, Guards guards) {
    Overlay.Range guarded = guards.guarded(key);
    if (guarded != null && !transaction.read(key).equals(Optional.empty())) {
      for (Bytes bucket : transaction.bucketsIn(guarded)) {
        if (guards.covers(key, bucket)) {
          tellings.add(bucket);
        }
      }
    }
  }

  boolean isEmpty() {
    return single.isEmpty() && cuts.isEmpty();
  }

  /** How many statements they take, about. */
  int size() {
    return single.size() * 2 + tellings.size() + cuts.values().stream().mapToInt(List::size).sum();
  }
}
