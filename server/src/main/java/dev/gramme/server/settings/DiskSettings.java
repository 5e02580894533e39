package dev.gramme.server.settings;

import dev.gramme.storage.rocksdb.Compression;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import java.util.Locale;

/**
 * The settings of the database on disk.
 *
 * @param cacheBytes the maximum memory for data read from disk
 * @param writeBufferBytes the memory in which writes are collected before they are sorted
 * @param openFiles the maximum number of open files
 * @param backgroundJobs the maximum number of threads that write and merge files
 * @param readThreads the maximum number of parallel disk reads that load the rows of transactions
 *     before their commit
 * @param compression of new files
 */
public record DiskSettings(
    long cacheBytes,
    long writeBufferBytes,
    int openFiles,
    int backgroundJobs,
    int readThreads,
    Compression compression) {
  private static final long MEGABYTE = 1 << 20;
  private static final long LEAST_AUTO_CACHE = 64 * MEGABYTE;
  private static final long AUTO_CACHE_SHARE = 4;
  private static final long LEAST_AUTO_WRITE_BUFFER = 32 * MEGABYTE;
  private static final long MAX_AUTO_WRITE_BUFFER = 64 * MEGABYTE;
  private static final long AUTO_WRITE_BUFFER_SHARE = 512;
  private static final int LEAST_BACKGROUND_JOBS = 2;
  private static final int MAX_AUTO_BACKGROUND_JOBS = 8;
  private static final int MAX_THREADS = 256;
  private static final int LEAST_FILES = 16;
  private static final int MAX_FILES = 1 << 20;
  private static final int LEAST_AUTO_FILES = 128;
  private static final int MAX_AUTO_FILES = 4096;
  private static final int AUTO_FILES_SHARE = 8;
  private static final int MAX_MEGABYTES = 1 << 20;

  static DiskSettings of(SettingSources sources) throws SettingsException {
    return new DiskSettings(
        bytes(
            sources,
            Setting.CACHE,
            Math.max(LEAST_AUTO_CACHE, MachineMemory.bytes() / AUTO_CACHE_SHARE)),
        bytes(
            sources,
            Setting.WRITE_BUFFER,
            Math.clamp(
                MachineMemory.bytes() / AUTO_WRITE_BUFFER_SHARE,
                LEAST_AUTO_WRITE_BUFFER,
                MAX_AUTO_WRITE_BUFFER)),
        isAuto(sources, Setting.OPEN_FILES)
            ? autoFiles(OpenFilesLimit.ofThisProcess())
            : Settings.number(sources, Setting.OPEN_FILES, LEAST_FILES, MAX_FILES),
        isAuto(sources, Setting.BACKGROUND_JOBS)
            ? Math.clamp(
                Runtime.getRuntime().availableProcessors(),
                LEAST_BACKGROUND_JOBS,
                MAX_AUTO_BACKGROUND_JOBS)
            : Settings.number(sources, Setting.BACKGROUND_JOBS, LEAST_BACKGROUND_JOBS, MAX_THREADS),
        Settings.number(sources, Setting.READ_THREADS, 1, MAX_THREADS),
        Compression.valueOf(
            Settings.choice(sources, Setting.COMPRESSION, "lz4", "zstd", "none")
                .toUpperCase(Locale.ROOT)));
  }

  /** The open files of a database if the process may have so many open. */
  static int autoFiles(long limit) {
    return Math.clamp(limit / AUTO_FILES_SHARE, LEAST_AUTO_FILES, MAX_AUTO_FILES);
  }

  private static boolean isAuto(SettingSources sources, Setting setting) throws SettingsException {
    return sources.value(setting).equals("auto");
  }

  private static long bytes(SettingSources sources, Setting setting, long auto)
      throws SettingsException {
    return isAuto(sources, setting)
        ? auto
        : Settings.number(sources, setting, 1, MAX_MEGABYTES) * MEGABYTE;
  }

  /** Sets these options, except the cache: the databases of some regions share one. */
  public void applyTo(RocksStoreOptions.Builder options) {
    options
        .writeBufferBytes(writeBufferBytes)
        .openFiles(openFiles)
        .backgroundJobs(backgroundJobs)
        .readThreads(readThreads)
        .compression(compression);
  }
}
