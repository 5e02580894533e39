package dev.gramme.storage.rocksdb;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link RocksStore} is and how much it may use. These are all its limits.
 *
 * @param folder the database's folder; made if it does not exist
 * @param durability when a write is acknowledged
 * @param blockCacheBytes how much of what was read is kept uncompressed, with the indexes and
 *     filters; the operating system caches the compressed files besides
 * @param writeBufferBytes how much is written before it goes to a sorted file; up to {@code 3} such
 *     buffers are in memory. A start after a crash reads the logs of these buffers, which are about
 *     as large
 * @param queuedTransactions how many transactions may wait for the committer; one more is refused
 *     with {@link dev.gramme.storage.OverloadedException}
 * @param groupTransactions how many transactions are committed with one write to the medium
 * @param groupBytes a group that wrote so much takes no further transaction
 * @param nativeLibraryFolder where the native library is kept between starts
 * @param openFiles how many sorted files are open at a time, at most
 * @param readThreads the maximum number of parallel disk reads for transactions
 * @param slowRead the average time of a read from disk from which requests do not wait for it: zero
 *     makes every disk a slow one
 * @param backgroundJobs the maximum number of threads that write and merge sorted files
 * @param compression of the blocks of sorted files
 * @param shared memory shared with other stores, instead of a block cache of its own; null if none
 * @param archivedLog how the log is kept for an archive; null if no archive reads it
 */
public record RocksStoreOptions(
    Path folder,
    Durability durability,
    long blockCacheBytes,
    long writeBufferBytes,
    int queuedTransactions,
    int groupTransactions,
    int groupBytes,
    Path nativeLibraryFolder,
    int openFiles,
    int readThreads,
    Duration slowRead,
    int backgroundJobs,
    Compression compression,
    @Nullable SharedMemory shared,
    @Nullable ArchivedLog archivedLog) {

  /**
   * How many sorted files a store has open at a time, at most, unless its options say otherwise.
   */
  public static final int OPEN_FILES = 512;

  /** The default of {@link #blockCacheBytes}. */
  static final long BLOCK_CACHE_BYTES = 64L << 20;

  /** The default of {@link #writeBufferBytes}. */
  static final long WRITE_BUFFER_BYTES = 32L << 20;

  /** The default of {@link #readThreads}: enough for the parallel reads of a solid-state disk. */
  public static final int READ_THREADS = 16;

  /**
   * The default of {@link #slowRead}, between a read from the page cache of the operating system,
   * some 15 microseconds with decompression, and one from a solid-state disk, 60 and more.
   */
  public static final Duration SLOW_READ = Duration.ofNanos(50_000);

  /** The default of {@link #backgroundJobs}: one flush and one compaction. */
  public static final int BACKGROUND_JOBS = 2;

  /** The defaults, for a database of some gigabytes in a process of some hundred megabytes. */
  public static RocksStoreOptions of(Path folder) {
    return builder(folder).build();
  }

  /** A builder that begins with the defaults. */
  public static Builder builder(Path folder) {
    return new Builder(folder);
  }

  public RocksStoreOptions {
    require(blockCacheBytes >= 1 << 20, "blockCacheBytes", "at least 1 MiB");
    require(writeBufferBytes >= 1 << 20, "writeBufferBytes", "at least 1 MiB");
    require(queuedTransactions >= 1, "queuedTransactions", "at least 1");
    require(groupTransactions >= 1, "groupTransactions", "at least 1");
    require(groupBytes >= 1, "groupBytes", "at least 1");
    require(openFiles >= 1, "openFiles", "at least 1");
    require(backgroundJobs >= 2, "backgroundJobs", "at least 2");
    require(readThreads >= 1, "readThreads", "at least 1");
    require(!slowRead.isNegative(), "slowRead", "positive or zero");
  }

  private static void require(boolean holds, String name, String limit) {
    if (!holds) {
      throw new IllegalArgumentException(name + " must be " + limit);
    }
  }

  /** Makes options of the defaults and of what differs from them. */
  public static final class Builder {
    private final Path folder;
    private Durability durability = Durability.SYNC;
    private long blockCacheBytes = BLOCK_CACHE_BYTES;
    private long writeBufferBytes = WRITE_BUFFER_BYTES;
    private int queuedTransactions = 16_384;
    private int groupTransactions = 512;
    private int groupBytes = 4 << 20;
    private @Nullable Path nativeLibraryFolder;
    private int openFiles = OPEN_FILES;
    private int readThreads = READ_THREADS;
    private Duration slowRead = SLOW_READ;
    private int backgroundJobs = BACKGROUND_JOBS;
    private Compression compression = Compression.LZ4;
    private @Nullable SharedMemory shared;
    private @Nullable ArchivedLog archivedLog;

    private Builder(Path folder) {
      this.folder = folder;
    }

    /** When a write is acknowledged. */
    public Builder durability(Durability value) {
      durability = value;
      return this;
    }

    /** How much of what was read is kept uncompressed. */
    public Builder blockCacheBytes(long value) {
      blockCacheBytes = value;
      return this;
    }

    /** How much is written before it goes to a sorted file. */
    public Builder writeBufferBytes(long value) {
      writeBufferBytes = value;
      return this;
    }

    /** How many transactions may wait; one more is refused. */
    public Builder queuedTransactions(int value) {
      queuedTransactions = value;
      return this;
    }

    /** How many transactions one group has at most. */
    public Builder groupTransactions(int value) {
      groupTransactions = value;
      return this;
    }

    /** A group whose writes have this size takes no further transaction. */
    public Builder groupBytes(int value) {
      groupBytes = value;
      return this;
    }

    /** The maximum number of parallel disk reads for transactions. */
    public Builder readThreads(int value) {
      readThreads = value;
      return this;
    }

    /** The average time of a read from disk from which requests do not wait for it. */
    public Builder slowRead(Duration value) {
      slowRead = value;
      return this;
    }

    /** The maximum number of sorted files that are open at a time. */
    public Builder openFiles(int value) {
      openFiles = value;
      return this;
    }

    /** The maximum number of threads that write and merge sorted files. */
    public Builder backgroundJobs(int value) {
      backgroundJobs = value;
      return this;
    }

    /** The compression of the blocks of sorted files. */
    public Builder compression(Compression value) {
      compression = value;
      return this;
    }

    /** Where the native library is kept between starts. */
    public Builder nativeLibraryFolder(Path value) {
      nativeLibraryFolder = value;
      return this;
    }

    /**
     * Makes the store one of many of a process, most of which are small.
     *
     * @param memory of all of them
     * @param files the sorted files that each of them has open at a time
     */
    public Builder sharedMemory(SharedMemory memory, int files) {
      shared = memory;
      openFiles = files;
      return this;
    }

    /** Keeps the log for an archive. */
    public Builder archivedLog(ArchivedLog value) {
      archivedLog = value;
      return this;
    }

    /** The options. */
    public RocksStoreOptions build() {
      return new RocksStoreOptions(
          folder,
          durability,
          blockCacheBytes,
          writeBufferBytes,
          queuedTransactions,
          groupTransactions,
          groupBytes,
          nativeLibraryFolder == null ? NativeLibrary.defaultFolder() : nativeLibraryFolder,
          openFiles,
          readThreads,
          slowRead,
          backgroundJobs,
          compression,
          shared,
          archivedLog);
    }
  }
}
