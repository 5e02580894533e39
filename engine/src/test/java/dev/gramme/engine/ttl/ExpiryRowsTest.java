package dev.gramme.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.TimeToLive;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import dev.gramme.storage.faulty.TestStores;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryRowsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private final Store store = TestStores.open();
  private final TableDefinition table = with(TimeToLive.Status.ENABLED);
  private final byte[] row = RowKeys.item(table, item(null));

  @AfterEach
  void close() {
    store.close();
  }

  private static TableDefinition with(TimeToLive.Status status) {
    return Tables.table("t").apply(() -> 7).toBuilder()
        .timeToLive(new TimeToLive("expires", status, Instant.EPOCH))
        .build();
  }

  private static Item item(@Nullable AttributeValue expires) {
    var item = Item.of("id", new S("a"));
    return expires == null ? item : item.toBuilder().put("expires", expires).build();
  }

  private static Item expiring(String expires) {
    return item(new N(new BigDecimal(expires)));
  }

  private void run(Consumer<Transaction> body) {
    BlockingTransactions.run(store, body);
  }

  private void change(@Nullable Item before, @Nullable Item after) {
    run(tx -> ExpiryRows.change(tx, table, row, before, after));
  }

  private List<byte[]> rows() {
    var keys = new ArrayList<byte[]>();
    try (Cursor rows =
        store.range(
            SystemKeys.spaceStart(SystemKeys.EXPIRIES),
            SystemKeys.spaceStart(SystemKeys.EXPIRIES + 1),
            Direction.ASCENDING)) {
      while (rows.next()) {
        keys.add(rows.key());
      }
    }
    return keys;
  }

  private List<Long> seconds() {
    return rows().stream().map(ExpiryRows::secondOf).toList();
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "100.99, 100", "0, 0", "9223372036854775807, 9223372036854775807"})
  void an_item_with_a_number_has_a_row_under_its_whole_second(String expires, long second) {
    change(null, expiring(expires));
    assertThat(seconds()).containsExactly(second);
    assertThat(ExpiryRows.itemRow(rows().getFirst())).isEqualTo(row);
    assertThat(ExpiryRows.isOf(table, expiring(expires), rows().getFirst())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-0.5", "9223372036854775808", "1E+100"})
  void a_number_that_is_no_time_has_no_row(String expires) {
    change(null, expiring(expires));
    assertThat(rows()).isEmpty();
  }

  @Test
  void another_type_than_a_number_has_no_row() {
    change(null, item(new S("100")));
    change(null, item(null));
    assertThat(rows()).isEmpty();
  }

  @Test
  void the_row_follows_the_changes_of_the_item() {
    change(null, expiring("100"));
    change(expiring("100"), expiring("200.5"));
    assertThat(seconds()).containsExactly(200L);
    change(expiring("200.5"), expiring("200"));
    assertThat(seconds()).containsExactly(200L);
    change(expiring("200"), null);
    assertThat(rows()).isEmpty();
  }

  @Test
  void rows_are_not_maintained_while_ttl_is_off() {
    for (var off : List.of(TimeToLive.Status.DISABLING, TimeToLive.Status.DISABLED)) {
      run(tx -> ExpiryRows.change(tx, with(off), row, null, expiring("100")));
      assertThat(ExpiryRows.isExpired(ttl(off), expiring("100"), Instant.ofEpochSecond(101)))
          .isFalse();
    }
    run(tx -> ExpiryRows.add(tx, Tables.table("t").apply(() -> 7), row, expiring("100")));
    assertThat(rows()).isEmpty();
    run(tx -> ExpiryRows.add(tx, with(TimeToLive.Status.ENABLING), row, expiring("100")));
    assertThat(seconds()).containsExactly(100L);
  }

  private static TimeToLive ttl(TimeToLive.Status status) {
    return new TimeToLive("expires", status, Instant.EPOCH);
  }

  @Test
  void an_item_expires_after_its_second_and_not_if_that_is_five_years_ago() {
    var on = ttl(TimeToLive.Status.ENABLED);
    long now = NOW.getEpochSecond();
    long earliest = now - Duration.ofDays(5 * 365).toSeconds();
    assertThat(ExpiryRows.isExpired(on, item(N.of(now - 1)), NOW)).isTrue();
    assertThat(ExpiryRows.isExpired(on, item(N.of(now)), NOW)).isFalse();
    assertThat(ExpiryRows.isExpired(on, item(N.of(earliest)), NOW)).isTrue();
    assertThat(ExpiryRows.isExpired(on, item(N.of(earliest - 1)), NOW)).isFalse();
    assertThat(ExpiryRows.isExpired(on, item(new S("1")), NOW)).isFalse();
  }

  @Test
  void only_a_row_that_disagrees_with_its_item_is_dropped() {
    change(null, expiring("100"));
    byte[] expiry = rows().getFirst();
    run(tx -> {
      tx.put(row, ItemCodec.encode(expiring("100")));
      ExpiryRows.drop(tx, table, expiry);
    });
    assertThat(seconds()).containsExactly(100L);

    run(tx -> {
      tx.put(row, ItemCodec.encode(expiring("200")));
      ExpiryRows.drop(tx, table, expiry);
    });
    assertThat(rows()).isEmpty();
  }

  @Test
  void the_row_of_an_item_that_does_not_exist_is_dropped() {
    change(null, expiring("100"));
    run(tx -> ExpiryRows.drop(tx, table, rows().getFirst()));
    assertThat(rows()).isEmpty();
  }

  @Test
  void the_rows_from_a_second_on_begin_with_that_second() {
    change(null, expiring("100"));
    byte[] expiry = rows().getFirst();
    assertThat(Arrays.compareUnsigned(ExpiryRows.from(7, 100), expiry)).isNegative();
    assertThat(Arrays.compareUnsigned(ExpiryRows.from(7, 101), expiry)).isPositive();
    assertThat(ExpiryRows.from(7, -5)).isEqualTo(ExpiryRows.from(7, 0));
  }

  @Test
  void the_backfill_starts_again_only_when_ttl_is_enabled() {
    byte[] position = SystemKeys.numbered(SystemKeys.BACKFILLS, 7);
    var off = with(TimeToLive.Status.DISABLED);
    var enabling = with(TimeToLive.Status.ENABLING);
    run(tx -> {
      tx.put(position, new byte[] {1});
      ExpiryRows.resetBackfillIfEnabled(tx, enabling, enabling);
      ExpiryRows.resetBackfillIfEnabled(tx, enabling, table);
      ExpiryRows.resetBackfillIfEnabled(tx, enabling, off);
      ExpiryRows.resetBackfillIfEnabled(tx, enabling, null);
    });
    assertThat(store.get(position)).isNotNull();
    run(tx -> ExpiryRows.resetBackfillIfEnabled(tx, off, enabling));
    assertThat(store.get(position)).isNull();
  }
}
