package dev.gramme.storage.rocksdb;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Reader;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.StoreHealth;
import dev.gramme.storage.Transaction;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.LoggerFactory;

/**
 * The durable single-node store, on RocksDB. All writes go through one {@link Committer}. Reads go
 * directly to RocksDB on the caller's thread and never wait for a write.
 *
 * <p>Functions of transactions run on the committer's thread, and so do callbacks chained to a
 * future without an executor. Both must be short and must not block, in particular not on another
 * transaction of this store.
 *
 * <p>If the medium fails or is full, the writes of that group fail with a {@link StorageException},
 * and so do all later writes until {@link DiskHealth} observes that the database can be written
 * again. Reads continue to work.
 */
public final class RocksStore implements Store {
  private final StoreFolder folder;
  private final RocksOptions options;

  /** RocksDB's properties by the names of the metrics. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "block_cache_bytes", "rocksdb.block-cache-usage",
          "memtable_bytes", "rocksdb.cur-size-all-mem-tables",
          "files_bytes", "rocksdb.total-sst-files-size",
          "compaction_pending_bytes", "rocksdb.estimate-pending-compaction-bytes",
          "compactions_running", "rocksdb.num-running-compactions",
          "flushes_running", "rocksdb.num-running-flushes",
          "write_stopped", "rocksdb.is-write-stopped",
          "snapshots", "rocksdb.num-snapshots");

  private final RocksDB db;
  private final WriteOptions writeOptions;
  private final WriteBatches batches = new WriteBatches();
  private final @Nullable ArchivedLog archivedLog;
  private final Optional<ArchivedMark> archivedMark;
  private final Archiving archiving;
  private final NativeLease lease = new NativeLease();
  private final RocksReads reads;
  private final DiskHealth health;
  private final Maintenance maintenance;
  private final Committer committer;
  private final Reader inMemory = new InMemory();
  private boolean released;

  private RocksStore(
      RocksStoreOptions storeOptions,
      StoreFolder folder,
      RocksOptions options,
      RocksDB db,
      Optional<ArchivedMark> mark,
      DiskHealth health) {
    boolean sync = storeOptions.durability() == Durability.SYNC;
    this.folder = folder;
    this.options = options;
    this.db = db;
    this.writeOptions = new WriteOptions().setSync(sync);
    this.reads = new RocksReads(db, lease, new DiskLatency(storeOptions.slowRead()));
    this.archivedLog = storeOptions.archivedLog();
    this.archivedMark = mark;
    this.archiving = new Archiving(folder.path(), health);
    this.health = health;
    this.maintenance = new Maintenance(db, health);
    this.committer = new Committer(storeOptions, reads, this::writeGroup);
    if (!sync) {
      maintenance.flushLogInBackground();
    }
    committer.start();
    health.start();
  }

  /**
   * Opens the database in a folder, or creates one if the folder is empty or does not exist.
   *
   * @throws StorageException if another process uses the folder, if it has another format or is not
   *     a database, if it cannot be read and written, or if the data is damaged
   */
  public static RocksStore open(RocksStoreOptions storeOptions) {
    Path path = storeOptions.folder();
    StoreFolder folder = StoreFolder.open(path);
    RocksOptions options = null;
    try {
      NativeLibrary.load(storeOptions.nativeLibraryFolder());
      options = new RocksOptions(storeOptions);
      Optional<ArchivedMark> mark = mark(path, storeOptions.archivedLog());
      RocksDB db = openDatabase(options, StoreFolder.database(path));
      mark = withinDatabase(mark, path, db);
      return new RocksStore(storeOptions, folder, options, db, mark, health(path, db));
    } catch (RocksDBException | IOException | RuntimeException e) {
      if (options != null) {
        options.close();
      }
      folder.close();
      throw new StorageException(
          "The database in " + path + " cannot be opened: " + FileFault.inWords(e), e);
    }
  }

  /**
   * The mark that an archive continues. Without one, the archive begins with the first write of its
   * process, and older logs are of no use.
   */
  private static Optional<ArchivedMark> mark(Path path, @Nullable ArchivedLog archivedLog)
      throws IOException {
    Path database = StoreFolder.database(path);
    Optional<ArchivedMark> mark = ArchivedMark.read(path);
    if (mark.isPresent() && archivedLog != null) {
      FileTime opened = Files.getLastModifiedTime(StoreFolder.lockFile(path));
      keepLogs(database, opened);
      keepLogs(database.resolve(ArchivedLog.FOLDER), opened);
      return mark;
    }
    ArchivedMark.delete(path);
    for (Path log : logs(database.resolve(ArchivedLog.FOLDER))) {
      Files.delete(log);
    }
    return Optional.empty();
  }

  /** The mark, unless the database ends before it, for instance after a loss of power. */
  private static Optional<ArchivedMark> withinDatabase(
      Optional<ArchivedMark> mark, Path path, RocksDB db) throws IOException {
    if (mark.isEmpty() || mark.get().sequence() <= db.getLatestSequenceNumber()) {
      return mark;
    }
    try {
      ArchivedMark.delete(path);
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      db.close();
      throw e;
    }
  }

  /** Makes RocksDB, which keeps a log for some time after its last change, count from now on. */
  private static void keepLogs(Path folder, FileTime now) throws IOException {
    for (Path log : logs(folder)) {
      Files.setLastModifiedTime(log, now);
    }
  }

