package dev.gramme.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;
import org.rocksdb.SstFileManager;
import org.rocksdb.WALRecoveryMode;

/**
 * How RocksDB is set up, each setting with its reason. The figures behind them are in {@code
 * docs/decisions/20261121-rocksdb-store.md}.
 */
final class RocksOptions implements AutoCloseable {
  /** Table id and hash of the partition key: what all keys of one item collection begin with. */
  static final int PREFIX_BYTES = 12;

  private static final int WRITE_BUFFERS = 3;
  private static final int BACKGROUND_JOBS = 2;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final double BLOOM_BITS = 10;
  private static final double MEMTABLE_BLOOM_SHARE = 0.02;
  private static final long FLUSH_STEP_BYTES = 1 << 20;
  private static final long DELETED_BYTES_PER_SECOND = 64 << 20;
  private static final double DELETED_SHARE = 1;
  private static final long DELETED_STEP_BYTES = 256 << 10;
  private static final long INFO_LOG_BYTES = 1 << 20;
  private static final int INFO_LOGS = 3;

  private final List<RocksObject> owned = new ArrayList<>();
  private final Options options = own(verifyingLogs());

  RocksOptions(RocksStoreOptions store) throws RocksDBException {
    boolean sync = store.durability() == Durability.SYNC;
    options
        .setCreateIfMissing(true)
        .setParanoidChecks(true)
        .setWalRecoveryMode(
            sync
                ? WALRecoveryMode.TolerateCorruptedTailRecords
                : WALRecoveryMode.PointInTimeRecovery)
        .setMaxTotalWalSize(4 * store.writeBufferBytes())
        // One thread writes; what serves several writers only costs.
        .setAllowConcurrentMemtableWrite(false)
        .setEnableWriteThreadAdaptiveYield(false)
        .setMaxBackgroundJobs(BACKGROUND_JOBS)
        .setMaxOpenFiles(store.openFiles())
        // Files are flushed in steps as they grow, so that one flush at their end does not stand in
        // the way of the log's.
        .setBytesPerSync(FLUSH_STEP_BYTES)
        .setSstFileManager(own(deletion()))
        // What logs hold after a crash is written to a sorted file when the database is opened, so
        // that no log of an earlier process is left: its size is not in the manifest.
        .setAvoidFlushDuringRecovery(false)
        // Start-up: no look into every file.
        .setSkipStatsUpdateOnDbOpen(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(INFO_LOG_BYTES)
        .setKeepLogFileNum(INFO_LOGS);
    options
        .setWriteBufferSize(store.writeBufferBytes())
        .setMaxWriteBufferNumber(WRITE_BUFFERS)
        .setLevelCompactionDynamicLevelBytes(true)
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .useFixedLengthPrefixExtractor(PREFIX_BYTES)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_SHARE)
        .setMemtableWholeKeyFiltering(true)
        .setTableFormatConfig(tables(cache(store)));
    SharedMemory shared = store.shared();
    if (shared != null) {
      options.setWriteBufferManager(shared.writeBuffers());
    }
  }

  /**
   * Has the sizes of write-ahead logs kept in the manifest, and compared when the database is
   * opened: without that, a log that is lost or cut leaves a hole that nobody notices. The Java
   * interface of RocksDB has no method for it.
   */
  private static Options verifyingLogs() {
    Properties properties = new Properties();
    properties.setProperty("track_and_verify_wals_in_manifest", "true");
    try (DBOptions database =
            requireNonNull(DBOptions.getDBOptionsFromProps(properties), "an option is unknown");
        ColumnFamilyOptions rows = new ColumnFamilyOptions()) {
      return new Options(database, rows);
    }
  }

  /**
   * Deletes files in steps. To free the blocks of a large file at once keeps the file system's
   * journal, and with it every flush of the log, waiting for tens of milliseconds. What waits for
   * deletion is at most as large as the database; beyond that files go at once.
   */
  private static SstFileManager deletion() throws RocksDBException {
    return new SstFileManager(
        Env.getDefault(), null, DELETED_BYTES_PER_SECOND, DELETED_SHARE, DELETED_STEP_BYTES);
  }

  private Cache cache(RocksStoreOptions store) {
    SharedMemory shared = store.shared();
    return shared == null ? own(new LRUCache(store.blockCacheBytes())) : shared.cache();
  }

  private BlockBasedTableConfig tables(Cache blockCache) {
    return new BlockBasedTableConfig()
        .setBlockCache(blockCache)
        .setBlockSize(BLOCK_BYTES)
        .setFilterPolicy(own(new BloomFilter(BLOOM_BITS)))
        // Indexes and filters are counted to the cache, in parts, so that memory stays bounded
        // however much data there is.
        .setIndexType(IndexType.kTwoLevelIndexSearch)
        .setPartitionFilters(true)
        .setCacheIndexAndFilterBlocks(true)
        .setCacheIndexAndFilterBlocksWithHighPriority(true)
        .setPinL0FilterAndIndexBlocksInCache(true)
        .setPinTopLevelIndexAndFilter(true);
  }

  Options options() {
    return options;
  }

  /** Whether all keys of a range begin with the same prefix. */
  static boolean isWithinOnePrefix(byte[] from, byte[] to) {
    return from.length >= PREFIX_BYTES
        && to.length >= PREFIX_BYTES
        && Arrays.equals(from, 0, PREFIX_BYTES, to, 0, PREFIX_BYTES);
  }

  private <T extends RocksObject> T own(T object) {
    owned.add(object);
    return object;
  }

  @Override
  public void close() {
    owned.forEach(RocksObject::close);
  }
}
