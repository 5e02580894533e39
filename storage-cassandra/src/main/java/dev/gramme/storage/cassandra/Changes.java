package dev.gramme.storage.cassandra;

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
 * @param derived derived rows, by the bucket of their source
 * @param derivedCuts ranges of derived rows that are removed for ever, by bucket
 */
record Changes(
    SequencedMap<Bytes, Overlay.Write> single,
    Map<Bytes, List<Overlay.Range>> cuts,
    Set<Bytes> tellings,
    Map<Bytes, SequencedMap<Bytes, Overlay.Write>> derived,
    Map<Bytes, List<Overlay.Range>> derivedCuts) {
  /** Ranges with more rows than this are cleared without keeping their past. */
  private static final int MOST_KEPT = 4096;

  /** So are ranges with more bytes than this. */
  private static final int MOST_KEPT_BYTES = 4 << 20;

  /** No changes. */
  static Changes none() {
    return new Changes(
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashSet<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>());
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
          Bytes source = transaction.source(key);
          if (source != null) {
            changes.derived.computeIfAbsent(source, _ -> new LinkedHashMap<>()).put(key, write);
          } else if (write.value() != null || !transaction.isAbsent(key)) {
            changes.single.put(key, write);
          }
        });
    for (Bytes key : changes.single.keySet()) {
      changes.tell(key, transaction, guards);
    }
    return changes;
  }

  private void clear(Overlay.Range range, CassandraTransaction transaction) {
    for (Bytes bucket : transaction.bucketsIn(range)) {
      if (transaction.isDerived(bucket)) {
        derivedCuts.computeIfAbsent(bucket, _ -> new ArrayList<>()).add(range);
      }
    }
    Overlay overlay = transaction.overlay();
    var found = new ArrayList<Row.Entry>();
    long bytes = 0;
    Walk walk = transaction.walkRows(range);
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
      if (!transaction.isDerived(bucket)) {
        cuts.computeIfAbsent(bucket, _ -> new ArrayList<>()).addAll(pieces);
      }
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

  /** The buckets that are written into by the transaction. */
  Set<Bytes> written(Buckets buckets) {
    var written = new LinkedHashSet<Bytes>();
    single.keySet().forEach(key -> written.add(buckets.of(key)));
    written.addAll(cuts.keySet());
    written.addAll(derived.keySet());
    return written;
  }

  /** The buckets of the derived rows. */
  Set<Bytes> derivedInto(Buckets buckets) {
    var into = new LinkedHashSet<Bytes>();
    derived.values().forEach(rows -> rows.keySet().forEach(key -> into.add(buckets.of(key))));
    return into;
  }

  /** Whether no transaction is needed. */
  boolean isEmpty() {
    return single.isEmpty() && cuts.isEmpty() && derived.isEmpty();
  }

  /** How many statements they take, about. */
  int size() {
    return single.size() * 2 + tellings.size() + cuts.values().stream().mapToInt(List::size).sum();
  }
}
