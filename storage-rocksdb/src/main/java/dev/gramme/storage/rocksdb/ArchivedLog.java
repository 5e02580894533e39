package dev.gramme.storage.rocksdb;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How the write-ahead log is kept for an archive, which reads it with {@link WriteLog}.
 *
 * @param clock of the times of groups in the log
 * @param kept the least time that a log stays after its content is in sorted files
 */
public record ArchivedLog(InstantSource clock, Duration kept) {
  /** Where RocksDB keeps such logs, below the folder of the database's files. */
  static final String FOLDER = "archive";

  public ArchivedLog {
    if (kept.toSeconds() < 1) {
      throw new IllegalArgumentException("kept must be at least 1 s");
    }
  }
}
