package dev.gramme.conformance.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.conformance.support.Json;
import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.RowRetention;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.storage.Direction;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Eventually;
import dev.gramme.transfer.bucket.FolderBuckets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Imports and exports that are interrupted. A crash is simulated by a copy of the store and the
 * files that is made during the transfer; a new database is opened on the copy.
 */
final class InterruptedTransferTest {
  private static final int OBJECTS = 12;
  private static final int ITEMS = 400;

  @TempDir Path folder;
  @TempDir Path copies;
  private Instant now = Instant.parse("2026-11-21T04:00:00Z");

  /** The store and the files at the moment of a crash. */
  private record Remains(MemoryStore store, Path folder) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 12})
  void an_import_resumes_after_a_crash_and_its_items_are_not_visible_before_its_end(int object)
      throws IOException {
    writeObjects();
    var store = new MemoryStore();
    Remains remains;
    try (var database = new CrashingDatabase(store, object)) {
      database.beginImport();
      remains = database.remains();
    }

    try (var database = open(remains.store(), remains.folder())) {
      var done = awaitImport(database);
      assertThat(count(database)).isEqualTo(OBJECTS * ITEMS);
      checkImport(done);
      assertThat(errors(remains.folder(), done)).hasSize(OBJECTS);
    }
  }

  @Test
  void an_import_resumes_where_a_close_stopped_it() throws IOException {
    writeObjects();
    var store = new MemoryStore();
    MemoryStore closed;
    try (var database = new CrashingDatabase(store, 7)) {
      database.beginImport();
      database.remains();
      database.database.engine().close();
      closed = store.fork();
    }

    try (var database = open(closed, folder)) {
      var done = awaitImport(database);
      assertThat(count(database)).isEqualTo(OBJECTS * ITEMS);
      checkImport(done);
      assertThat(errors(folder, done)).hasSize(OBJECTS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 5, 9})
  void an_export_resumes_after_a_crash_with_the_items_at_its_export_time(int object)
      throws IOException {
    Files.createDirectories(folder.resolve("files"));
    var store = new MemoryStore();
    Remains remains;
    Map<String, @Nullable Object> begun;
    try (var database = new CrashingDatabase(store, object)) {
      database.database.createTable("items");
      for (int i = 0; i < 200; i++) {
        database.database.put("items", Item.of("pk", new S("i" + i), "n", N.of(1)));
      }
      now = now.plus(Duration.ofMinutes(1));
      long time = now.getEpochSecond();
      now = now.plus(Duration.ofMinutes(1));
      for (int i = 0; i < 300; i += 3) {
        database.database.put("items", Item.of("pk", new S("i" + i), "n", N.of(2)));
        database.database.delete("items", "i" + (i + 1));
      }
      begun = database.database.export("items", "\"S3Bucket\":\"files\",\"ExportTime\":" + time);
      remains = database.remains();
    }

    try (var database = open(remains.store(), remains.folder())) {
      var done = database.exported(begun);
      assertThat(done.get("ExportStatus")).isEqualTo("COMPLETED");
      Path bucket = remains.folder().resolve("files");
      assertThat(ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines())
          .hasSize(200)
          .allMatch(line -> line.contains("{\"N\":\"1\"}"));
      assertThat(Folders.files(bucket)).hasSize(4 + 5).noneMatch(file -> file.endsWith(".part"));
    }
  }

  @Test
  void an_export_continues_while_its_table_is_changed_and_deleted() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    var store = new MemoryStore();
    MemoryStore later;
    Map<String, @Nullable Object> begun;
    int number;
    try (var database = new CrashingDatabase(store, 2)) {
      database.database.createTable("items");
      for (int i = 0; i < 100; i++) {
        database.database.put("items", Item.of("pk", new S("i" + i), "n", N.of(1)));
      }
      now = now.plusSeconds(1);
      number = database.database.engine().catalog().find("items").orElseThrow().number();
      begun = database.database.export("items", "\"S3Bucket\":\"files\"");
      later = database.remains().store();
    }
    try (var database = stalled(later)) {
      // From here on, only the export needs the log.
      var off = "{\"TableName\":\"items\",\"PointInTimeRecoverySpecification\":";
      database.call("UpdateContinuousBackups", off + "{\"PointInTimeRecoveryEnabled\":false}}");
      for (int i = 0; i < 100; i += 2) {
        database.put("items", Item.of("pk", new S("i" + i), "n", N.of(2)));
        database.delete("items", "i" + (i + 1));
      }
      database.call("DeleteTable", "{\"TableName\":\"items\"}");
      database.engine().advance(Duration.ofDays(40));
      later = later.fork();
    }
    assertThat(RowRetention.isHeld(later, number)).isTrue();

    try (var database = open(later, folder)) {
      var done = database.exported(begun);
      assertThat(done.get("ExportStatus")).isEqualTo("COMPLETED");
      Path bucket = folder.resolve("files");
      assertThat(ExportedFiles.read(bucket, Json.member(done, "ExportManifest")).lines())
          .hasSize(100)
          .allMatch(line -> line.contains("{\"N\":\"1\"}"));
      MemoryStore left = later;
      Eventually.get(
          "the rows of the table are deleted",
          Duration.ofMinutes(10),
          () -> hasRows(left, number),
          rows -> !rows);
      assertThat(RowRetention.isHeld(left, number)).isFalse();
    }
  }

  private static boolean hasRows(MemoryStore store, int number) {
    try (var rows =
        store.range(
            RowKeys.tableStart(number), RowKeys.tableStart(number + 1), Direction.ASCENDING)) {
      return rows.next();
    }
  }

  /** A database whose exports block until it is closed, so they make no progress. */
  private TransferDatabase stalled(MemoryStore store) {
    var closing = new AtomicReference<@Nullable Engine>();
    var database =
        new TransferDatabase(
            store,
            new WatchedBuckets(
                new FolderBuckets(folder),
                key ->
                    Eventually.holds(
                        "the database is closed",
                        Duration.ofMinutes(10),
                        () -> {
                          Engine engine = closing.get();
                          return engine != null && engine.catalog().lifecycle().isClosed();
                        })),
            folder,
            () -> now);
    closing.set(database.engine());
    return database;
  }

  private void writeObjects() throws IOException {
    Path bucket = Files.createDirectories(folder.resolve("files/data"));
    for (int i = 0; i < OBJECTS; i++) {
      var lines = new StringBuilder("{\"Item\":{\"no\":{\"S\":\"key\"}}}\n");
      for (int j = 0; j < ITEMS; j++) {
        lines.append("{\"Item\":{\"pk\":{\"S\":\"%d-%d\"}}}\n".formatted(i, j));
      }
      Files.writeString(bucket.resolve("%02d.json".formatted(i)), lines);
    }
  }

  private TransferDatabase open(MemoryStore store, Path at) {
    return new TransferDatabase(store, new FolderBuckets(at), at, () -> now);
  }

  private static Map<String, @Nullable Object> awaitImport(TransferDatabase database) {
    var listed = database.call("ListImports", "{}");
    var summary = Json.elements(Json.member(listed, "ImportSummaryList")).getFirst();
    return database.imported(Json.members(Objects.requireNonNull(summary)));
  }

  private static void checkImport(Map<String, @Nullable Object> done) {
    assertThat(done.get("FailureCode")).isEqualTo("ItemValidationError");
    assertThat(number(done, "ErrorCount")).isEqualTo(OBJECTS);
    assertThat(number(done, "ProcessedItemCount")).isEqualTo(OBJECTS * (ITEMS + 1L));
    assertThat(number(done, "ImportedItemCount")).isEqualTo(OBJECTS * (long) ITEMS);
  }

  /** Counts the items of the table once it can be read. */
  private static long count(TransferDatabase database) {
    return Eventually.get(
        "the table exists",
        Duration.ofMinutes(10),
        () -> {
          try {
            return number(
                database.call("Scan", "{\"TableName\":\"items\",\"Select\":\"COUNT\"}"), "Count");
          } catch (ApiError notYet) {
            assertThat(notYet.type()).isEqualTo(ErrorType.RESOURCE_NOT_FOUND);
            return -1L;
          }
        },
        count -> count >= 0);
  }

  private static List<String> errors(Path folder, Map<String, @Nullable Object> done)
      throws IOException {
    String id = String.valueOf(done.get("ImportArn")).replaceAll(".*/", "");
    return Files.readAllLines(folder.resolve(".logs/aws-dynamodb/imports/" + id + "/error"));
  }

  private static long number(Map<String, @Nullable Object> object, String name) {
    return ((Number) Json.member(object, name)).longValue();
  }

  /**
   * A database that is copied, as if it crashed, when it reaches an object. Its transfer then
   * blocks.
   */
  private final class CrashingDatabase implements AutoCloseable {
    final TransferDatabase database;
    private final AtomicInteger objects = new AtomicInteger();
    private final AtomicReference<@Nullable Remains> remains = new AtomicReference<>();
    private final CountDownLatch released = new CountDownLatch(1);

    CrashingDatabase(MemoryStore store, int object) {
      var buckets =
          new WatchedBuckets(
              new FolderBuckets(folder),
              key -> {
                if (objects.incrementAndGet() == object) {
                  Path copy = copies.resolve("of " + folder.getFileName());
                  Folders.copy(folder, copy);
                  remains.set(new Remains(store.fork(), copy));
                  awaitRelease();
                }
              });
      this.database = new TransferDatabase(store, buckets, folder, () -> now);
    }

    private void awaitRelease() {
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void beginImport() {
      database.beginImport("items", "DYNAMODB_JSON", "NONE", "files", "data/");
    }

    Remains remains() {
      Remains left =
          Eventually.get(
              "the transfer has reached the object",
              Duration.ofMinutes(10),
              remains::get,
              found -> found != null);
      release();
      return Objects.requireNonNull(left);
    }

    void release() {
      released.countDown();
    }

    @Override
    public void close() {
      release();
      database.close();
    }
  }
}
