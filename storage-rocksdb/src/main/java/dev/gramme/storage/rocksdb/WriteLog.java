package dev.gramme.storage.rocksdb;

import dev.gramme.storage.StorageException;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.TransactionLogIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The committed groups of a database in their order, from a position in the write-ahead log. They
 * can be written again to a copy of the database that has the groups before them. Use an object on
 * one thread at a time.
 */
public final class WriteLog {
  private final RocksDB db;
  private final NativeLease lease;
  private final Archiving archiving;
  private final long failuresBefore;
  private long position;

  /**
   * A log that begins after a group.
   *
   * @param after the sequence number of the last write of the group
   */
  WriteLog(RocksDB db, NativeLease lease, Archiving archiving, long after) {
    this.db = db;
    this.lease = lease;
    this.archiving = archiving;
    this.failuresBefore = archiving.failedWrites();
    this.position = after;
  }

  /** The sequence number of the newest write of the database. */
  public long newest() {
    lease.enter();
    try {
      return db.getLatestSequenceNumber();
    } finally {
      lease.exit();
    }
  }

  /**
   * When the newest group of the database was written, if the log still has the group and its time.
   * After a crash this is a group of the process that crashed.
   */
  public Optional<Instant> newestTime() {
    lease.enter();
    try (TransactionLogIterator log = db.getUpdatesSince(db.getLatestSequenceNumber())) {
      Optional<Instant> time = Optional.empty();
      while (log.isValid()) {
        time = group(log).time();
        log.next();
      }
      return time;
    } catch (RocksDBException e) {
      return Optional.empty(); // the log has been deleted
    } finally {
      lease.exit();
    }
  }

  /**
   * Stores that an archive has all groups up to the position, for {@link RocksStore#archivedMark()}
   * of the next process.
   *
   * @param note what the archive needs to continue
   * @throws StorageException if the folder cannot be written
   */
  public void mark(String note) {
    lease.enter();
    try {
      archiving.mark(new ArchivedMark(position, note), failuresBefore);
    } catch (IOException e) {
      throw new StorageException(
          "The file %s cannot be written: %s".formatted(ArchivedMark.FILE, FileFault.inWords(e)),
          e);
    } finally {
      lease.exit();
    }
  }

  /** Whether the groups up to a sequence number have been read. */
  public boolean hasRead(long sequence) {
    return position >= sequence;
  }

  /**
   * Reads groups after the position, and moves the position behind each of them.
   *
   * @param until a sequence number of {@link #newest}; groups behind it are not read
   * @param sink receives the groups, and returns whether it accepts another one
   * @throws LogGapException if the log does not have all groups up to there; those that the sink
   *     received may be wrong
   */
  public void read(long until, Predicate<LoggedGroup> sink) throws LogGapException {
    long before = position;
    lease.enter();
    try {
      if (position < until) {
        readNow(until, sink);
      }
    } catch (RocksDBException e) {
      throw new LogGapException(
          "the log cannot be read after the write %d: %s".formatted(position, e.getMessage()));
    } finally {
      lease.exit();
    }
    if (before < until && position == before) {
      throw new LogGapException("the log ends at the write %d".formatted(before));
    }
    if (archiving.failedWrites() != failuresBefore) {
      throw new LogGapException("a write has failed");
    }
  }

  private void readNow(long until, Predicate<LoggedGroup> sink)
      throws RocksDBException, LogGapException {
    try (TransactionLogIterator log = db.getUpdatesSince(position + 1)) {
      while (position < until && log.isValid()) {
        LoggedGroup group = group(log);
        if (group.first() != position + 1) {
          throw new LogGapException(
              "the log has the write %d after the write %d".formatted(group.first(), position));
        }
        position = group.last();
        if (group.count() > 0 && !sink.test(group)) {
          return;
        }
        log.next();
      }
    }
  }

  private static LoggedGroup group(TransactionLogIterator log) throws RocksDBException {
    try (WriteBatch batch = log.getBatch().writeBatch()) {
      return new LoggedGroup(batch.data());
    }
  }

  /**
   * Writes a group of the original database again, unless this copy has it already. No other writes
   * may have been made in the copy. {@link #flush} makes the groups durable.
   *
   * @throws LogGapException if groups before it are missing
   */
  public void append(LoggedGroup group) throws LogGapException {
    lease.enter();
    try (WriteBatch batch = new WriteBatch(group.bytes());
        WriteOptions options = new WriteOptions()) {
      long newest = db.getLatestSequenceNumber();
      if (group.last() <= newest) {
        return;
      }
      if (group.first() != newest + 1) {
        throw new LogGapException(
            "the write %d follows the write %d".formatted(group.first(), newest));
      }
      db.write(options, batch);
    } catch (RocksDBException e) {
      throw failed(e);
    } finally {
      lease.exit();
    }
  }

  /** Makes all groups durable. */
  public void flush() {
    lease.enter();
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
      db.flush(waiting);
    } catch (RocksDBException e) {
      throw failed(e);
    } finally {
      lease.exit();
    }
  }

  private static StorageException failed(RocksDBException e) {
    return new StorageException(
        "The log cannot be written to the database: " + FileFault.inWords(e), e);
  }
}
