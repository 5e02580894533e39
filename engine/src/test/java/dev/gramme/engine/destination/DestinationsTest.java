package dev.gramme.engine.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.destination.Destination.Precision;
import dev.gramme.engine.destination.Destination.Status;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DestinationsTest {
  private static final String ONE = "arn:aws:kinesis:us-east-1:000000000000:stream/one";
  private static final String OTHER = "arn:aws:kinesis:us-east-1:000000000000:stream/other";

  private final Store store = TestStores.open();
  private final Engine engine =
      Engine.open(
          store,
          () -> Instant.EPOCH,
          task -> Thread.ofPlatform().daemon().start(task),
          EngineOptions.DEFAULT);
  private final Destinations destinations = engine.destinations();
  private final TableDefinition table = engine.catalog().create(Tables.table("t")).join();

  @AfterEach
  void close() {
    engine.close();
    store.close();
  }

  private Destination enable(String arn, @Nullable Precision precision) {
    return destinations.enable("t", arn, precision, null).join();
  }

  private static void isInvalid(ThrowingCallable call, String text) {
    assertThatThrownBy(call)
        .cause()
        .isInstanceOfSatisfying(
            ApiError.class, e -> assertThat(e.type()).isEqualTo(ErrorType.VALIDATION))
        .hasMessageContaining(text);
  }

  private long openShards() {
    return new LogReader(store)
        .shards(table.number(), 0, Integer.MAX_VALUE).stream().filter(LogShard::isOpen).count();
  }

  @Test
  void a_table_has_one_active_destination() {
    var enabled = enable(ONE, null);
    assertThat(enabled.status()).isEqualTo(Status.ACTIVE);
    assertThat(destinations.active(table)).hasValue(enabled);
    isInvalid(() -> enable(OTHER, null), "must be DISABLED or ENABLE_FAILED");
    isInvalid(() -> enable(ONE, null), "must be DISABLED or ENABLE_FAILED");
    assertThat(destinations.list(table)).containsExactly(enabled);
  }

  @Test
  void a_destination_that_cannot_be_used_is_listed_with_the_reason() {
    var failed = destinations.enable("t", ONE, null, "no such stream").join();
    assertThat(failed.status()).isEqualTo(Status.ENABLE_FAILED);
    assertThat(failed.reason()).isEqualTo("no such stream");
    assertThat(destinations.active(table)).isEmpty();
    assertThat(destinations.list(table)).containsExactly(failed);
    assertThat(openShards()).isZero();
  }

  @Test
  void the_log_of_the_table_is_kept_while_a_destination_is_active() {
    enable(ONE, null);
    assertThat(openShards()).isPositive();
    destinations.disable("t", ONE).join();
    assertThat(openShards()).isZero();
  }

  @Test
  void only_an_active_destination_can_be_disabled() {
    isInvalid(() -> destinations.disable("t", ONE).join(), "must be ACTIVE to perform DISABLE");
    enable(ONE, null);
    destinations.disable("t", ONE).join();
    isInvalid(() -> destinations.disable("t", ONE).join(), "must be ACTIVE to perform DISABLE");
  }

  @Test
  void inactive_destinations_are_listed_for_a_day_the_latest_first() {
    enable(ONE, null);
    destinations.disable("t", ONE).join();
    engine.advance(Duration.ofHours(1));
    enable(OTHER, null);
    assertThat(destinations.list(table))
        .extracting(Destination::streamArn)
        .containsExactly(OTHER, ONE);
    engine.advance(Duration.ofHours(23).minusMillis(1));
    assertThat(destinations.list(table)).hasSize(2);
    engine.advance(Duration.ofMillis(1));
    assertThat(destinations.list(table)).extracting(Destination::streamArn).containsExactly(OTHER);
  }

  @Test
  void the_precision_is_milliseconds_unless_another_is_set() {
    assertThat(enable(ONE, null).effectivePrecision()).isEqualTo(Precision.MILLISECOND);
    isInvalid(
        () -> destinations.update("t", ONE, Precision.MILLISECOND).join(),
        "Precision is already set to the desired value of MILLISECOND");
    var updated = destinations.update("t", ONE, Precision.MICROSECOND).join();
    assertThat(updated.precision()).isEqualTo(Precision.MICROSECOND);
    assertThat(destinations.active(table)).hasValue(updated);
  }

  @Test
  void only_an_active_destination_can_be_updated() {
    enable(ONE, null);
    destinations.disable("t", ONE).join();
    isInvalid(
        () -> destinations.update("t", ONE, Precision.MICROSECOND).join(),
        "Kinesis streaming is not in ACTIVE state.");
  }

  @Test
  void a_problem_is_described_only_while_the_destination_is_active() {
    var enabled = enable(ONE, Precision.MICROSECOND);
    assertThat(destinations.describe(enabled, "slow").join()).isTrue();
    assertThat(destinations.list(table)).extracting(Destination::reason).containsExactly("slow");
    destinations.disable("t", ONE).join();
    assertThat(destinations.describe(enabled, "slow").join()).isFalse();
    assertThat(destinations.list(table).getFirst().reason()).isNull();
  }

  @Test
  void the_active_destinations_of_all_tables_are_found() {
    var other = engine.catalog().create(Tables.table("u")).join();
    var one = enable(ONE, null);
    var second = destinations.enable("u", ONE, null, null).join();
    assertThat(second.table()).isEqualTo(other.number());
    assertThat(destinations.active()).containsExactlyInAnyOrder(one, second);
    destinations.disable("t", ONE).join();
    assertThat(destinations.active()).containsExactly(second);
  }

  @Test
  void a_log_without_its_reader_is_repaired() {
    enable(ONE, null);
    engine
        .catalog()
        .change("t", (changed, numbers) -> changed.toBuilder().log(null).build())
        .join();
    assertThat(openShards()).isZero();
    destinations.restoreReaders();
    assertThat(openShards()).isPositive();
  }
}
