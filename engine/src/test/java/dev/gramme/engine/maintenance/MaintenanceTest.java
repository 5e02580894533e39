package dev.gramme.engine.maintenance;

import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.engine.write.ClientToken;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Binary;
import dev.gramme.model.Item;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store: one of them does the maintenance. */
final class MaintenanceTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int ITEMS = 5;

  private final SharedMemory store = new SharedMemory();
  private final ExecutorService background = Executors.newCachedThreadPool();
  private final Engine one = open();
  private Engine other;

  private Engine open() {
    return Engine.open(store, () -> START, background, EngineOptions.DEFAULT);
  }

  @BeforeEach
  void prepare() {
    one.catalog().create(table("t")).join();
    one.catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder()
                    .timeToLive(new TimeToLive("expires", TimeToLive.Status.ENABLED, START))
                    .build())
        .join();
    other = open();
  }

  @AfterEach
  void close() {
    other.close();
    one.close();
    background.shutdown();
  }

  private void writeExpiring(String prefix, Duration after) {
    for (int i = 0; i < ITEMS; i++) {
      var item =
          Item.of("id", new S(prefix + i), "expires", N.of(START.plus(after).getEpochSecond()));
      one.write(WriteRequest.single(new WriteAction.Put("t", item, null, false))).join();
    }
  }

  @Test
  void expired_items_are_deleted_by_the_lease_holder_and_then_by_its_successor() {
    writeExpiring("first", Duration.ofSeconds(60));
    one.advance(Duration.ofSeconds(2));
    other.advance(Duration.ofSeconds(2));

    one.advance(Duration.ofMinutes(2));
    other.advance(Duration.ofMinutes(2));
    assertThat(one.maintenance().expiredItems()).isEqualTo(ITEMS);
    assertThat(other.maintenance().expiredItems()).isZero();

    // The clock of the first server does not advance, as if the server were dead.
    writeExpiring("second", Duration.ofSeconds(130));
    other.advance(Duration.ofMinutes(2));
    assertThat(other.maintenance().expiredItems()).isEqualTo(ITEMS);

    // The first server continues, and finds that it has lost the lease.
    writeExpiring("third", Duration.ofSeconds(130));
    one.advance(Duration.ofMinutes(2));
    assertThat(one.maintenance().expiredItems()).isEqualTo(ITEMS);
    other.advance(Duration.ofSeconds(2));
    assertThat(other.maintenance().expiredItems()).isEqualTo(2 * ITEMS);
  }

  private void setTimeToLive(TimeToLive.Status status) {
    one.catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder().timeToLive(new TimeToLive("expires", status, START)).build())
        .join();
    Eventually.holds(
        "the expiry backfill has ended",
        () ->
            one.catalog().lifecycle().jobs().stream()
                .noneMatch(job -> job.kind().equals("expiry backfill")));
  }

  @Test
  void items_changed_while_ttl_was_off_expire_at_their_new_time() {
    writeExpiring("item", Duration.ofSeconds(60));
    assertThat(rows(SystemKeys.EXPIRIES)).isEqualTo(ITEMS);
    setTimeToLive(TimeToLive.Status.DISABLED);
    writeExpiring("item", Duration.ofHours(1));
    setTimeToLive(TimeToLive.Status.ENABLING);
    one.advance(Duration.ofMinutes(2));
    assertThat(one.maintenance().expiredItems()).isZero();
    assertThat(rows(SystemKeys.EXPIRIES)).isEqualTo(ITEMS);
    one.advance(Duration.ofHours(1));
    assertThat(one.maintenance().expiredItems()).isEqualTo(ITEMS);
    assertThat(rows(SystemKeys.EXPIRIES)).isZero();
  }

  @Test
  void a_deleted_table_leaves_no_expiry_rows() {
    writeExpiring("item", Duration.ofHours(1));
    setTimeToLive(TimeToLive.Status.DISABLED);
    one.catalog().delete("t", table -> {}).join();
    Eventually.passes(() -> assertThat(rows(SystemKeys.EXPIRIES)).isZero());
  }

  @Test
  void expired_client_request_tokens_are_removed() {
    for (int i = 0; i < ITEMS; i++) {
      var put = new WriteAction.Put("t", Item.of("id", new S("item" + i)), null, false);
      var token =
          new ClientToken(
              ClientToken.Scope.TRANSACT_WRITE_ITEMS, "token" + i, Binary.copyOf(new byte[1]));
      one.write(
              new WriteRequest(
                  List.of(put), WriteRequest.Kind.TRANSACTION, ItemChange.Cause.CLIENT, token))
          .join();
    }
    one.advance(Duration.ofMinutes(9));
    assertThat(tokenRows()).isEqualTo(2 * ITEMS);
    one.advance(Duration.ofMinutes(2));
    assertThat(tokenRows()).isZero();
  }

  private int tokenRows() {
    return rows(SystemKeys.TOKENS) + rows(SystemKeys.TOKEN_EXPIRIES);
  }

  private int rows(int space) {
    int rows = 0;
    byte[] from = SystemKeys.spaceStart(space);
    byte[] to = SystemKeys.spaceStart(space + 1);
    try (Cursor found = store.range(from, to, Direction.ASCENDING)) {
      while (found.next()) {
        rows++;
      }
    }
    return rows;
  }
}
