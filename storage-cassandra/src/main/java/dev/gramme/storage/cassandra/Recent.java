package dev.gramme.storage.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows as this server has written them of late. A transaction that reads one of them need not ask
 * Cassandra: in the end it is checked whether the row is still as it was, as with every row read.
 * So what another server has written since costs another run, and never a wrong result. Rows that
 * were met are read again, since other servers write them, too: until they were found a few times
 * as this server had left them.
 */
final class Recent {
  private static final long MOST_BYTES = 16 << 20;
  private static final int LARGEST_ROW = 64 << 10;

  /** What an entry takes besides its key and its value, about. */
  private static final int ENTRY_BYTES = 150;

  /** So often in a row a row must be found as it was left, to be trusted again. */
  private static final int TRUSTED = 3;

  private final LinkedHashMap<Bytes, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * What is known of a key.
   *
   * @param row as this server has written it, none if it has deleted it
   * @param found how often in a row it was found so since another server had written it; if none
   *     has, as often as it takes to trust it
   */
  record Entry(Optional<Row> row, int found) {
    private boolean isTrusted() {
      return found == TRUSTED;
    }

    int bytes(Bytes key) {
      return ENTRY_BYTES + key.length() + row.map(one -> one.value().length()).orElse(0);
    }
  }

  /** A row as it was written, or deleted; null if that is not known. */
  synchronized @Nullable Entry find(Bytes key) {
    Entry entry = entries.get(key);
    return entry == null || !entry.isTrusted() ? null : entry;
  }

  /** A row was written in a version, or deleted. */
  synchronized void wrote(Bytes key, @Nullable Bytes value, Bytes version) {
    Entry known = entries.get(key);
    if (value != null && value.length() > LARGEST_ROW) {
      remove(key);
    } else {
      var row = Optional.ofNullable(value).map(it -> new Row(it, version, 0));
      put(key, new Entry(row, known == null ? TRUSTED : known.found));
    }
  }

  /** A row was read as it is now. */
  synchronized void read(Bytes key, Optional<Row> row) {
    Entry known = entries.get(key);
    if (known != null && !known.isTrusted()) {
      boolean isSame = row.map(Row::version).equals(known.row.map(Row::version));
      put(key, new Entry(known.row, isSame ? known.found + 1 : 0));
    }
  }

  /** Whether there is such a row, as far as is known. */
  synchronized boolean isThere(Bytes key) {
    Entry entry = entries.get(key);
    return entry != null && entry.isTrusted() && entry.row.isPresent();
  }

  /** A row was not as it was known. */
  synchronized void met(Bytes key) {
    Entry known = entries.get(key);
    if (known != null) {
      put(key, new Entry(known.row, 0));
    }
  }

  private void put(Bytes key, Entry entry) {
    remove(key);
    entries.put(key, entry);
    bytes += entry.bytes(key);
    var eldest = entries.entrySet().iterator();
    while (bytes > MOST_BYTES) {
      Map.Entry<Bytes, Entry> one = eldest.next();
      bytes -= one.getValue().bytes(one.getKey());
      eldest.remove();
    }
  }

  private void remove(Bytes key) {
    Entry gone = entries.remove(key);
    if (gone != null) {
      bytes -= gone.bytes(key);
    }
  }
}
