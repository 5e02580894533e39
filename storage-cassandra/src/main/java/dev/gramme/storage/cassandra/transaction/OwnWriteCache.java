package dev.gramme.storage.cassandra.transaction;

import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the rows that this server has written recently. A transaction may read from it,
 * because its commit validates every row that it read: a stale entry costs another run, never a
 * wrong result. After a conflict, a key is not served from the cache until three consecutive reads
 * returned this server's own version.
 */
final class OwnWriteCache {
  private static final long MAX_BYTES = 16 << 20;
  private static final int MAX_VALUE_BYTES = 64 << 10;

  /** The approximate size of an entry without its key and value. */
  private static final int ENTRY_BYTES = 150;

  /** A key is trusted after this number of consecutive reads of our own version. */
  private static final int TRUSTED = 3;

  private final LinkedHashMap<Bytes, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * The last write of this server to a key.
   *
   * @param row the row as written, empty if it was deleted
   * @param ownReads how many consecutive reads since the last conflict returned this version; 3 if
   *     there was no conflict
   */
  record Entry(Optional<Row> row, int ownReads) {
    private boolean isTrusted() {
      return ownReads == TRUSTED;
    }

    int bytes(Bytes key) {
      return ENTRY_BYTES + key.length() + row.map(one -> one.value().length()).orElse(0);
    }
  }

  /** The entry of a key, null if there is none or it is not trusted. */
  synchronized @Nullable Entry find(Bytes key) {
    Entry entry = entries.get(key);
    return entry == null || !entry.isTrusted() ? null : entry;
  }

  /**
   * Records a committed write of this server.
   *
   * @param value null for a deletion
   */
  synchronized void wrote(Bytes key, @Nullable Bytes value, Bytes version) {
    Entry before = entries.get(key);
    if (value != null && value.length() > MAX_VALUE_BYTES) {
      remove(key);
    } else {
      var row = Optional.ofNullable(value).map(it -> new Row(it, version, 0));
      put(key, new Entry(row, before == null ? TRUSTED : before.ownReads));
    }
  }

  /** Records what a read from Cassandra returned. */
  synchronized void read(Bytes key, Optional<Row> row) {
    Entry before = entries.get(key);
    if (before != null && !before.isTrusted()) {
      boolean isOwn = row.map(Row::version).equals(before.row.map(Row::version));
      put(key, new Entry(before.row, isOwn ? before.ownReads + 1 : 0));
    }
  }

  /** Whether a trusted entry says that the row exists. */
  synchronized boolean hasRow(Bytes key) {
    Entry entry = entries.get(key);
    return entry != null && entry.isTrusted() && entry.row.isPresent();
  }

  /** Records that the entry of a key was stale. */
  synchronized void distrust(Bytes key) {
    Entry before = entries.get(key);
    if (before != null) {
      put(key, new Entry(before.row, 0));
    }
  }

  private void put(Bytes key, Entry entry) {
    remove(key);
    entries.put(key, entry);
    bytes += entry.bytes(key);
    var eldest = entries.entrySet().iterator();
    while (bytes > MAX_BYTES) {
      Map.Entry<Bytes, Entry> one = eldest.next();
      bytes -= one.getValue().bytes(one.getKey());
      eldest.remove();
    }
  }

  private void remove(Bytes key) {
    Entry removed = entries.remove(key);
    if (removed != null) {
      bytes -= removed.bytes(key);
    }
  }
}
