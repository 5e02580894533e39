package dev.gramme.engine.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.RestoreSummary;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.engine.catalog.TableNumberAllocator;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.ErrorType;
import dev.gramme.model.GlobalIndex;
import dev.gramme.model.Item;
import dev.gramme.model.Recovery;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store: backups, restores, and the work of a server that has ended. */
final class SharedBackupsTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  /** The name of the threads of background work. */
  private static final String BACKGROUND = "background";

  /** More than two chunks of a copy. */
  private static final int ITEMS = 600;

  private final SharedMemory store = new SharedMemory();
  private final List<Suspension> suspensions = new ArrayList<>();
  private final List<Server> servers = new ArrayList<>();
  private final Server one = new Server();
  private final Server other = new Server();

  /** Background work that waits until the test resumes it. */
  private static final class Suspension {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch resumed = new CountDownLatch(1);

    void suspend() {
      reached.countDown();
      SharedBackupsTest.await(resumed);
    }

    void await() {
      SharedBackupsTest.await(reached);
    }

    void resume() {
      resumed.countDown();
    }
  }

  /** A server with a connection of its own to the store, and a clock of its own. */
  private final class Server {
    final SharedMemory connection = store.connect();
    final Engine engine;

    Server() {
      this(EngineOptions.DEFAULT);
    }

    Server(EngineOptions options) {
      this.engine =
          Engine.open(
              connection,
              () -> START,
              task -> Thread.ofPlatform().daemon().name(BACKGROUND).start(task),
              options);
      servers.add(this);
    }

    /** Suspends the background work at its next transaction for which a condition holds. */
    Suspension suspendWhen(BooleanSupplier condition) {
      var suspension = new Suspension();
      suspensions.add(suspension);
      connection.beforeTransactions(() -> {
        if (Thread.currentThread().getName().equals(BACKGROUND) && condition.getAsBoolean()) {
          suspension.suspend();
        }
      });
      return suspension;
    }

    /** Lets so much time pass that this server takes over the work of a dead one. */
    void takeOver() {
      for (int i = 0; i < 6; i++) {
        engine.advance(Lease.INTERVAL);
      }
    }

    void awaitWork() {
      Eventually.holds("the work is done", () -> engine.catalog().lifecycle().jobs().isEmpty());
    }

    void put(int number, String color) {
      var item = Tables.item("item" + number, color);
      engine.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
    }

    Backup backup(String id) {
      return engine.backups().find(id).orElseThrow();
    }

    TableDefinition table(String name) {
      return engine.catalog().find(name).orElseThrow();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void close() {
    suspensions.forEach(Suspension::resume);
    servers.forEach(server -> server.engine.close());
    store.close();
  }

  private void fill() {
    one.engine.catalog().create(Tables.table("t")).join();
    for (int i = 0; i < ITEMS; i++) {
      one.put(i, "red");
    }
  }

  private Set<String> colors(TableDefinition table) {
    var colors = new TreeSet<String>();
    for (Item item : Tables.itemsUnder(store, table.number())) {
      colors.add(item.get("color") instanceof S(var color) ? color : "none");
    }
    return colors;
  }

  private int items(TableDefinition table) {
    return Tables.itemsUnder(store, table.number()).size();
  }

  private GlobalIndex index(String table) {
    return other.table(table).globalIndex(Tables.INDEX).orElseThrow();
  }

  private int copies() {
    int count = 0;
    byte[] from = SystemKeys.spaceStart(SystemKeys.MATERIALIZATIONS);
    byte[] to = SystemKeys.spaceStart(SystemKeys.MATERIALIZATIONS + 1);
    try (var rows = store.range(from, to, Direction.ASCENDING)) {
      while (rows.next()) {
        count++;
      }
    }
    return count;
  }

  private boolean isIn(CopyJob.Phase phase) {
    return CopyJob.targets(store).stream()
        .flatMap(target -> CopyJob.read(store, target).stream())
        .anyMatch(job -> job.phase() == phase && job.items() > 0);
  }

  private record CopyTarget(String name) implements RestoreTarget {
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
  void a_backup_of_one_server_is_found_restored_and_deleted_by_the_other() {
    fill();
    var requested = one.engine.backups().create("t", "first").join();
    assertThat(other.engine.backups().all()).extracting(Backup::id).contains(requested.id());
    one.awaitWork();
    assertThat(other.backup(requested.id()).status()).isEqualTo(Backup.Status.AVAILABLE);
    assertThat(other.backup(requested.id()).items()).isEqualTo(ITEMS);

    other.put(0, "green");
    other.engine.restores().fromBackup(requested.id(), "arn", new CopyTarget("restored")).join();
    other.awaitWork();
    assertThat(one.table("restored").status()).isEqualTo(TableDefinition.Status.ACTIVE);
    assertThat(items(one.table("restored"))).isEqualTo(ITEMS);
    assertThat(colors(one.table("restored"))).containsExactly("red");

    other.engine.backups().delete(requested.id(), "arn").join();
    assertThat(one.engine.backups().find(requested.id())).isEmpty();
  }

  @Test
  void a_backup_is_completed_by_another_server_if_the_first_one_dies() {
    fill();
    var suspended = one.suspendWhen(() -> isIn(CopyJob.Phase.COPYING));
    var requested = one.engine.backups().create("t", "first").join();
    suspended.await();
    for (int i = 0; i < ITEMS; i += 2) {
      other.put(i, "green");
    }
    other.put(ITEMS, "green");

    other.takeOver();
    var done =
        Eventually.get(
            "the backup is available",
            () -> other.backup(requested.id()),
            backup -> backup.status() == Backup.Status.AVAILABLE);
    assertThat(done.items()).isEqualTo(ITEMS);
    other.awaitWork();
    assertThat(copies()).isZero();

    // The first server was only suspended.
    suspended.resume();
    one.awaitWork();
    assertThat(other.backup(requested.id())).isEqualTo(done);
    assertThat(copies()).isZero();
    other.engine.restores().fromBackup(done.id(), "arn", new CopyTarget("restored")).join();
    other.awaitWork();
    assertThat(items(one.table("restored"))).isEqualTo(ITEMS);
    assertThat(colors(one.table("restored"))).containsExactly("red");
  }

  @Test
  void a_restore_to_a_point_in_time_is_completed_by_another_server() {
    fill();
    one.engine
        .catalog()
        .change(
            "t", (table, numbers) -> table.toBuilder().recovery(new Recovery(START, 35)).build())
        .join();
    one.engine.advance(Duration.ofMinutes(1));
    other.engine.advance(Duration.ofMinutes(1));
    Instant moment = other.engine.clock().instant();
    one.engine.advance(Duration.ofMinutes(1));
    other.engine.advance(Duration.ofMinutes(1));
    for (int i = 0; i < ITEMS; i++) {
      other.put(i, "green");
    }

    var suspended = one.suspendWhen(() -> isIn(CopyJob.Phase.UNDOING));
    one.engine.restores().toPointInTime("t", moment, new CopyTarget("restored")).join();
    suspended.await();
    other.takeOver();
    Eventually.holds(
        "the table is restored",
        () -> other.table("restored").status() == TableDefinition.Status.ACTIVE);
    assertThat(items(other.table("restored"))).isEqualTo(ITEMS);
    assertThat(colors(other.table("restored"))).containsExactly("red");
  }

  @Test
  void a_server_that_was_suspended_before_the_end_of_a_restore_changes_nothing_afterwards()
      throws InterruptedException {
    fill();
    var backup = one.engine.backups().create("t", "first").join();
    one.awaitWork();
    var suspended = one.suspendWhen(() -> isIn(CopyJob.Phase.FINISHING));
    one.engine.restores().fromBackup(backup.id(), "arn", new CopyTarget("restored")).join();
    suspended.await();
    other.takeOver();
    Eventually.holds(
        "the table is restored",
        () -> other.table("restored").status() == TableDefinition.Status.ACTIVE);
    other.awaitWork();

    // A new index whose backfill has not begun.
    var third = new Server();
    var unfilled = third.suspendWhen(() -> true);
    var changed =
        Thread.ofPlatform()
            .start(() -> third.engine.catalog().change("restored", Tables::withIndex).join());
    unfilled.await();
    suspended.resume();
    one.awaitWork();
    unfilled.resume();
    changed.join();
    third.awaitWork();
    assertThat(index("restored").status()).isEqualTo(GlobalIndex.Status.ACTIVE);
    // Activated by its backfill, not by the end of the restore.
    assertThat(Tables.itemsUnder(store, index("restored").number())).hasSize(ITEMS);
  }

  @Test
  void the_backfill_of_an_index_is_completed_by_another_server() throws InterruptedException {
    fill();
    var suspended = one.suspendWhen(() -> true);
    var changed =
        Thread.ofPlatform().start(() -> one.engine.catalog().change("t", Tables::withIndex).join());
    suspended.await();
    other.takeOver();
    Eventually.holds("the index is active", () -> index("t").status() == GlobalIndex.Status.ACTIVE);
    assertThat(Tables.itemsUnder(store, index("t").number())).hasSize(ITEMS);
    suspended.resume();
    changed.join();
  }

  @Test
  void a_change_of_state_is_completed_by_another_server() {
    var delayed =
        EngineOptions.builder()
            .controlPlane(
                new ControlPlaneProfile(
                    StateDelays.of(Duration.ofSeconds(20)), ControlPlaneLimits.NONE))
            .build();
    var first = new Server(delayed);
    var second = new Server(delayed);
    first.engine.catalog().create(Tables.table("slow")).join();
    assertThat(second.table("slow").status()).isEqualTo(TableDefinition.Status.CREATING);
    second.engine.advance(Duration.ofSeconds(15));
    assertThat(second.table("slow").status()).isEqualTo(TableDefinition.Status.CREATING);
    second.engine.advance(Duration.ofSeconds(10));
    assertThat(second.table("slow").status()).isEqualTo(TableDefinition.Status.ACTIVE);
    assertThat(first.table("slow").status()).isEqualTo(TableDefinition.Status.ACTIVE);
  }
}
