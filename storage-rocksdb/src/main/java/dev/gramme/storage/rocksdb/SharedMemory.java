package dev.gramme.storage.rocksdb;

import java.util.Optional;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;

/**
 * Memory that several {@link RocksStore}s of one process share: their block caches and write
 * buffers together stay within its limits, regardless of their number. Close it after the last of
 * the stores.
 */
public final class SharedMemory implements AutoCloseable {
  private final long blockCacheBytes;
  private final long writeBufferBytes;
  private Optional<Native> objects = Optional.empty();

  /** RocksDB's objects; they can be created only after RocksDB's library is loaded. */
  private record Native(Cache cache, WriteBufferManager writeBuffers) {}

  private SharedMemory(long blockCacheBytes, long writeBufferBytes) {
    this.blockCacheBytes = blockCacheBytes;
    this.writeBufferBytes = writeBufferBytes;
  }

  /** A builder that begins with the defaults of one {@link RocksStoreOptions store}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds the limits; memory is allocated when the first store uses it. */
  public static final class Builder {
    private long blockCacheBytes = RocksStoreOptions.BLOCK_CACHE_BYTES;
    private long writeBufferBytes = RocksStoreOptions.WRITE_BUFFER_BYTES;

    private Builder() {}

    /** The memory for the blocks of all stores together. */
    public Builder blockCacheBytes(long value) {
      blockCacheBytes = value;
      return this;
    }

    /**
     * The memory for the write buffers of all stores together; beyond it the largest are written to
     * sorted files.
     */
    public Builder writeBufferBytes(long value) {
      writeBufferBytes = value;
      return this;
    }

    /** The shared memory. */
    public SharedMemory build() {
      return new SharedMemory(blockCacheBytes, writeBufferBytes);
    }
  }

  Cache cache() {
    return objects().cache();
  }

  WriteBufferManager writeBuffers() {
    return objects().writeBuffers();
  }

  private synchronized Native objects() {
    if (objects.isEmpty()) {
      Cache cache = new LRUCache(blockCacheBytes + writeBufferBytes);
      objects = Optional.of(new Native(cache, new WriteBufferManager(writeBufferBytes, cache)));
    }
    return objects.get();
  }

  @Override
  public synchronized void close() {
    objects.ifPresent(used -> {
      used.writeBuffers().close();
      used.cache().close();
    });
  }
}
