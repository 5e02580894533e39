package dev.gramme.engine.maintenance;

import static dev.gramme.engine.catalog.Tables.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.Engine;
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
import dev.gramme.testkit.Eventually;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store: what goes on by itself is done by one of them. */
final class MaintenanceTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final int ITEMS = 5;

  private final SharedMemory store = new SharedMemory();
  private final ExecutorService background = Executors.newVirtualThreadPerTaskExecutor();
  private final Engine one = open();
  private Engine other;

  private Engine open() {
    return Engine.open(store, () -> START, background, Engine.Options.DEFAULT);
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
  void expired_items_are_deleted_by_the_server_that_has_the_lease_and_then_by_its_follower() {
    writeExpiring("first", Duration.ofSeconds(60));
    one.advance(Duration.ofSeconds(2));
    other.advance(Duration.ofSeconds(2));

    one.advance(Duration.ofMinutes(2));
    other.advance(Duration.ofMinutes(2));
    assertThat(one.maintenance().expiredItems()).isEqualTo(ITEMS);
    assertThat(other.maintenance().expiredItems()).isZero();

    // The clock of the first stands still, as if it were dead.
    writeExpiring("second", Duration.ofSeconds(130));
    other.advance(Duration.ofMinutes(2));
    assertThat(other.maintenance().expiredItems()).isEqualTo(ITEMS);

    // Now it goes on, and finds that it has been followed.
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
  }

  @Test
  void what_has_changed_while_the_setting_was_off_does_not_expire_as_it_would_have_before() {
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
  void a_table_that_is_deleted_leaves_no_expiries() {
    writeExpiring("item", Duration.ofHours(1));
    setTimeToLive(TimeToLive.Status.DISABLED);
    one.catalog().delete("t", table -> {}).join();
    Eventually.passes(() -> assertThat(rows(SystemKeys.EXPIRIES)).isZero());
  }

  @Test
  void client_request_tokens_are_cleared_away_when_they_have_expired() {
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
