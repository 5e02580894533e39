package dev.gramme.storage.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows as this server has written them of late. A transaction that reads one of them need not ask
 * Cassandra: in the end it is checked whether the row is still as it was, as with every row read.
 * So what another server has written since costs another run, and never a wrong result. Rows that
 * were met are not kept any more: other servers write them, too.
 */
final class Recent {
  private static final long MOST_BYTES = 16 << 20;
  private static final int LARGEST_ROW = 64 << 10;

  /** What an entry takes besides its key and its value, about. */
  private static final int ENTRY_BYTES = 150;

  private final LinkedHashMap<Bytes, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * What is known of a key.
   *
   * @param row none if there is no such row
   * @param isShared whether other servers write it, so that nothing is known for long
   */
  record Entry(Optional<Row> row, boolean isShared) {
    int bytes(Bytes key) {
      return ENTRY_BYTES + key.length() + row.map(one -> one.value().length()).orElse(0);
    }
  }

  /** A row as it was written, or deleted; null if that is not known. */
  synchronized @Nullable Entry find(Bytes key) {
    Entry entry = entries.get(key);
    return entry == null || entry.isShared ? null : entry;
  }

  /** A row was written in a version, or deleted. */
  synchronized void wrote(Bytes key, @Nullable Bytes value, Bytes version) {
    Entry known = entries.get(key);
    if (known != null && known.isShared) {
      return;
    }
    if (value != null && value.length() > LARGEST_ROW) {
      remove(key);
    } else {
      put(key, new Entry(Optional.ofNullable(value).map(it -> new Row(it, version, 0)), false));
    }
  }

  /** A row was not as it was known. */
  synchronized void met(Bytes key) {
    if (entries.containsKey(key)) {
      put(key, new Entry(Optional.empty(), true));
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
