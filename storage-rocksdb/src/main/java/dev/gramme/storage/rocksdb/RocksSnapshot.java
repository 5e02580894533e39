package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;

/**
 * A sequence number of the database. Compaction keeps its versions until the snapshot is closed.
 */
final class RocksSnapshot implements Snapshot, RocksReads.Resource {
  private final RocksReads reads;
  private final RocksDB db;
  private final org.rocksdb.Snapshot snapshot;
  private final ReadOptions options;
  private final ReadOptions inMemory;
  private volatile boolean released;

  RocksSnapshot(RocksReads reads, RocksDB db) {
    this.reads = reads;
    this.db = db;
    this.snapshot = db.getSnapshot();
    this.options = new ReadOptions().setSnapshot(snapshot);
    this.inMemory = new ReadOptions().setSnapshot(snapshot).setReadTier(ReadTier.BLOCK_CACHE_TIER);
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    checkOpen();
    return reads.get(RocksReads.Source.DISK, options, key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    checkOpen();
    return reads.range(RocksReads.Source.DISK, snapshot, from, to, direction);
  }

  @Override
  public Reader withoutWaiting() {
    RocksReads.Source source = reads.withoutWaiting();
    if (source == RocksReads.Source.DISK) {
      return this;
    }
    return new Reader() {
      @Override
      public byte @Nullable [] get(byte[] key) {
        checkOpen();
        return reads.get(source, inMemory, key);
      }

      @Override
      public Cursor range(byte[] from, byte[] to, Direction direction) {
        checkOpen();
        return reads.range(source, snapshot, from, to, direction);
      }
    };
  }

  private void checkOpen() {
    if (released) {
      throw new IllegalStateException("The snapshot is closed.");
    }
  }

  @Override
  public void release() {
    released = true;
    options.close();
    inMemory.close();
    db.releaseSnapshot(snapshot);
    snapshot.close();
  }

  @Override
  public void close() {
    reads.close(this);
  }
}
