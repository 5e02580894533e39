package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.gramme.storage.StorageException;
import dev.gramme.storage.StoreHealth;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the database can be written. Two sources say that it cannot: a failed write, and
 * {@link FolderWatch}, which checks once a second that the folder is still the same one.
 *
 * <p>RocksDB refuses all writes after an error of its log. After a full disk it resumes some
 * seconds after space is available. After any other error it resumes only when the database is
 * reopened, because the effect of a failed flush is unknown until the medium is read again. So
 * while writes fail, and when RocksDB counts a new background error, an empty write is tried once a
 * second. Otherwise a server that reports itself unwritable, and therefore gets no writes, would
 * never recover.
 */
final class DiskHealth implements AutoCloseable {
  private static final long CHECK_MILLIS = 1000;
  private static final byte[] PROBE = "gramme: can this be written?".getBytes(US_ASCII);

  private final Path path;
  private final RocksDB db;
  private final FolderWatch folder;
  private final WriteOptions flushed = new WriteOptions().setSync(true);
  private final AtomicReference<@Nullable Fault> fault = new AtomicReference<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("gramme-storage-health").daemon().factory());

  /** RocksDB's background error count at the last check; only used on the thread above. */
  private long backgroundErrors;

  /** The reasons why the database cannot be written. */
  enum Kind {
    DISK_FULL,
    IO_ERROR,

    /** RocksDB itself would continue to write, into deleted files. */
    FOLDER_LOST
  }

  /**
   * Why writes fail. The first error of a kind is kept, since its consequences are less
   * informative.
   */
  record Fault(Kind kind, String reason, long sinceNanos) {}

  DiskHealth(Path path, RocksDB db) throws IOException {
    this.path = path;
    this.db = db;
    this.folder = new FolderWatch(path);
  }

  void start() {
    var _ =
        thread.scheduleWithFixedDelay(
            this::check, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
  }

  StoreHealth health() {
    Fault current = fault.get();
    return current == null
        ? StoreHealth.WRITABLE
        : new StoreHealth.Unwritable(
            current.reason(), Duration.ofNanos(System.nanoTime() - current.sinceNanos()));
  }

  /**
   * Call before a write and pass the result to {@link #succeeded} after it.
   *
   * @return the current fault, or null
   * @throws StorageException if no write may be attempted
   */
  @Nullable Fault beforeWrite() {
    Fault current = fault.get();
    if (current != null && current.kind() == Kind.FOLDER_LOST) {
      throw new StorageException("The database cannot be written: " + current.reason());
    }
    return current;
  }

  /**
   * Reports a successful write. It clears the fault from before the write, but not a fault that
   * occurred meanwhile.
   */
  void succeeded(@Nullable Fault before) {
    if (before != null && fault.compareAndSet(before, null)) {
      log()
          .info(
              "The database in {} can be written again, after {} s.",
              path,
              TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before.sinceNanos()));
    }
  }

  /**
   * Reports a failed write or a failed flush of the log, and returns the exception for the callers
   * of the write.
   */
  StorageException failed(RocksDBException e) {
    String message = String.valueOf(e.getMessage()).strip().replaceAll("\\s+", " ");
    if (e.getStatus() != null && e.getStatus().getSubCode() == Status.SubCode.NoSpace) {
      fail(
          Kind.DISK_FULL,
          "the disk is full (%s). Writes resume some seconds after there is space."
              .formatted(message));
    } else {
      fail(
          Kind.IO_ERROR,
          "%s. Repair the cause, then restart the server: until then all writes fail."
              .formatted(
                  message.endsWith(".") ? message.substring(0, message.length() - 1) : message));
    }
    return new StorageException("The database cannot be written: " + message, e);
  }

  private void fail(Kind kind, String reason) {
    Fault before = fault.get();
    while (before == null || before.kind() != kind) {
      long since = before == null ? System.nanoTime() : before.sinceNanos();
      if (fault.compareAndSet(before, new Fault(kind, reason, since))) {
        log().error("The database in {} cannot be written: {}", path, reason);
        return;
      }
      before = fault.get();
    }
  }

  /** The check that runs once a second. */
  private void check() {
    try {
      Optional<String> loss = folder.loss();
      if (loss.isPresent()) {
        fail(Kind.FOLDER_LOST, loss.get());
        return;
      }
      long errors = db.getLongProperty("rocksdb.background-errors");
      Fault before = fault.get();
      if (before != null || errors != backgroundErrors) {
        backgroundErrors = errors;
        probe(before);
      }
    } catch (Throwable t) {
      // Caught, because an exception would cancel all further checks.
      log().error("The health of the database in {} cannot be checked", path, t);
    }
  }

  private void probe(@Nullable Fault before) {
    try (WriteBatch probe = new WriteBatch()) {
      probe.putLogData(PROBE);
      db.write(flushed, probe);
      succeeded(before);
    } catch (RocksDBException e) {
      failed(e);
    }
  }

  /** Whether the folder no longer belongs to this database and must not be written to. */
  boolean isFolderLost() {
    return folder.loss().isPresent();
  }

  /** Ends the checks. Call it before the database is closed. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
    flushed.close();
  }

  /**
   * Created only when there is something to log: the first logger takes longer than opening a
   * database.
   */
  private static Logger log() {
    return LoggerFactory.getLogger(DiskHealth.class);
  }
}
