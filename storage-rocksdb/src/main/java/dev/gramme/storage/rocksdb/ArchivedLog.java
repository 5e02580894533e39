package dev.gramme.storage.rocksdb;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How the write-ahead log is kept for an archive, which reads it with {@link WriteLog}.
 *
 * @param clock of the times of groups in the log
 * @param kept how long a log stays after its content is in sorted files, unless {@code keptBytes}
 *     is exceeded
 * @param keptBytes the maximum size of these logs; the oldest are deleted first. RocksDB checks it
 *     at most ten minutes, or half of {@code kept}, later. At least 1 MiB; rounded down to whole
 *     MiB
 */
public record ArchivedLog(InstantSource clock, Duration kept, long keptBytes) {
  /** Where RocksDB keeps such logs, below the folder of the database's files. */
  static final String FOLDER = "archive";

  public ArchivedLog {
    if (kept.toSeconds() < 1) {
      throw new IllegalArgumentException("kept must be at least 1 s");
    }
    if (keptBytes < 1 << 20) {
      throw new IllegalArgumentException("keptBytes must be at least 1 MiB");
    }
  }
}
