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
 * Whether the database can be written. A write that fails says that it cannot; so does the folder
 * when it is not the same any more ({@link FolderWatch}), which is looked at once a second.
 *
 * <p>RocksDB refuses all writes after an error of its log. After a full disk it resumes by itself
 * some seconds after there is space again; after any other error only when the database is opened
 * again: what a failed flush has left on the medium cannot be known without reading it. So while
 * writes fail, and when RocksDB counts a new error of its background work, a write without content
 * is tried once a second: a server that gets no writes because it reports that it cannot take them
 * would otherwise never recover.
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

  /** How many errors of its background work RocksDB had counted; of the thread above. */
  private long backgroundErrors;

  /** What keeps the database from being written. */
  enum Kind {
    DISK_FULL,
    IO_ERROR,

    /** RocksDB would write nevertheless, into files without a name. */
    FOLDER_LOST
  }

  /** Why writes fail: the first error of its kind, since those that follow from it say less. */
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
   * Why writes fail before a write is tried, to be handed to {@link #succeeded} after it.
   *
   * @throws StorageException if nothing may be written
   */
  @Nullable Fault beforeWrite() {
    Fault current = fault.get();
    if (current != null && current.kind() == Kind.FOLDER_LOST) {
      throw new StorageException("The database cannot be written: " + current.reason());
    }
    return current;
  }

  /** A write was successful. What was wrong before it is over, but nothing that came meanwhile. */
  void succeeded(@Nullable Fault before) {
    if (before != null && fault.compareAndSet(before, null)) {
      log()
          .info(
              "The database in {} can be written again, after {} s.",
              path,
              TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - before.sinceNanos()));
    }
  }

  /** A write, or a flush of the log, has failed. Returns what the callers of the write get. */
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

  /** What is looked at once a second. */
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
      // Caught, since otherwise there would be no further check.
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

  /** Whether the folder may not be written to, since it is not this database's any more. */
  boolean isFolderLost() {
    return folder.loss().isPresent();
  }

  /** Ends the checks. Before the database is closed. */
  @Override
  public void close() {
    thread.shutdownNow();
    thread.close();
    flushed.close();
  }

  /** Made when there is something to log: the first logger takes longer than to open a database. */
  private static Logger log() {
    return LoggerFactory.getLogger(DiskHealth.class);
  }
}
