package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Direction;
import dev.gramme.storage.tree.SeekableCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * A cursor over a range of the database. RocksDB gets the bounds as options, so it does not read on
 * through deleted keys after the end, and it skips files that cannot hold the range.
 */
final class RocksCursor implements SeekableCursor, RocksReads.Resource {
  private final RocksReads reads;
  private final RocksReads.Source source;
  private final byte[] start;
  private final boolean ascending;
  private final Slice lower;
  private final Slice upper;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private boolean started;
  private boolean valid;
  private volatile boolean released;

  RocksCursor(
      RocksReads reads,
      RocksDB db,
      RocksReads.Source source,
      org.rocksdb.@Nullable Snapshot snapshot,
      byte[] from,
      byte[] to,
      Direction direction) {
    this.reads = reads;
    this.source = source;
    this.ascending = direction == Direction.ASCENDING;
    this.start = (ascending ? from : to).clone();
    this.lower = new Slice(from);
    this.upper = new Slice(to);
    this.options =
        new ReadOptions()
            .setIterateLowerBound(lower)
            .setIterateUpperBound(upper)
            // The prefix filters are valid only for a range within one prefix.
            .setTotalOrderSeek(!RocksOptions.isWithinOnePrefix(from, to));
    if (source == RocksReads.Source.MEMORY) {
      options.setReadTier(ReadTier.BLOCK_CACHE_TIER);
    }
    if (snapshot != null) {
      options.setSnapshot(snapshot);
    }
    this.iterator = db.newIterator(options);
  }

  @Override
  public boolean next() {
    enter();
    try {
      if (started && !valid) {
        return false;
      }
      if (!started) {
        started = true;
        seekFirst();
      } else if (ascending) {
        iterator.next();
      } else {
        iterator.prev();
      }
      return checkValid();
    } finally {
      reads.lease().exit();
    }
  }

  private void seekFirst() {
    if (source == RocksReads.Source.MEMORY) {
      seekStart();
    } else {
      long begin = System.nanoTime();
      seekStart();
      reads.latency().addSince(begin);
    }
  }

  private void seekStart() {
    if (ascending) {
      iterator.seek(start);
    } else {
      iterator.seekForPrev(start); // the options exclude the upper bound itself
    }
  }

  @Override
  public boolean skipTo(byte[] key) {
    enter();
    try {
      if (ascending) {
        iterator.seek(key);
      } else {
        iterator.seekForPrev(key);
        if (iterator.isValid() && Arrays.equals(iterator.key(), key)) {
          iterator.prev();
        }
      }
      return checkValid();
    } finally {
      reads.lease().exit();
    }
  }

  private boolean checkValid() {
    valid = iterator.isValid();
    if (!valid) {
      try {
        iterator.status();
      } catch (RocksDBException e) {
        throw RocksReads.failed(e);
      }
    }
    return valid;
  }

  @Override
  public byte[] key() {
    enter();
    try {
      checkOnEntry();
      return iterator.key();
    } finally {
      reads.lease().exit();
    }
  }

  @Override
  public byte[] value() {
    enter();
    try {
      checkOnEntry();
      return iterator.value();
    } finally {
      reads.lease().exit();
    }
  }

  private void enter() {
    reads.lease().enter();
    if (released) {
      reads.lease().exit();
      throw new IllegalStateException("The cursor is closed.");
    }
  }

  private void checkOnEntry() {
    if (!valid) {
      throw new IllegalStateException("The cursor is not on an entry.");
    }
  }

  @Override
  public void release() {
    released = true;
    iterator.close();
    options.close();
    lower.close();
    upper.close();
  }

  @Override
  public void close() {
    reads.close(this);
  }
}
