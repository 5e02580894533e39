package dev.gramme.storage.rocksdb;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/**
 * Makes RocksDB's write batches. The writes of a group are collected in one array, which crosses
 * into native code once. RocksDB's Java interface copies that array three times before it is a
 * write batch. Large writes are therefore passed one by one, through a buffer outside of the heap,
 * from which they are copied once.
 *
 * <p>One group is written at a time, so there is one buffer. It is allocated when it is first used.
 */
final class WriteBatches {
  /** From this average size of a group's writes on, a call for each write costs less. */
  static final int LARGE_WRITE_BYTES = 4 << 10;

  /** A record of a change with its item before and after has up to 800 KB. */
  static final int BUFFER_BYTES = 1 << 20;

  private @Nullable ByteBuffer buffer;

  /** The writes of a group. The caller closes the batch. */
  WriteBatch of(BatchBytes writes) throws RocksDBException {
    if (!writes.areLarge(LARGE_WRITE_BYTES, BUFFER_BYTES)) {
      return new WriteBatch(writes.toBytes());
    }
    ByteBuffer direct = buffer;
    if (direct == null) {
      direct = ByteBuffer.allocateDirect(BUFFER_BYTES);
      buffer = direct;
    }
    WriteBatch batch = new WriteBatch(Math.toIntExact(writes.size()));
    try {
      writes.addTo(batch, direct);
      return batch;
    } catch (RocksDBException | RuntimeException | Error e) {
      batch.close();
      throw e;
    }
  }
}
