package dev.gramme.engine.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.BlockingTransactions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.stream.Streams.Position;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.BillingMode;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.StreamSpecification;
import dev.gramme.model.StreamSpecification.ViewType;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.Throughput;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.SharedMemory;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log of a table with one shard: its writer, its readers and its trimming. */
class StreamsTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final Store store = TestStores.open();
  private Instant now = START;
  private final Streams streams = new Streams(store, () -> now);
  private final LogReader log = new LogReader(store);
  private final LogTrimmer trimmer = new LogTrimmer(store, number -> DAY);
  private TableDefinition table =
      Tables.table("t").apply(() -> 7).toBuilder()
          .billing(BillingMode.PROVISIONED, null)
          .throughput(new Throughput(1, 1, null, null, 0))
          .build();

  @BeforeEach
  void enable() {
    define(StreamSpecification.enabled(ViewType.NEW_IMAGE, now));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void define(@Nullable StreamSpecification stream) {
    var before = table;
    var after = LogPlan.apply(before, before.toBuilder().stream(stream).build(), now);
    BlockingTransactions.run(store, tx -> LogWriter.applyDefinition(tx, before, after, now));
    table = after;
  }

  private static Item item(long value) {
    return Item.of("id", new S("a"), "v", N.of(value));
  }

  private long append(@Nullable Item before, @Nullable Item after) {
    byte[] row = RowKeys.item(table, item(0));
    return BlockingTransactions.transact(
        store,
        tx -> LogWriter.append(tx, table, row, LoggedChange.Origin.CLIENT, before, after, now));
  }

  private TableStream stream() {
    return streams.list("", "", 10).getFirst();
  }

  private LogShard shard() {
    return streams.shards(stream()).getFirst();
  }

  private Streams.Page read(Position position, int limit) {
    return streams.read(stream(), position, limit);
  }

  private static Position oldest(LogShard shard) {
    return new Position(shard.number(), 0, false);
  }

  private void isTrimmed(Position position) {
    assertThatThrownBy(() -> read(position, 10))
        .isInstanceOfSatisfying(
            ApiError.class,
            error -> assertThat(error.type()).isEqualTo(ErrorType.TRIMMED_DATA_ACCESS));
  }

  @Test
  void sequence_numbers_are_microseconds_and_increase_even_if_the_clock_does_not() {
    now = now.plusSeconds(1);
    long first = append(null, item(1));
    assertThat(LogRows.time(first)).isEqualTo(now);
    assertThat(append(item(1), item(2))).isEqualTo(first + 1);
    now = START;
    assertThat(append(item(2), item(3))).isEqualTo(first + 2);
  }

  @Test
  void sequence_numbers_continue_after_a_number_that_was_skipped_to() {
    long far = LogRows.sequence(START.plus(DAY));
    BlockingTransactions.run(store, tx -> LogWriter.skipTo(tx, table.number(), far));
    BlockingTransactions.run(store, tx -> LogWriter.skipTo(tx, table.number(), 5));
    assertThat(append(null, item(1))).isEqualTo(far + 1);
  }

  @Test
  void a_write_that_changes_nothing_is_not_logged() {
    assertThat(append(item(1), item(1))).isEqualTo(LogWriter.NOT_KEPT);
    assertThat(append(null, null)).isEqualTo(LogWriter.NOT_KEPT);
    define(null);
    assertThat(append(null, item(1))).isEqualTo(LogWriter.NOT_KEPT);
  }

  @Test
  void pages_of_a_shard_continue_where_the_previous_one_ended() {
    long first = append(null, item(1));
    long second = append(item(1), item(2));
    var page = read(oldest(shard()), 1);
    assertThat(page.changes())
        .containsExactly(new LoggedChange(first, LoggedChange.Origin.CLIENT, null, item(1)));
    page = read(page.next().orElseThrow(), 10);
    assertThat(page.changes())
        .containsExactly(new LoggedChange(second, LoggedChange.Origin.CLIENT, item(1), item(2)));
    page = read(page.next().orElseThrow(), 10);
    assertThat(page.changes()).isEmpty();
    append(item(2), null);
    assertThat(read(page.next().orElseThrow(), 10).changes())
        .extracting(LoggedChange::either)
        .containsExactly(item(2));
  }

  @Test
  void the_latest_position_has_only_later_changes() {
    append(null, item(1));
    Position latest = streams.latest(stream(), shard());
    assertThat(read(latest, 10).changes()).isEmpty();
    long second = append(item(1), item(2));
    assertThat(read(latest, 10).changes())
        .extracting(LoggedChange::sequence)
        .containsExactly(second);
  }

  @Test
  void a_closed_shard_ends_with_its_last_change() {
    append(null, item(1));
    append(item(1), item(2));
    define(null);
    assertThat(shard().isOpen()).isFalse();
    var page = read(oldest(shard()), 1);
    assertThat(page.next()).isPresent();
    assertThat(read(page.next().orElseThrow(), 1).next()).isEmpty();
    assertThat(read(streams.latest(stream(), shard()), 1).next()).isEmpty();
  }

  @Test
  void changes_older_than_a_day_are_hidden_before_they_are_trimmed() {
    long old = append(null, item(1));
    now = START.plus(DAY).plusMillis(1);
    long fresh = append(item(1), item(2));
    assertThat(read(oldest(shard()), 10).changes())
        .extracting(LoggedChange::sequence)
        .containsExactly(fresh);
    isTrimmed(new Position(shard().number(), old, true));
  }

  @Test
  void trimming_removes_old_changes_and_a_position_before_them_fails() {
    long old = append(null, item(1));
    now = START.plus(Duration.ofHours(1));
    long fresh = append(item(1), item(2));
    now = START.plus(DAY).plus(Duration.ofMinutes(1));
    trimmer.trim(now, () -> true);
    assertThat(log.changes(table.number(), 1, 0, 10, Long.MAX_VALUE))
        .extracting(LoggedChange::sequence)
        .containsExactly(fresh);
    assertThat(shard().trimmed()).isEqualTo(old);
    isTrimmed(new Position(1, old, true));
    assertThat(read(new Position(1, old + 1, true), 10).changes()).hasSize(1);
  }

  @Test
  void a_shared_store_trims_no_more_changes_in_a_transaction_than_it_should_delete() {
    for (int i = 0; i < 40; i++) {
      append(item(i), item(i + 1));
    }
    LogShard shard = shard();
    define(null);
    var transactions = new AtomicInteger();
    SharedMemory shared = SharedMemory.over(store);
    shared.beforeTransactions(transactions::incrementAndGet);
    var sharedTrimmer = new LogTrimmer(shared, number -> DAY);
    now = now.plus(DAY).plusMillis(1);
    sharedTrimmer.trim(now, () -> transactions.get() < 2);
    assertThat(changes(shard)).isEqualTo(40 - 2 * shared.deletionRows());
    sharedTrimmer.trim(now, () -> true);
    assertThat(transactions).hasValue(4); // with that which removes the stream
    assertThat(trimmer.hasWork()).isFalse();
  }

  @Test
  void a_trimmer_that_was_suspended_does_not_undo_the_progress_of_another_one() {
    append(null, item(1));
    now = START.plus(Duration.ofHours(1));
    long later = append(item(1), item(2));
    SharedMemory shared = SharedMemory.over(store);
    shared.beforeTransactions(() -> trimmer.trim(now.plus(DAY).plusSeconds(1), () -> true));
    new LogTrimmer(shared, number -> DAY).trim(START.plus(DAY).plusSeconds(1), () -> true);
    assertThat(shard().trimmed()).isEqualTo(later);
  }

  /** The changes in a shard, whether or not they are hidden. */
  private int changes(LogShard shard) {
    int found = 0;
    try (Cursor rows =
        store.range(
            LogRows.change(table.number(), shard.number(), 0),
            LogRows.change(table.number(), shard.number(), Long.MAX_VALUE),
            Direction.ASCENDING)) {
      while (rows.next()) {
        found++;
      }
    }
    return found;
  }

  @Test
  void trimming_stops_when_it_may_not_continue() {
    append(null, item(1));
    now = START.plus(DAY.multipliedBy(2));
    trimmer.trim(now, () -> false);
    assertThat(log.changes(table.number(), 1, 0, 10, Long.MAX_VALUE)).hasSize(1);
  }

  @Test
  void a_disabled_stream_and_its_shards_disappear_after_a_day() {
    append(null, item(1));
    now = START.plusSeconds(1);
    define(null);
    assertThat(stream().isEnabled()).isFalse();
    now = now.plus(DAY).minusMillis(1);
    assertThat(streams.list("", "", 10)).hasSize(1);
    assertThat(streams.shards(stream())).hasSize(1);
    now = now.plusMillis(1);
    assertThat(streams.list("", "", 10)).isEmpty();
    assertThat(trimmer.hasWork()).isTrue();
    trimmer.trim(now.plusMillis(1), () -> true);
    assertThat(trimmer.hasWork()).isFalse();
  }

  @Test
  void an_open_shard_stays_after_its_changes_are_trimmed() {
    append(null, item(1));
    now = START.plus(DAY.multipliedBy(2));
    trimmer.trim(now, () -> true);
    assertThat(shard().isOpen()).isTrue();
    assertThat(trimmer.hasWork()).isTrue();
  }

  @Test
  void two_streams_of_a_table_have_shards_of_their_own() {
    define(null);
    define(StreamSpecification.enabled(ViewType.KEYS_ONLY, now));
    var both = streams.list("", "", 10);
    assertThat(both).extracting(TableStream::isEnabled).containsExactly(false, true);
    assertThat(both.getFirst().label()).isLessThan(both.getLast().label());
    assertThat(streams.shards(both.getFirst())).extracting(LogShard::number).containsExactly(1);
    assertThat(streams.shards(both.getLast())).extracting(LogShard::number).containsExactly(2);
    assertThat(streams.shard(both.getFirst(), 2)).isEmpty();
    assertThat(streams.shard(both.getLast(), 1)).isEmpty();
    assertThat(streams.shard(both.getLast(), 2)).isPresent();
  }

  @Test
  void a_list_of_streams_continues_after_a_stream() {
    define(null);
    define(StreamSpecification.enabled(ViewType.KEYS_ONLY, now));
    var first = streams.list("", "", 1).getFirst();
    var rest = streams.list(first.tableName(), first.label(), 1);
    assertThat(rest).hasSize(1);
    assertThat(rest.getFirst().isEnabled()).isTrue();
    assertThat(streams.find("t", first.label())).hasValue(first);
    assertThat(streams.find("t", "2020-01-01T00:00:00.000")).isEmpty();
  }

  @Test
  void changes_can_be_read_backwards_between_two_numbers() {
    long first = append(null, item(1));
    long second = append(item(1), item(2));
    long third = append(item(2), null);
    int number = table.number();
    assertThat(log.changesBackwards(number, 1, first, third, 10, Long.MAX_VALUE))
        .extracting(LoggedChange::sequence)
        .containsExactly(second);
    assertThat(log.changesBackwards(number, 1, first - 1, third + 1, 2, Long.MAX_VALUE))
        .extracting(LoggedChange::sequence)
        .containsExactly(third, second);
    assertThat(log.changesBackwards(number, 1, first, second, 10, Long.MAX_VALUE)).isEmpty();
    assertThat(log.changesBackwards(number, 1, -1, third + 1, 10, 1)).hasSize(1);
  }

  @Test
  void the_end_of_a_stream_is_that_of_its_table() {
    var before = table;
    BlockingTransactions.run(store, tx -> LogWriter.applyDefinition(tx, before, null, now));
    assertThat(stream().disabled()).isEqualTo(now);
    assertThat(shard().isOpen()).isFalse();
    assertThat(
            List.of(shard().number(), Objects.requireNonNull(before.features().log()).nextShard()))
        .containsExactly(1, stream().nextShard());
  }
}
