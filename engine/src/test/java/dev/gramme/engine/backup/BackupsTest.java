package dev.gramme.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.read.ReadPlan;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Background work runs on threads of its own, or is held until the test releases it. */
class BackupsTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
  private volatile boolean holds;
  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(store, () -> START, this::execute, EngineOptions.DEFAULT);
  private final TableDefinition table = engine.catalog().create(Tables.table("t")).join();

  @AfterEach
  void close() {
    release();
    engine.close();
    store.close();
  }

  private void execute(Runnable task) {
    if (holds) {
      held.add(task);
    } else {
      Thread.ofPlatform().daemon().start(task);
    }
  }

  private void release() {
    holds = false;
    for (var task = held.poll(); task != null; task = held.poll()) {
      task.run();
    }
    awaitWork();
  }

  /** Waits for the background work, unless it is held. */
  private void awaitWork() {
    if (!holds) {
      Eventually.holds("the work is done", () -> engine.catalog().lifecycle().jobs().isEmpty());
    }
  }

  private static Item item(String id, long value) {
    return Item.of("id", new S(id), "v", N.of(value));
  }

  private void put(String id, long value) {
    engine
        .write(WriteRequest.single(new WriteAction.Put("t", item(id, value), null, false)))
        .join();
  }

  private @Nullable Item read(String tableName, String id) {
    var restored = engine.catalog().find(tableName).orElseThrow();
    return engine.read(new ReadPlan.Items.Key(restored, Item.of("id", new S(id))));
  }

  private Backup backup() {
    var requested = engine.backups().create("t", "name").join();
    awaitWork();
    return requested;
  }

  private Backup find(Backup backup) {
    return engine.backups().find(backup.id()).orElseThrow();
  }

  private TableDefinition restore(Backup backup, String name) {
    var restored = engine.restores().fromBackup(backup.id(), "arn", new Target(name)).join();
    awaitWork();
    return restored;
  }

  private TableDefinition restore(@Nullable Instant moment) {
    var restored = engine.restores().toPointInTime("t", moment, new Target("restored")).join();
    awaitWork();
    return restored;
  }

  private void enableRecovery(int days) {
    var recovery = new Recovery(engine.clock().instant(), days);
    engine
        .catalog()
        .change("t", (changed, numbers) -> changed.toBuilder().recovery(recovery).build())
        .join();
  }

  private static void fails(ThrowingCallable call, ErrorType type) {
    assertThatThrownBy(call)
        .cause()
        .isInstanceOfSatisfying(ApiError.class, error -> assertThat(error.type()).isEqualTo(type));
  }

  private record Target(String name) implements RestoreTarget {
    @Override
    public ApiError isBeingRestored(RestoreSummary source) {
      return ApiError.of(ErrorType.TABLE_IN_USE, "Table: " + name + " is being restored");
    }

    @Override
    public TableDefinition definition(TableDefinition source, TableNumberAllocator numbers) {
      return Tables.table(name).apply(numbers).toBuilder()
          .status(TableDefinition.Status.CREATING)
          .build();
    }
  }

  @Test
  void a_backup_has_the_items_of_the_moment_of_its_request() {
    put("a", 1);
    put("b", 1);
    holds = true;
    var requested = backup();
    put("a", 2);
    put("c", 1);
    engine
        .write(
            WriteRequest.single(
                new WriteAction.Delete("t", Item.of("id", new S("b")), null, false)))
        .join();
    assertThat(requested.status()).isEqualTo(Backup.Status.CREATING);
    release();

    assertThat(find(requested).status()).isEqualTo(Backup.Status.AVAILABLE);
    assertThat(find(requested).items()).isEqualTo(2);
    assertThat(find(requested).sizeBytes()).isEqualTo(2L * item("a", 1).sizeBytes());
    restore(requested, "restored");
    assertThat(read("restored", "a")).isEqualTo(item("a", 1));
    assertThat(read("restored", "b")).isEqualTo(item("b", 1));
    assertThat(read("restored", "c")).isNull();
  }

  @Test
  void a_backup_that_is_being_made_can_be_neither_deleted_nor_restored() {
    holds = true;
    var requested = backup();
    fails(() -> engine.backups().delete(requested.id(), "arn").join(), ErrorType.BACKUP_IN_USE);
    fails(() -> restore(requested, "restored"), ErrorType.BACKUP_IN_USE);
    release();
    restore(requested, "restored");
  }

  @Test
  void a_backup_is_restored_to_one_table_at_a_time() {
    var made = backup();
    holds = true;
    assertThat(restore(made, "one").status()).isEqualTo(TableDefinition.Status.CREATING);
    fails(() -> restore(made, "other"), ErrorType.BACKUP_IN_USE);
    fails(() -> engine.backups().delete(made.id(), "arn").join(), ErrorType.BACKUP_IN_USE);
    release();
    assertThat(engine.catalog().find("one").orElseThrow().status())
        .isEqualTo(TableDefinition.Status.ACTIVE);
    restore(made, "other");
  }

  @Test
  void a_deleted_backup_is_gone() {
    var made = backup();
    assertThat(engine.backups().delete(made.id(), "arn").join().id()).isEqualTo(made.id());
    assertThat(engine.backups().find(made.id())).isEmpty();
    assertThat(engine.backups().all()).isEmpty();
    fails(() -> engine.backups().delete(made.id(), "arn").join(), ErrorType.BACKUP_NOT_FOUND);
    fails(() -> restore(made, "restored"), ErrorType.BACKUP_NOT_FOUND);
  }

  @Test
  void a_backup_outlives_its_table() {
    put("a", 1);
    var made = backup();
    engine.catalog().delete("t", dropped -> {}).join();
    restore(made, "restored");
    assertThat(read("restored", "a")).isEqualTo(item("a", 1));
  }

  @Test
  void a_restored_table_has_a_name_that_no_table_has() {
    var made = backup();
    fails(() -> restore(made, "t"), ErrorType.TABLE_ALREADY_EXISTS);
    holds = true;
    restore(made, "restored");
    assertThat(engine.catalog().find("restored").flatMap(engine.catalog()::restoring))
        .map(RestoreSummary::sourceTable)
        .hasValue("t");
  }

  @Test
  void a_deleted_table_with_recovery_leaves_a_backup_for_35_days() {
    enableRecovery(35);
    put("a", 1);
    engine.catalog().delete("t", dropped -> {}).join();

    var left = engine.backups().all().getFirst();
    assertThat(left.name()).isEqualTo("t$DeletedTableBackup");
    assertThat(left.type()).isEqualTo(Backup.Type.SYSTEM);
    assertThat(left.items()).isEqualTo(1);
    restore(left, "restored");
    assertThat(read("restored", "a")).isEqualTo(item("a", 1));

    Instant expiry = START.plus(Duration.ofDays(35));
    assertThat(left.isExpired(expiry.minusMillis(1))).isFalse();
    assertThat(left.isExpired(expiry)).isTrue();
    engine.advance(Duration.ofDays(36));
    assertThat(Backup.readAll(store)).isEmpty();
  }

  @Test
  void a_deleted_table_without_recovery_leaves_no_backup() {
    engine.catalog().delete("t", dropped -> {}).join();
    assertThat(Backup.readAll(store)).isEmpty();
  }

  @Test
  void a_table_is_restored_to_a_moment() {
    enableRecovery(35);
    put("a", 1);
    engine.advance(Duration.ofMinutes(1));
    put("a", 2);
    put("b", 1);
    engine.advance(Duration.ofMinutes(1));
    put("a", 3);
    restore(START.plusSeconds(90));
    assertThat(read("restored", "a")).isEqualTo(item("a", 2));
    assertThat(read("restored", "b")).isEqualTo(item("b", 1));
    assertThat(read("t", "a")).isEqualTo(item("a", 3));
  }

  @Test
  void without_a_moment_a_table_is_restored_to_the_latest_one() {
    enableRecovery(35);
    put("a", 1);
    put("a", 2);
    holds = true;
    restore((Instant) null);
    put("a", 3);
    release();
    assertThat(read("restored", "a")).isEqualTo(item("a", 2));
  }

  @Test
  void the_window_begins_with_recovery_and_is_at_most_its_period() {
    assertThat(engine.restores().window(table)).isEmpty();
    fails(() -> restore(START), ErrorType.POINT_IN_TIME_RECOVERY_UNAVAILABLE);
    enableRecovery(2);
    engine.advance(Duration.ofDays(1));
    assertThat(window().earliest()).isEqualTo(START);
    engine.advance(Duration.ofDays(2));
    assertThat(window().earliest()).isEqualTo(START.plus(Duration.ofDays(1)));
    assertThat(window().latest()).isEqualTo(START.plus(Duration.ofDays(3)));
  }

  private Restores.Window window() {
    var current = engine.catalog().find("t").orElseThrow();
    return engine.restores().window(current).orElseThrow();
  }

  @Test
  void a_moment_outside_of_the_window_is_refused() {
    enableRecovery(1);
    engine.advance(Duration.ofHours(1));
    fails(() -> restore(START.minusMillis(1)), ErrorType.INVALID_RESTORE_TIME);
    fails(
        () -> restore(START.plus(Duration.ofHours(1)).plusMillis(1)),
        ErrorType.INVALID_RESTORE_TIME);
    restore(START);
  }

  @Test
  void ids_are_in_the_order_of_time_and_differ_at_the_same_time() {
    assertThat(Backup.id(START, 5)).isLessThan(Backup.id(START.plusMillis(1), 4));
    assertThat(IntStream.range(0, 10_000).mapToObj(number -> Backup.id(START, number)))
        .doesNotHaveDuplicates();
  }
}
