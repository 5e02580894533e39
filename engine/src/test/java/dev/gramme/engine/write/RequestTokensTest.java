package dev.gramme.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.Binary;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequestTokensTest {
  private static final Instant START = Instant.parse("2026-11-23T12:00:00Z");
  private static final Duration LONG_AFTER = RequestTokens.LIFETIME.multipliedBy(2);

  private final Store store = TestStores.open();
  private final RequestTokens tokens = new RequestTokens();

  @AfterEach
  void close() {
    store.close();
  }

  private static ClientToken token(int number) {
    return new ClientToken(
        ClientToken.Scope.TRANSACT_WRITE_ITEMS, "token " + number, Binary.copyOf(new byte[] {1}));
  }

  private void add(int number, Instant now) {
    boolean _ =
        store
            .transact(tx -> {
              tokens.add(tx, token(number), now, true);
              return true;
            })
            .join();
  }

  private boolean isRepeated(int number, Instant now) {
    return store.transact(tx -> tokens.isRepeated(tx, token(number), now)).join();
  }

  private int rows(int space) {
    int rows = 0;
    try (var cursor =
        store.range(
            SystemKeys.spaceStart(space), SystemKeys.spaceStart(space + 1), Direction.ASCENDING)) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void a_token_is_known_until_it_expires() {
    add(1, START);
    assertThat(isRepeated(1, START.plus(RequestTokens.LIFETIME).minusMillis(1))).isTrue();
    assertThat(isRepeated(1, START.plus(RequestTokens.LIFETIME))).isFalse();
    assertThat(isRepeated(2, START)).isFalse();
  }

  @Test
  void a_sweep_removes_every_expired_token_and_no_other() {
    for (int i = 0; i < 500; i++) {
      add(i, START.plusMillis(i));
    }
    add(1000, START.plus(LONG_AFTER));
    tokens.sweep(store, START.plus(LONG_AFTER), () -> true);
    assertThat(rows(SystemKeys.TOKENS)).isEqualTo(1);
    assertThat(rows(SystemKeys.TOKEN_EXPIRIES)).isEqualTo(1);
    assertThat(isRepeated(1000, START.plus(LONG_AFTER))).isTrue();
  }

  @Test
  void a_token_of_a_clock_that_went_back_is_removed_too() {
    tokens.sweep(store, START.plus(LONG_AFTER), () -> true);
    add(1, START);
    tokens.sweep(store, START.plus(LONG_AFTER), () -> true);
    assertThat(rows(SystemKeys.TOKENS)).isZero();
    assertThat(rows(SystemKeys.TOKEN_EXPIRIES)).isZero();
  }
}
