package dev.gramme.storage.cassandra.transaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.gramme.storage.cassandra.row.Bytes;
import dev.gramme.storage.cassandra.row.Row;
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

  private final Cache<Bytes, Entry> entries =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((Bytes key, Entry entry) -> entry.bytes(key))
          .executor(Runnable::run)
          .build();

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

    private Entry afterRead(Optional<Row> found) {
      if (isTrusted()) {
        return this;
      }
      boolean isOwn = found.map(Row::version).equals(row.map(Row::version));
      return new Entry(row, isOwn ? ownReads + 1 : 0);
    }

    private int bytes(Bytes key) {
      return ENTRY_BYTES + key.length() + row.map(one -> one.value().length()).orElse(0);
    }
  }

  /** The entry of a key, null if there is none or it is not trusted. */
  @Nullable Entry find(Bytes key) {
    Entry entry = entries.getIfPresent(key);
    return entry == null || !entry.isTrusted() ? null : entry;
  }

  /**
   * Records a committed write of this server.
   *
   * @param value null for a deletion
   */
  void wrote(Bytes key, @Nullable Bytes value, Bytes version) {
    if (value != null && value.length() > MAX_VALUE_BYTES) {
      entries.invalidate(key);
      return;
    }
    var row = Optional.ofNullable(value).map(it -> new Row(it, version, 0));
    entries
        .asMap()
        .compute(key, (same, before) -> new Entry(row, before == null ? TRUSTED : before.ownReads));
  }

  /** Records what a read from Cassandra returned. */
  void read(Bytes key, Optional<Row> row) {
    entries.asMap().computeIfPresent(key, (same, before) -> before.afterRead(row));
  }

  /** Whether a trusted entry says that the row exists. */
  boolean hasRow(Bytes key) {
    Entry entry = find(key);
    return entry != null && entry.row.isPresent();
  }

  /** Records that the entry of a key was stale. */
  void markStale(Bytes key) {
    entries.asMap().computeIfPresent(key, (same, before) -> new Entry(before.row, 0));
  }
}
