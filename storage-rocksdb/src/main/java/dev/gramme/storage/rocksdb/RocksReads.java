package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.tree.ByteTree;
import dev.gramme.storage.tree.Keys;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Holder;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Reads of the database. Closing the store waits for them. */
final class RocksReads {
  private final RocksDB db;
  private final NativeLease lease;
  private final DiskLatency latency;
  private final ReadOptions latest = new ReadOptions();
  private final ReadOptions latestInMemory =
      new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER);

  /** Objects that hold native memory; released with the store if nobody closed them before. */
  private final Set<Resource> open = ConcurrentHashMap.newKeySet();

  RocksReads(RocksDB db, NativeLease lease, DiskLatency latency) {
    this.db = db;
    this.lease = lease;
    this.latency = latency;
  }

  /** An object that holds native memory. */
  sealed interface Resource permits RocksCursor, RocksSnapshot {
    void release();
  }

  /** Where a read may take its data from. */
  enum Source {
    /** Memtables and the block cache; throws {@link NotInMemoryException} if that is not enough. */
    MEMORY,
    /** Everything. The calling thread may wait for the disk. */
    DISK
  }

  byte @Nullable [] get(Source source, byte[] key) {
    return get(source, source == Source.MEMORY ? latestInMemory : latest, key);
  }

  /**
   * @param options the source's read tier, and a snapshot if the read has one
   */
  byte @Nullable [] get(Source source, ReadOptions options, byte[] key) {
    lease.enter();
    try {
      if (source == Source.MEMORY) {
        return getFromMemory(options, key);
      }
      long begin = System.nanoTime();
      byte[] value = db.get(options, key);
      latency.addSince(begin);
      return value;
    } catch (RocksDBException e) {
      throw failed(e);
    } finally {
      lease.exit();
    }
  }

  /**
   * Reads memory only. A get that would have to read a file throws an exception of RocksDB, whose
   * stack trace takes longer than the read; {@code keyMayExist} reports the same without one. After
   * a failure it returns false, as for a row that does not exist. Its value may be empty if it has
   * not found the index. In both cases a get decides.
   */
  private byte @Nullable [] getFromMemory(ReadOptions options, byte[] key) throws RocksDBException {
    var found = new Holder<byte[]>();
    if (!db.keyMayExist(options, key, found)) {
      return db.get(options, key);
    }
    byte[] value = found.getValue();
    if (value == null) {
      throw new NotInMemoryException();
    }
    return value.length == 0 ? db.get(options, key) : value;
  }

  Cursor range(
      Source source,
      org.rocksdb.@Nullable Snapshot snapshot,
      byte[] from,
      byte[] to,
      Direction direction) {
    lease.enter();
    try {
      if (Keys.isEmptyRange(from, to)) {
        return ByteTree.EMPTY.range(from, to, direction);
      }
      return openCursor(source, snapshot, from, to, direction);
    } finally {
      lease.exit();
    }
  }

  /**
   * Opens a cursor over a range that must not be empty. Call it only within the lease, or on the
   * committer's thread, which ends before the lease does.
   */
  RocksCursor openCursor(
      Source source,
      org.rocksdb.@Nullable Snapshot snapshot,
      byte[] from,
      byte[] to,
      Direction direction) {
    RocksCursor cursor = new RocksCursor(this, db, source, snapshot, from, to, direction);
    open.add(cursor);
    return cursor;
  }

  RocksSnapshot snapshot() {
    lease.enter();
    try {
      RocksSnapshot snapshot = new RocksSnapshot(this, db);
      open.add(snapshot);
      return snapshot;
    } finally {
      lease.exit();
    }
  }

  /** The source of threads that must not wait long: only memory, unless the disk is fast. */
  Source withoutWaiting() {
    return latency.isSlow() ? Source.MEMORY : Source.DISK;
  }

  DiskLatency latency() {
    return latency;
  }

  NativeLease lease() {
    return lease;
  }

  /** Releases a resource, unless it is released already. */
  void close(Resource resource) {
    if (!lease.tryEnter()) {
      return; // the closing store releases it
    }
    try {
      if (open.remove(resource)) {
        resource.release();
      }
    } finally {
      lease.exit();
    }
  }

  /** Releases everything that is still open. Call it only after the lease has ended. */
  void close() {
    // Cursors first, since they may read from the snapshots.
    open.stream().filter(RocksCursor.class::isInstance).forEach(Resource::release);
    open.stream().filter(RocksSnapshot.class::isInstance).forEach(Resource::release);
    open.clear();
    latest.close();
    latestInMemory.close();
  }

  /** The exception of a failed read. */
  static RuntimeException failed(RocksDBException e) {
    if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
      return new NotInMemoryException();
    }
    return new StorageException("The database cannot be read: " + e.getMessage(), e);
  }
}
