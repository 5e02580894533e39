package dev.gramme.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gramme.engine.catalog.Tables;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.replication.Peer;
import dev.gramme.engine.replication.Peers;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.write.ItemChange;
import dev.gramme.engine.write.WriteAction;
import dev.gramme.engine.write.WriteRequest;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Item;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.StrongConsistency;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.budget.MemoryBudget;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.TestStores;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which engine executes the requests for a strongly consistent table. */
final class HomesTest {
  private static final String HOME = "us-east-1";
  private static final String OTHER = "us-west-2";
  private static final Item ITEM = Tables.item("a", "red");

  private final Store storeOfHome = TestStores.open();
  private final Store storeOfOther = TestStores.open();
  private final Engine home = open(storeOfHome);
  private final Engine other = open(storeOfOther);

  private static Engine open(Store store) {
    var engine =
        Engine.open(
            store,
            () -> Instant.EPOCH,
            task -> Thread.ofPlatform().daemon().start(task),
            EngineOptions.builder().throttling(ThrottlingMode.SERVICE).build());
    engine
        .catalog()
        .create(numbers ->
            Tables.table("t").apply(numbers).toBuilder()
                .strong(new StrongConsistency(HOME, null))
                .build())
        .join();
    return engine;
  }

  @AfterEach
  void close() {
    other.close();
    home.close();
    storeOfOther.close();
    storeOfHome.close();
  }

  private static void connect(Engine engine, String region, String to, Optional<Engine> peer) {
    engine.connectRegions(name -> name.equals(to) ? peer : Optional.empty());
    engine.replication().connect(region, Peers.of(Map.of(to, message -> Peer.Reply.DONE)));
  }

  private static WriteRequest put(WriteRequest.Kind kind) {
    var put = new WriteAction.Put("t", ITEM, null, false);
    return kind == WriteRequest.Kind.SINGLE
        ? WriteRequest.single(put)
        : new WriteRequest(List.of(put), kind, ItemChange.Cause.CLIENT, null);
  }

  /** The item according to the copy of one engine. */
  private static boolean hasItem(Engine engine) {
    TableDefinition table = engine.catalog().find("t").orElseThrow();
    return engine.store().get(RowKeys.item(table, ITEM)) != null;
  }

  private ApiError errorOf(WriteRequest request) {
    var thrown = catchThrowableOfType(CompletionException.class, () -> other.write(request).join());
    return (ApiError) Objects.requireNonNull(thrown.getCause());
  }

  @Test
  void the_home_executes_the_writes_of_another_region() {
    connect(home, HOME, OTHER, Optional.of(other));
    connect(other, OTHER, HOME, Optional.of(home));
    other.write(put(WriteRequest.Kind.SINGLE)).join();
    assertThat(hasItem(home)).isTrue();
    assertThat(hasItem(other)).isFalse();
    assertThat(errorOf(put(WriteRequest.Kind.TRANSACTION)).type()).isEqualTo(ErrorType.VALIDATION);
  }

  @Test
  void parts_of_a_batch_that_run_in_parallel_have_budgets_of_their_own() {
    connect(home, HOME, OTHER, Optional.of(other));
    connect(other, OTHER, HOME, Optional.of(home));
    other.catalog().create(Tables.table("local")).join();
    var budget = new RequestBudget(MemoryBudget.unlimited());
    var batch =
        new WriteRequest(
            List.of(
                new WriteAction.Put("t", ITEM, null, false),
                new WriteAction.Put("local", ITEM, null, false)),
            WriteRequest.Kind.BATCH,
            ItemChange.Cause.CLIENT,
            null,
            budget,
            false);
    assertThat(other.write(batch).join().changes()).hasSize(2);
    assertThat(budget.usedBytes()).isZero();
  }

  private static WriteRequest batch(String... tables) {
    var puts =
        IntStream.range(0, tables.length)
            .<WriteAction>mapToObj(
                i -> new WriteAction.Put(tables[i], Tables.item("" + i, "red"), null, false))
            .toList();
    return new WriteRequest(puts, WriteRequest.Kind.BATCH, ItemChange.Cause.CLIENT, null);
  }

  @Test
  void the_changes_of_a_batch_have_the_order_of_its_actions() {
    connect(home, HOME, OTHER, Optional.of(other));
    connect(other, OTHER, HOME, Optional.of(home));
    other.catalog().create(Tables.table("local")).join();

    var result = other.write(batch("t", "local", "t", "local")).join();

    assertThat(result.changes())
        .extracting(change -> change.table().name())
        .containsExactly("t", "local", "t", "local");
    assertThat(result.unprocessed()).isEmpty();
  }

  /** Limits the throughput of the table in its home, and uses it up. */
  private void throttleHome() {
    home.catalog()
        .change(
            "t",
            (table, numbers) -> table.toBuilder().onDemand(new OnDemandThroughput(1L, 1L)).build())
        .join();
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10_000; i++) {
                home.write(put(WriteRequest.Kind.SINGLE)).join();
              }
            })
        .hasCauseInstanceOf(ApiError.class);
  }

  @Test
  void the_actions_of_a_throttled_home_are_unprocessed_if_others_are_executed() {
    connect(home, HOME, OTHER, Optional.of(other));
    connect(other, OTHER, HOME, Optional.of(home));
    other.catalog().create(Tables.table("local")).join();
    throttleHome();

    var result = other.write(batch("t", "local", "t", "local")).join();

    assertThat(result.unprocessed()).containsExactly(0, 2);
    assertThat(result.changes())
        .extracting(change -> change.table().name())
        .containsExactly("local", "local");
    assertThat(errorOf(batch("t", "t")).type()).isEqualTo(ErrorType.THROTTLING);
  }

  @Test
  void a_write_is_refused_while_the_home_of_its_table_changes() {
    connect(home, HOME, OTHER, Optional.of(other));
    connect(other, OTHER, HOME, Optional.of(home));
    home.catalog()
        .change(
            "t",
            (table, numbers) ->
                table.toBuilder().strong(new StrongConsistency(OTHER, null)).build())
        .join();
    ApiError error = errorOf(put(WriteRequest.Kind.SINGLE));
    assertThat(error.type()).isEqualTo(ErrorType.INTERNAL_SERVER_ERROR);
    assertThat(error.text()).hasValueSatisfying(text -> assertThat(text).contains("Retry"));
    assertThat(hasItem(home)).isFalse();
    assertThat(hasItem(other)).isFalse();
  }

  @Test
  void an_engine_without_regions_is_its_own_home() {
    other.write(put(WriteRequest.Kind.SINGLE)).join();
    assertThat(hasItem(other)).isTrue();
    assertThat(hasItem(home)).isFalse();
    var alone = other.replication().removeStrong("t", table -> {}).join();
    assertThat(alone.features().strong()).isNull();
  }

  @Test
  void a_home_that_is_not_open_is_named_in_the_error() {
    connect(other, OTHER, HOME, Optional.empty());
    ApiError error = errorOf(put(WriteRequest.Kind.SINGLE));
    assertThat(error.type()).isEqualTo(ErrorType.INTERNAL_SERVER_ERROR);
    assertThat(error.text()).hasValueSatisfying(text -> assertThat(text).contains(HOME));
    assertThat(hasItem(other)).isFalse();
  }
}
