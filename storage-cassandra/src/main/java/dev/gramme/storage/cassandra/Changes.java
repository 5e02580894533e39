package dev.gramme.storage.cassandra;

import dev.gramme.storage.Direction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction does to rows, worked out from its writes and from the rows that they meet.
 *
 * @param single rows that are put or deleted, by key
 * @param cuts ranges that are cleared without a look at them, by bucket
 */
record Changes(SequencedMap<Bytes, Single> single, Map<Bytes, List<Overlay.Range>> cuts) {
  /** Ranges with more rows than this are cleared without keeping their past. */
  private static final int MOST_KEPT = 4096;

  /** So are ranges with more bytes than this. */
  private static final int MOST_KEPT_BYTES = 4 << 20;

  /**
   * A row that is put or deleted.
   *
   * @param value null for a deletion
   * @param before the row that is there, null if there is none
   */
  record Single(@Nullable Bytes value, @Nullable Row before) {}

  /** Works them out; what is read for that is checked like what the body has read. */
  static Changes of(CassandraTransaction transaction) {
    var changes = new Changes(new LinkedHashMap<>(), new LinkedHashMap<>());
    Overlay overlay = transaction.overlay();
    for (var range : overlay.cleared()) {
      changes.clear(range, transaction);
    }
    overlay
        .writes()
        .forEach((key, write) -> {
          Optional<Row> before = transaction.read(key);
          if (write.value() != null || before.isPresent()) {
            changes.single.put(key, new Single(write.value(), before.orElse(null)));
          }
        });
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
        single.put(entry.key(), new Single(null, entry.row()));
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

  boolean isEmpty() {
    return single.isEmpty() && cuts.isEmpty();
  }

  /** How many statements they take, about. */
  int size() {
    return single.size() * 2 + cuts.values().stream().mapToInt(List::size).sum();
  }
}
