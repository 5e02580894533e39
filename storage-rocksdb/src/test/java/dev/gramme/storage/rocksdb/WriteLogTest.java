package dev.gramme.storage.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of a store is read, and written again to a copy. */
final class WriteLogTest {
  private static final Instant NOW = Instant.parse("2026-11-23T15:30:00.123Z");

  @TempDir private Path folder;

  private RocksStoreOptions options(Duration kept) {
    return RocksStoreOptions.builder(folder.resolve("original"))
        .archivedLog(new ArchivedLog(InstantSource.fixed(NOW), kept, 3L << 20))
        .build();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static void put(RocksStore store, String key, String value) {
    store
        .transact(tx -> {
          tx.put(bytes(key), bytes(value));
          return true;
        })
        .join();
  }

  private static List<LoggedGroup> read(WriteLog log) throws LogGapException {
    var groups = new ArrayList<LoggedGroup>();
    while (!log.hasRead(log.newest())) {
      log.read(log.newest(), groups::add);
    }
    return groups;
  }

  @Test
  void the_groups_after_a_checkpoint_make_a_copy_equal_also_across_flushes() throws Exception {
    var groups = new ArrayList<LoggedGroup>();
    Path copy = folder.resolve("copy");
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      put(store, "earlier", "1");
      WriteLog log = store.log();
      put(store, "a", "1");
      groups.addAll(read(log));
      store.checkpoint(copy);
      put(store, "a", "2");
      store.checkpoint(folder.resolve("flushed"));
      store
          .transact(tx -> {
            tx.deleteRange(bytes("b"), bytes("c"));
            tx.put(bytes("c"), bytes("3"));
            return true;
          })
          .join();
      groups.addAll(read(log));
      assertThat(read(log)).isEmpty();
    }
    assertThat(groups).hasSize(3).allMatch(group -> group.time().orElseThrow().equals(NOW));
    try (var store = RocksStore.open(RocksStoreOptions.of(copy))) {
      for (LoggedGroup group : groups) {
        store.log().append(group);
      }
      store.log().flush();
      assertThat(store.get(bytes("earlier"))).isEqualTo(bytes("1"));
      assertThat(store.get(bytes("a"))).isEqualTo(bytes("2"));
      assertThat(store.get(bytes("c"))).isEqualTo(bytes("3"));
    }
  }

  @Test
  void a_group_that_follows_a_missing_one_is_refused() throws Exception {
    Path copy = folder.resolve("copy");
    List<LoggedGroup> groups;
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      store.checkpoint(copy);
      WriteLog log = store.log();
      put(store, "a", "1");
      put(store, "b", "2");
      groups = read(log);
    }
    try (var store = RocksStore.open(RocksStoreOptions.of(copy))) {
      assertThatThrownBy(() -> store.log().append(groups.getLast()))
          .isInstanceOf(LogGapException.class)
          .hasMessage("the write 2 follows the write 0");
      assertThat(store.get(bytes("b"))).isNull();
    }
  }

  @Test
  void a_log_that_was_deleted_is_a_gap() throws Exception {
    try (var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("original")))) {
      WriteLog log = store.log();
      put(store, "a", "1");
      store.checkpoint(folder.resolve("flushed"));
      put(store, "b", "2");
      assertThatThrownBy(() -> read(log)).isInstanceOf(LogGapException.class);
    }
  }

  @Test
  void kept_logs_are_deleted_when_the_store_is_opened_again() throws Exception {
    Path archive = folder.resolve("original/rocksdb/archive");
    try (var store = RocksStore.open(options(Duration.ofHours(1)))) {
      put(store, "a", "1");
      store.checkpoint(folder.resolve("flushed"));
      put(store, "b", "2");
    }
    assertThat(archive).isNotEmptyDirectory();
    try (var store = RocksStore.open(RocksStoreOptions.of(folder.resolve("original")))) {
      assertThat(store.get(bytes("b"))).isEqualTo(bytes("2"));
    }
    try (var left = Files.list(archive)) {
      assertThat(left).isEmpty();
    }
  }

  /** How far the archive is, according to the next opening of the store. */
  private Optional<ArchivedMark> markOfNextOpening() {
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      return store.archivedMark();
    }
  }

  @Test
  void a_mark_is_there_after_each_opening_with_an_archive_until_one_without() throws Exception {
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      assertThat(store.archivedMark()).isEmpty();
      WriteLog log = store.log();
      put(store, "a", "1");
      read(log);
      log.mark("segment 7");
      put(store, "b", "2");
    }
    assertThat(markOfNextOpening()).contains(new ArchivedMark(1, "segment 7"));
    assertThat(markOfNextOpening()).isPresent();
    RocksStore.open(RocksStoreOptions.of(folder.resolve("original"))).close();
    assertThat(markOfNextOpening()).isEmpty();
  }

  @Test
  void a_mark_that_was_not_written_completely_is_none() throws Exception {
    RocksStore.open(options(Duration.ofMinutes(1))).close();
    for (String content : List.of("", "7", "7 segment", "x segment\n")) {
      Files.writeString(folder.resolve("original").resolve(ArchivedMark.FILE), content);
      assertThat(markOfNextOpening()).as(content).isEmpty();
    }
  }

  @Test
  void a_failed_write_ends_the_mark() throws Exception {
    Path data = folder.resolve("original");
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      WriteLog log = store.log();
      log.mark("before");
      store.archiving().writeFailed();
      log.mark("after");
      assertThat(data.resolve(ArchivedMark.FILE)).hasContent("0 before");
      put(store, "a", "1");
      assertThat(data.resolve(ArchivedMark.FILE)).doesNotExist();
      log.mark("later");
      assertThat(data.resolve(ArchivedMark.FILE)).doesNotExist();
      store.log().mark("of a new log");
      assertThat(data.resolve(ArchivedMark.FILE)).hasContent("1 of a new log");
    }
  }

  @Test
  void the_time_of_the_newest_group_is_known_after_a_crash() throws Exception {
    try (var store = RocksStore.open(options(Duration.ofMinutes(1)))) {
      assertThat(store.log().newestTime()).isEmpty();
      put(store, "a", "1");
      assertThat(store.log().newestTime()).contains(NOW);
      copy(folder.resolve("original/rocksdb"), folder.resolve("crashed/rocksdb"));
      Files.copy(folder.resolve("original/gramme.format"), folder.resolve("crashed/gramme.format"));
    }
    var crashed =
        RocksStoreOptions.builder(folder.resolve("crashed"))
            .archivedLog(
                new ArchivedLog(
                    InstantSource.fixed(NOW.minusSeconds(60)), Duration.ofMinutes(1), 3L << 20))
            .build();
    try (var store = RocksStore.open(crashed)) {
      assertThat(store.get(bytes("a"))).isEqualTo(bytes("1"));
      assertThat(store.log().newestTime()).contains(NOW);
    }
  }

  /** Copies the files of a folder, but not its subfolders. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (var files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void the_kept_log_is_limited_by_time_and_size() throws Exception {
    RocksStore.open(options(Duration.ofSeconds(90))).close();
    try (var files = Files.walk(folder.resolve("original"))) {
      Path settings =
          files
              .filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
              .max(Comparator.naturalOrder())
              .orElseThrow();
      assertThat(Files.readString(settings))
          .contains("WAL_ttl_seconds=90\n", "WAL_size_limit_MB=3\n");
    }
    assertThatThrownBy(() -> new ArchivedLog(InstantSource.system(), Duration.ofSeconds(1), 1000))
        .hasMessage("keptBytes must be at least 1 MiB");
  }
}