  private static List<Path> logs(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.log")) {
      return StreamSupport.stream(files.spliterator(), false).toList();
    }
  }

  private static RocksDB openDatabase(RocksOptions options, Path database)
      throws RocksDBException, IOException {
    try {
      return RocksDB.open(options.options(), database.toString());
    } catch (RocksDBException e) {
      if (e.getStatus() == null || e.getStatus().getCode() != Status.Code.Corruption) {
        throw e;
      }
      Optional<String> lost = LostLog.inWords(database, String.valueOf(e.getMessage()));
      if (lost.isPresent()) {
        throw damaged(lost.get(), e);
      }
      WalTailRepair logs = WalTailRepair.of(database);
      if (!logs.trimIfTorn()) {
        throw damaged(
            logs.damageInWords().orElse("its data is damaged (" + e.getMessage() + ")"), e);
      }
      return RocksDB.open(options.options(), database.toString());
    }
  }

  private static DiskHealth health(Path path, RocksDB db) throws IOException {
    try {
      return new DiskHealth(path, db);
    } catch (IOException | RuntimeException e) {
      db.close();
      throw e;
    }
  }

  private static StorageException damaged(String what, RocksDBException e) {
    return new StorageException(
        what + ". Put the file back, or restore the folder from a backup.", e);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    PendingTransaction<T> queued = new PendingTransaction<>(body);
    committer.submit(queued);
    return queued.future();
  }

  private void writeGroup(Group group) {
    DiskHealth.Fault before = health.beforeWrite();
    archiving.beforeWrite();
    try (WriteBatch batch = group.toWriteBatch(batches)) {
      if (archivedLog != null) {
        batch.putLogData(LoggedGroup.encode(archivedLog.clock().instant()));
      }
      db.write(writeOptions, batch);
    } catch (RocksDBException e) {
      archiving.writeFailed();
      throw health.failed(e);
    }
    health.succeeded(before);
    maintenance.written();
    maintenance.compact(group.clearedRanges());
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    return reads.get(RocksReads.Source.DISK, key);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    return reads.range(RocksReads.Source.DISK, null, from, to, direction);
  }

  @Override
  public Reader withoutWaiting() {
    return reads.withoutWaiting() == RocksReads.Source.MEMORY ? inMemory : this;
  }

  /** Reads of memtables and the block cache. */
  private final class InMemory implements Reader {
    @Override
    public byte @Nullable [] get(byte[] key) {
      return reads.get(RocksReads.Source.MEMORY, key);
    }

    @Override
    public Cursor range(byte[] from, byte[] to, Direction direction) {
      return reads.range(RocksReads.Source.MEMORY, null, from, to, direction);
    }
  }

  @Override
  public Snapshot snapshot() {
    return reads.snapshot();
  }

  /**
   * Writes a copy whose sorted files are links to the database's own files where the file system
   * allows it. The copy is marked as complete at the end.
   */
  @Override
  public void checkpoint(Path directory) {
    lease.enter();
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      Files.createDirectory(directory);
      checkpoint.createCheckpoint(StoreFolder.database(directory).toString());
      FolderFormat.CURRENT.mark(directory);
    } catch (FileAlreadyExistsException e) {
      throw new StorageException("The checkpoint " + directory + " exists already.", e);
    } catch (RocksDBException | IOException e) {
      throw new StorageException(
          "The checkpoint " + directory + " cannot be written: " + FileFault.inWords(e), e);
    } finally {
      lease.exit();
    }
  }

  /**
   * Reads all sorted files and compares every block with its checksum.
   *
   * @throws StorageException if a file is damaged or cannot be read; the message names it
   */
  public void verifyChecksums() {
    lease.enter();
    try {
      db.verifyChecksum();
    } catch (RocksDBException e) {
      throw new StorageException(
          "The database in " + folder.path() + " is damaged: " + FileFault.inWords(e), e);
    } finally {
      lease.exit();
    }
  }

  /** The log of the groups that are committed from now on. */
  public WriteLog log() {
    lease.enter();
    try {
      return log(db.getLatestSequenceNumber());
    } finally {
      lease.exit();
    }
  }

  /**
   * The log of the groups after a sequence number. If the process before wrote them, they may be
   * gone, which {@link WriteLog#read} reports.
   */
  public WriteLog log(long after) {
    return new WriteLog(db, lease, archiving, after);
  }

  /** Whether an archive can continue with the log; for tests. */
  Archiving archiving() {
    return archiving;
  }

  /** How far an archive had the log when the database was opened; empty if that is not known. */
  public Optional<ArchivedMark> archivedMark() {
    return archivedMark;
  }

  @Override
  public StoreHealth health() {
    return health.health();
  }

  @Override
  public SortedMap<String, Double> metrics() {
    var metrics = new TreeMap<String, Double>();
    committer.addMetrics(metrics);
    lease.enter();
    try {
      for (var property : PROPERTIES.entrySet()) {
        metrics.put(property.getKey(), (double) db.getLongProperty(property.getValue()));
      }
    } catch (RocksDBException e) {
      throw new StorageException(
          "The metrics of the database cannot be read: " + e.getMessage(), e);
    } finally {
      lease.exit();
    }
    return metrics;
  }

  /** Flushes the memtables to sorted files. If that fails, the logs keep the data. */
  private void emptyLogs() {
    if (health.isFolderLost()) {
      return; // the folder may now belong to another database
    }
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true).setAllowWriteStall(true)) {
      db.flush(waiting);
    } catch (RocksDBException e) {
      LoggerFactory.getLogger(RocksStore.class)
          .warn(
              "The memtables could not be flushed; the last writes stay in the write-ahead log of {}: {}",
              folder.path(),
              e.getMessage());
    }
  }

  @Override
  public synchronized void close() {
    if (released) {
      return;
    }
    released = true;
    committer.close();
    lease.end();
    maintenance.close();
    health.close();
    reads.close();
    emptyLogs();
    db.close();
    writeOptions.close();
    options.close();
    folder.close();
  }
}
