package dev.gramme.engine.maintenance;

import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One server enables TTL and dies at once; another one does the work that follows. */
final class MaintenanceAfterFailureTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int ITEMS = 5;

  private final SharedMemory store = new SharedMemory();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final SharedMemory storeOfOther = store.connect();
  private final Engine one = open(store, MaintenanceAfterFailureTest::reject);
  private final Engine other = open(storeOfOther, background);

  private static Engine open(SharedMemory store, Executor background) {
    return Engine.open(store, () -> START, background, EngineOptions.DEFAULT);
  }

  private static void reject(Runnable task) {
    throw new RejectedExecutionException("the server runs no background work");
  }

  @BeforeEach
  void prepare() {
    one.catalog().create(table("t")).join();
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    background.shutdown();
  }

  private void write(int sizeBytes) {
    for (int i = 0; i < ITEMS; i++) {
      var item =
          Item.builder(3)
              .put("id", new S("item" + i))
              .put("expires", N.of(START.plusSeconds(60).getEpochSecond()))
              .put("data", new S("x".repeat(sizeBytes)))
              .build();
      one.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
    }
  }

  private void setTimeToLive(TimeToLive.Status status) {
    one.catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder().timeToLive(new TimeToLive("expires", status, START)).build())
        .join();
  }

  /** Lets a request to the other server read the table, before that server polls for changes. */
  private TableDefinition tableOfOther() {
    return other.catalog().find("t").orElseThrow();
  }

  private void awaitEnabled() {
    Eventually.holds(
        "the backfill of expiry times is complete",
        () -> {
          var setting = Objects.requireNonNull(tableOfOther().features().timeToLive());
          return setting.status() == TimeToLive.Status.ENABLED;
        });
  }

  @Test
  void expired_items_are_deleted_by_a_server_that_read_the_setting_for_a_request() {
    setTimeToLive(TimeToLive.Status.ENABLED);
    write(1);
    assertThat(tableOfOther().features().timeToLive()).isNotNull();
    other.advance(Duration.ofMinutes(2));
    other.advance(Duration.ofMinutes(2));
    assertThat(other.maintenance().expiredItems()).isEqualTo(ITEMS);
  }

  @Test
  void existing_items_are_added_to_the_index_of_expiry_times_by_another_server() {
    write(1);
    setTimeToLive(TimeToLive.Status.ENABLING);
    tableOfOther();
    other.advance(Lease.INTERVAL);
    awaitEnabled();
    other.advance(Duration.ofMinutes(2));
    other.advance(Duration.ofMinutes(2));
    assertThat(other.maintenance().expiredItems()).isEqualTo(ITEMS);
  }

  @Test
  void large_items_are_added_to_the_index_of_expiry_times_in_several_transactions() {
    write(390_000);
    byte[] key = SystemKeys.numbered(SystemKeys.BACKFILLS, tableOfOther().number());
    var positions = ConcurrentHashMap.<Binary>newKeySet();
    storeOfOther.beforeTransactions(() -> {
      byte[] position = store.get(key);
      if (position != null) {
        positions.add(Binary.copyOf(position));
      }
    });
    setTimeToLive(TimeToLive.Status.ENABLING);
    other.advance(Lease.INTERVAL);
    awaitEnabled();
    assertThat(positions).hasSize(2);
  }
}
