package dev.gramme.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.gramme.storage.rocksdb.ArchivedLog;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;

/** A database with an archive in a folder, and with a clock that a test moves. */
final class ArchivedDatabase implements AutoCloseable {
  static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  static final Duration DAY = Duration.ofDays(1);

  /** The computer's clock. */
  Instant now = START;

  final FailingBucket bucket;
  final Repository repository;
  final TreeMap<String, RocksStore> stores = new TreeMap<>();
  AdvancingClock clock = new AdvancingClock(() -> now);
  LogShipper shipper;
  ArchiveBase base;
  private final Path folder;
  private final Path data;

  /** The folders {@code data} and {@code archive} are created in a folder. */
  ArchivedDatabase(Path folder) throws IOException {
    this(folder, "data");
  }

  /**
   * The folders are created in a folder.
   *
   * @param data the name of the data folder
   */
  ArchivedDatabase(Path folder, String data) throws IOException {
    this.folder = folder;
    this.data = folder.resolve(data);
    Files.createDirectories(folder.resolve("archive"));
    bucket = new FailingBucket(FolderBuckets.of(folder.resolve("archive")));
    repository = new Repository(bucket, "", "archive");
    base = base();
    shipper = shipper();
  }

  private LogShipper shipper() {
    return new LogShipper(repository.log(), claim(), base, clock);
  }

  private ArchiveBase base() {
    Duration keep = DAY.multipliedBy(7);
    return new ArchiveBase(data, repository, claim(), keep, "1", clock, this::nanos);
  }

  PlaceClaim claim() {
    return new PlaceClaim(data, repository, PlaceOwner.Kind.ARCHIVE, () -> now);
  }

  private long nanos() {
    return Duration.between(START, now).toNanos();
  }

  @Override
  public void close() {
    stores.values().forEach(RocksStore::close);
    stores.clear();
  }

  /** Opens the database, which does not keep its log. */
  void open() {
    open(RocksStoreOptions.builder(data));
  }

  /** Opens the database, which keeps its log for the archive. */
  void openArchived() {
    openArchived(clock);
  }

  /**
   * Opens the database, which keeps its log for the archive.
   *
   * @param times of the groups
   */
  void openArchived(InstantSource times) {
    open(
        RocksStoreOptions.builder(data)
            .archivedLog(new ArchivedLog(times, Duration.ofMinutes(10), 1L << 30)));
  }

  private void open(RocksStoreOptions.Builder options) {
    stores.put("", RocksStore.open(options.build()));
  }

  /** Opens the database again, in a process that does not know how far the archive is. */
  void restartWithoutMark() throws IOException {
    close();
    Files.delete(data.resolve("gramme.archived"));
    restart();
  }

  /** Opens the database again, with the state that a new process has. */
  void restart() {
    close();
    clock = new AdvancingClock(() -> now);
    base = base();
    shipper = shipper();
    openArchived();
  }

  RocksStore store() {
    return requireNonNull(stores.get(""));
  }

  LogPosition next() {
    return requireNonNull(shipper.next());
  }

  void put(String key, String value) {
    store()
        .transact(tx -> {
          tx.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
          return true;
        })
        .join();
  }

  void ship() throws BackupException, IOException {
    shipper.ship(stores, false);
  }

  void writeBase() throws Exception {
    base.write(next(), stores, shipper.sentBytes());
    base.removeOld(next());
  }

  /** The value of a key in a restored database. */
  String restored(String key, Optional<Instant> at) throws Exception {
    Path copy = Files.createTempDirectory(folder, "copy");
    var silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), () -> 0);
    var _ = new RestoreRun(repository, silent).restore(RestorePoint.find(repository, at), copy);
    try (var store = RocksStore.open(RocksStoreOptions.of(copy))) {
      byte[] value = store.get(key.getBytes(UTF_8));
      return value == null ? "none" : new String(value, UTF_8);
    }
  }

  String restored(String key, Instant at) throws Exception {
    return restored(key, Optional.of(at));
  }

  String restored(String key) throws Exception {
    return restored(key, Optional.empty());
  }
}
