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
 * RocksDB's configuration, each setting with its reason. {@code
 * docs/decisions/0002-rocksdb-store.md} has the measurements.
 */
final class RocksOptions implements AutoCloseable {
  /**
   * Table id and hash of the partition key: the common prefix of all keys of one item collection.
   */
  static final int PREFIX_BYTES = 12;

  /**
   * Writes stall while so many write buffers are full. So a start after a crash reads at most the
   * logs of so many buffers. RocksDB has an option for a lower limit (max_total_wal_size), but
   * ignores it in a database with one column family, such as this one (seen with version 11.8.1).
   */
  private static final int WRITE_BUFFERS = 3;

  private static final int BLOCK_BYTES = 8 << 10;
  private static final double BLOOM_BITS = 10;
  private static final double MEMTABLE_BLOOM_SHARE = 0.02;
  private static final long FLUSH_STEP_BYTES = 1 << 20;

  private static final long DELETED_BYTES_PER_SECOND = 64 << 20;

  /**
   * The share of all files that may wait for deletion. RocksDB counts the waiting files among them,
   * so half of all is as much as the database.
   */
  private static final double WAITING_SHARE = 0.5;

  private static final long DELETED_STEP_BYTES = 256 << 10;
  private static final long INFO_LOG_BYTES = 1 << 20;
  private static final int INFO_LOGS = 3;

  private final List<RocksObject> owned = new ArrayList<>();

  /** RocksDB's maximum: every block of a deleted file is removed from the cache. */
  private static final String UNCACHE_ALL = "10000";

  private final Options options = own(optionsWithoutSetters());

  RocksOptions(RocksStoreOptions store) throws RocksDBException {
    boolean sync = store.durability() == Durability.SYNC;
    options
        .setCreateIfMissing(true)
        .setParanoidChecks(true)
        .setWalRecoveryMode(
            sync
                ? WALRecoveryMode.TolerateCorruptedTailRecords
                : WALRecoveryMode.PointInTimeRecovery)
        // There is one writing thread; support for several writers would only cost time.
        .setAllowConcurrentMemtableWrite(false)
        .setEnableWriteThreadAdaptiveYield(false)
        .setMaxBackgroundJobs(store.backgroundJobs())
        .setMaxOpenFiles(store.openFiles())
        // Files are flushed in steps as they grow, so that one large flush at the end does not
        // delay flushes of the log.
        .setBytesPerSync(FLUSH_STEP_BYTES)
        .setSstFileManager(own(deletion(DELETED_BYTES_PER_SECOND)))
        // After a crash, opening writes the logs to a sorted file. So no log of an earlier process
        // remains whose size is missing from the manifest.
        .setAvoidFlushDuringRecovery(false)
        // Faster start: do not read every file.
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
        .setCompressionType(store.compression().type())
        .useFixedLengthPrefixExtractor(PREFIX_BYTES)
        .setMemtablePrefixBloomSizeRatio(MEMTABLE_BLOOM_SHARE)
        .setMemtableWholeKeyFiltering(true)
        .setTableFormatConfig(tables(cache(store)));
    SharedMemory shared = store.shared();
    if (shared != null) {
      options.setWriteBufferManager(shared.writeBuffers());
    }
    ArchivedLog archived = store.archivedLog();
    if (archived != null) {
      options
          .setWalTtlSeconds(archived.kept().toSeconds())
          .setWalSizeLimitMB(archived.keptBytes() >> 20);
    }
  }

  /**
   * Sets the options for which RocksDB's Java API has no methods.
   *
   * <ul>
   *   <li>RocksDB keeps the sizes of write-ahead logs in the manifest and compares them at opening.
   *       Without this a lost or truncated log leaves an undetected gap.
   *   <li>Blocks of files that compaction has replaced leave the cache at once. Otherwise they
   *       remain until the cache is full, so that overwriting a small table fills the cache.
   * </ul>
   */
  private static Options optionsWithoutSetters() {
    Properties databaseProperties = new Properties();
    databaseProperties.setProperty("track_and_verify_wals_in_manifest", "true");
    Properties rowProperties = new Properties();
    rowProperties.setProperty("uncache_aggressiveness", UNCACHE_ALL);
    try (DBOptions database =
            requireNonNull(
                DBOptions.getDBOptionsFromProps(databaseProperties), "an option is unknown");
        ColumnFamilyOptions rows =
            requireNonNull(
                ColumnFamilyOptions.getColumnFamilyOptionsFromProps(rowProperties),
                "an option is unknown")) {
      return new Options(database, rows);
    }
  }

  /**
   * Deletes files in steps. Freeing the blocks of a large file at once blocks the file system's
   * journal, and with it every flush of the log, for tens of milliseconds. Files waiting for
   * deletion take about as much space as the database at most; further ones are deleted at once.
   */
  static SstFileManager deletion(long bytesPerSecond) throws RocksDBException {
    return new SstFileManager(
        Env.getDefault(), null, bytesPerSecond, WAITING_SHARE, DELETED_STEP_BYTES);
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
        // Indexes and filters are cached in partitions and count towards the block cache, so that
        // memory stays bounded for any amount of data.
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
