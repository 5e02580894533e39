package dev.gramme.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.rocksdb.ArchivedLog;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An archive of one database with a clock that the test moves. */
final class LogShipperTest {
  private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  @TempDir private Path folder;

  private Instant now = START;
  private FailingBucket bucket;
  private Repository repository;
  private LogShipper shipper;
  private ArchiveBase base;
  private final TreeMap<String, RocksStore> stores = new TreeMap<>();

  @BeforeEach
  void open() throws Exception {
    Files.createDirectories(folder.resolve("archive"));
    bucket = new FailingBucket(FolderBuckets.of(folder.resolve("archive")));
    repository = new Repository(bucket, "", "archive");
    shipper = new LogShipper(repository.log(), () -> now);
    base = new ArchiveBase(folder.resolve("data"), repository, DAY.multipliedBy(7), "1", () -> now);
  }

  @AfterEach
  void close() {
    stores.values().forEach(RocksStore::close);
  }

  private void open(RocksStoreOptions.Builder options) {
    stores.put("", RocksStore.open(options.build()));
  }

  private RocksStoreOptions.Builder options() {
    return RocksStoreOptions.builder(folder.resolve("data"));
  }

  private RocksStoreOptions.Builder keepingLogs() {
    return options().archivedLog(new ArchivedLog(() -> now, Duration.ofMinutes(10), 1L << 30));
  }

  private RocksStore store() {
    return requireNonNull(stores.get(""));
  }

  private LogPosition next() {
    return requireNonNull(shipper.next());
  }

  private void put(String key, String value) {
    store()
        .transact(tx -> {
          tx.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
          return true;
        })
        .join();
  }

  private void writeBase() throws Exception {
    base.write(next(), stores, shipper.sentBytes());
  }

  /** The value of a key in a restored database. */
  private String restored(String key, Optional<Instant> at) throws Exception {
    Path copy = Files.createTempDirectory(folder, "copy");
    var silent = new Progress(new PrintStream(OutputStream.nullOutputStream()), () -> 0);
    var manifest = repository.manifest(repository.newest(at));
    var _ = new RestoreRun(repository, silent).restore(manifest, copy, at);
    try (var store = RocksStore.open(RocksStoreOptions.of(copy))) {
      byte[] value = store.get(key.getBytes(UTF_8));
      return value == null ? "none" : new String(value, UTF_8);
    }
  }

  @Test
  void a_log_that_is_gone_begins_a_generation_that_the_next_backup_continues() throws Exception {
    open(options());
    var _ = shipper.ship(stores);
    writeBase();
    LogPosition before = next();
    put("a", "1");
    store().checkpoint(folder.resolve("flushed")); // deletes the log
    put("a", "2");
    now = now.plus(DAY);
    var _ = shipper.ship(stores);
    assertThat(next().generation()).isNotEqualTo(before.generation());
    assertThat(base.isOf(next())).isFalse();
    writeBase();
    put("a", "3");
    now = now.plus(DAY);
    var _ = shipper.ship(stores);
    assertThat(restored("a", Optional.empty())).isEqualTo("3");
  }

  @Test
  void a_moment_within_a_shipment_of_several_segments_has_all_earlier_writes() throws Exception {
    open(keepingLogs());
    var _ = shipper.ship(stores);
    writeBase();
    int before = repository.keys("log/").size();
    now = now.plusSeconds(1);
    for (int i = 0; i < 8; i++) {
      put("large" + i, "x".repeat(1 << 20));
    }
    put("a", "1");
    Instant at = now.plusSeconds(1);
    now = now.plusSeconds(2);
    put("a", "2");
    var _ = shipper.ship(stores);
    assertThat(repository.keys("log/").size() - before).isGreaterThan(1);
    assertThat(restored("a", Optional.of(at))).isEqualTo("1");
    assertThat(restored("a", Optional.empty())).isEqualTo("2");
  }

  @Test
  void a_moment_within_a_shipment_that_failed_in_between_has_all_earlier_writes() throws Exception {
    open(keepingLogs());
    var _ = shipper.ship(stores);
    writeBase();
    now = now.plusSeconds(1);
    for (int i = 0; i < 8; i++) {
      put("large" + i, "x".repeat(1 << 20));
    }
    put("a", "1");
    Instant at = now.plusSeconds(1);
    now = now.plusSeconds(2);
    bucket.failAfter(1);
    assertThatThrownBy(() -> shipper.ship(stores)).isInstanceOf(BackupException.class);
    now = now.plusSeconds(10);
    put("a", "2");
    var _ = shipper.ship(stores);
    assertThat(restored("a", Optional.of(at))).isEqualTo("1");
    assertThat(restored("a", Optional.empty())).isEqualTo("2");
  }

  @Test
  void every_moment_of_the_kept_time_can_be_restored_and_earlier_logs_are_deleted()
      throws Exception {
    open(keepingLogs());
    for (int day = 0; day < 14; day++) {
      now = START.plus(DAY.multipliedBy(day));
      put("day", "" + day);
      now = now.plusSeconds(1);
      var _ = shipper.ship(stores);
      if (day % 4 == 0) {
        writeBase();
      }
    }
    assertThat(repository.backups())
        .extracting(Repository.Backup::time)
        .allMatch(time -> time.isAfter(START.plus(DAY.multipliedBy(4))))
        .hasSize(3);
    assertThat(repository.keys("log/")).hasSize(9);
    for (int day = 5; day < 14; day++) {
      Instant at = START.plus(DAY.multipliedBy(day)).plusSeconds(60);
      assertThat(restored("day", Optional.of(at))).isEqualTo("" + day);
    }
    assertThatThrownBy(() -> restored("day", Optional.of(START.plus(DAY))))
        .isInstanceOf(BackupException.class)
        .hasMessageContaining("there is no backup at or before");
  }

  @Test
  void a_segment_that_cannot_be_sent_is_sent_later() throws Exception {
    open(keepingLogs());
    var _ = shipper.ship(stores);
    writeBase();
    Path obstacle = Files.writeString(folder.resolve("archive/log"), "no folder");
    put("a", "1");
    now = now.plus(DAY);
    assertThatThrownBy(() -> shipper.ship(stores)).isInstanceOf(BackupException.class);
    put("a", "2");
    Instant later = now.plus(DAY);
    now = later.plusSeconds(1);
    put("a", "3");
    Files.delete(obstacle);
    var _ = shipper.ship(stores);
    assertThat(next().segment()).isEqualTo(2);
    assertThat(restored("a", Optional.empty())).isEqualTo("3");
    assertThat(restored("a", Optional.of(later))).isEqualTo("2");
  }
}
