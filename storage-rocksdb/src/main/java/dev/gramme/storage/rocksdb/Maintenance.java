package dev.gramme.storage.rocksdb;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work: flushes the log if writes do not wait for it, and compacts large deleted ranges.
 * Without this compaction their tombstones would slow down reads until other writes to the same
 * range cause one.
 */
final class Maintenance {
  private static final long LOG_FLUSH_MILLIS = 1000;
  private static final long COMPACTION_DELAY_MILLIS = 2000;

  /** Further ranges are left to RocksDB's own compaction. */
  private static final int MAX_WAITING_RANGES = 256;

  private final RocksDB db;
  private final DiskHealth health;
  private final CompactRangeOptions compaction =
      new CompactRangeOptions().setExclusiveManualCompaction(false).setAllowWriteStall(false);
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("gramme-storage-maintenance").daemon().factory());
  private final AtomicInteger waitingRanges = new AtomicInteger();
  private volatile boolean closing;
  private volatile boolean unflushed;

  Maintenance(RocksDB db, DiskHealth health) {
    this.db = db;
    this.health = health;
  }

  /** Flushes the log once a second, if there were writes. */
  void flushLogInBackground() {
    var _ =
        thread.scheduleWithFixedDelay(
            this::flushLog, LOG_FLUSH_MILLIS, LOG_FLUSH_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Records that the log has unflushed writes. */
  void written() {
    if (!unflushed) {
      unflushed = true;
    }
  }

  private void flushLog() {
    if (!unflushed) {
      return;
    }
    unflushed = false;
    try {
      db.flushWal(true);
    } catch (RocksDBException e) {
      unflushed = true;
      var _ = health.failed(e);
    }
  }

  /** Schedules the compaction of deleted ranges. */
  void compact(List<Group.KeyRange> ranges) {
    for (Group.KeyRange range : ranges) {
      if (waitingRanges.incrementAndGet() > MAX_WAITING_RANGES) {
        waitingRanges.decrementAndGet();
        return;
      }
      try {
        var _ =
            thread.schedule(() -> compact(range), COMPACTION_DELAY_MILLIS, TimeUnit.MILLISECONDS);
      } catch (RuntimeException | Error e) {
        // The deletion is already written. Its group must not fail because an optimization of reads
        // cannot be scheduled.
        waitingRanges.decrementAndGet();
        log().warn("A deleted range is left to the usual compaction", e);
      }
    }
  }

  private void compact(Group.KeyRange range) {
    waitingRanges.decrementAndGet();
    try {
      db.compactRange(db.getDefaultColumnFamily(), range.from(), range.to(), compaction);
    } catch (RocksDBException e) {
      if (!closing) {
        log().warn("A deleted range could not be compacted: {}", e.getMessage());
      }
    }
  }

  /** Cancels running work. Call it only after the committer has ended. */
  void close() {
    closing = true;
    compaction.setCanceled(true);
    thread.shutdownNow();
    thread.close();
    flushLog();
    compaction.close();
  }

  /**
   * Created only when there is something to log: the first logger takes longer than opening a
   * database.
   */
  private static Logger log() {
    return LoggerFactory.getLogger(Maintenance.class);
  }
}
