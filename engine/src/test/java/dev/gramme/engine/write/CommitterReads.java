package dev.gramme.engine.write;

import dev.gramme.storage.rocksdb.RocksStore;
import java.nio.file.Path;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The blocks of files that the thread of a store's committer reads, as RocksDB itself counts them
 * for each thread.
 */
final class CommitterReads implements AutoCloseable {
  private final RocksStore store;

  /** A database of its own: the counts that it returns are those of the calling thread. */
  private final RocksDB counter;

  private CommitterReads(RocksStore store, RocksDB counter) {
    this.store = store;
    this.counter = counter;
  }

  /** Begins to count the reads of a store, which has to be open. */
  static CommitterReads of(RocksStore store, Path folder) throws RocksDBException {
    var reads = new CommitterReads(store, RocksDB.open(folder.toString()));
    reads.onCommitter(() -> {
      reads.counter.setPerfLevel(PerfLevel.ENABLE_COUNT);
      reads.counter.getPerfContext().reset();
      return 0L;
    });
    return reads;
  }

  private interface Call {
    long run() throws RocksDBException;
  }

  /** Functions of transactions run on the thread of the committer. */
  private long onCommitter(Call call) {
    return store
        .transact(tx -> {
          try {
            return call.run();
          } catch (RocksDBException e) {
            throw new IllegalStateException(e);
          }
        })
        .join();
  }

  long count() {
    return onCommitter(() -> counter.getPerfContext().getBlockReadCount());
  }

  @Override
  public void close() {
    counter.close();
  }
}
