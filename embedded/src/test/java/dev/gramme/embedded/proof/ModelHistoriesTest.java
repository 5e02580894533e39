package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.Store;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.storage.rocksdb.Durability;
import dev.gramme.storage.rocksdb.RocksStore;
import dev.gramme.storage.rocksdb.RocksStoreOptions;
import dev.gramme.testkit.Gen;
import dev.gramme.testkit.history.Histories;
import dev.gramme.testkit.history.Request;
import dev.gramme.testkit.history.Shrinking;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the same random histories on a database in memory, which is never closed, and on one on disk
 * or in PostgreSQL, which is repeatedly closed and reopened. All responses must be equal byte by
 * byte, for every page. A difference is reported with its seed and the shortest history that still
 * shows it.
 */
final class ModelHistoriesTest {
  private static final String TABLE = "histories";
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z"));
  private static final int MAX_PAGES = 1000;

  /** Closes and reopens the stored database. The one in memory continues to run. */
  private static final Request RESTART = new Request("Restart", "");

  private static final Request DESCRIBE =
      new Request("DescribeTable", "{\"TableName\":\"${table}\"}");

  /** An index on an attribute that already has values of all types. */
  private static final Request CREATE_INDEX =
      new Request(
          "UpdateTable",
          """
          {"TableName":"${table}","AttributeDefinitions":[{"AttributeName":"x","AttributeType":"S"}],\
          "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late",\
          "KeySchema":[{"AttributeName":"x","KeyType":"HASH"}],\
          "Projection":{"ProjectionType":"ALL"}}}]}\
          """);

  private static final Request DELETE_INDEX =
      new Request(
          "UpdateTable",
          """
          {"TableName":"${table}","GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"late"}}]}\
          """);
  private static final Request SCAN_INDEX =
      new Request("Scan", "{\"TableName\":\"${table}\",\"IndexName\":\"late\",\"Limit\":2}");

  @TempDir private Path folder;
  private int runs;

  @Test
  void short_histories_have_equal_responses_in_memory_and_on_disk() {
    Gen.forAll(10, gen -> compare(history(gen, 80), onDisk(gen)));
  }

  @Test
  @Tag("long")
  void long_histories_have_equal_responses_in_memory_and_on_disk() {
    Gen.forAll(300, gen -> compare(history(gen, 600), onDisk(gen)));
  }

  @Test
  @Tag("slow")
  void short_histories_have_equal_responses_in_memory_and_in_postgres() {
    Gen.forAll(5, gen -> compare(history(gen, 80), StoreKind.POSTGRES::open));
  }

  @Test
  @Tag("long")
  void long_histories_have_equal_responses_in_memory_and_in_postgres() {
    Gen.forAll(20, gen -> compare(history(gen, 600), StoreKind.POSTGRES::open));
  }

  /**
   * A database on a disk that is taken for fast or slow. If it is slow, all rows that are not in
   * memory are prefetched.
   */
  private static Function<Path, Store> onDisk(Gen gen) {
    var slowRead = gen.oneOf(Duration.ZERO, RocksStoreOptions.SLOW_READ);
    return path ->
        RocksStore.open(
            RocksStoreOptions.builder(path)
                .durability(Durability.RELAXED)
                .slowRead(slowRead)
                .build());
  }

  private static List<Request> history(Gen gen, int length) {
    var history = new ArrayList<>(Histories.random(gen, length));
    for (int i = 0; i < length / 8; i++) {
      var request =
          gen.oneOf(RESTART, CREATE_INDEX, DELETE_INDEX, SCAN_INDEX, SCAN_INDEX, DESCRIBE);
      history.add(gen.between(1, history.size()), request);
    }
    history.add(DESCRIBE);
    return history;
  }

  private void compare(List<Request> history, Function<Path, Store> stored) {
    if (difference(history, stored).isEmpty()) {
      return;
    }
    var shrunken = Shrinking.shrink(history, shorter -> difference(shorter, stored).isPresent());
    assertThat(difference(shrunken, stored))
        .as(() -> String.join("\n", shrunken.stream().map(Request::toString).toList()))
        .isEmpty();
  }

  private Optional<String> difference(List<Request> history, Function<Path, Store> stored) {
    var path = folder.resolve("run-" + ++runs);
    try (var memory = new Side(MemoryStore::new);
        var disk = new Side(() -> stored.apply(path))) {
      for (Request request : history) {
        if (request.equals(RESTART)) {
          disk.restart();
          continue;
        }
        var ofMemory = memory.answers(request);
        var ofDisk = disk.answers(request);
        if (!ofMemory.equals(ofDisk)) {
          return Optional.of("%n%s%nmemory %s%nstored %s".formatted(request, ofMemory, ofDisk));
        }
      }
    }
    return Optional.empty();
  }

  /** One of the two databases. */
  private static final class Side implements AutoCloseable {
    private final Supplier<Store> stores;
    private EngineCalls calls;

    Side(Supplier<Store> stores) {
      this.stores = stores;
      this.calls = open(stores);
    }

    void restart() {
      calls.close();
      calls = open(stores);
    }

    /** The response, or the responses of all pages. */
    List<Answer> answers(Request request) {
      var body = request.bodyFor(TABLE);
      var answers = new ArrayList<Answer>();
      answers.add(calls.call(request.operation(), body));
      if (request.operation().equals("UpdateTable")) {
        calls.awaitIndexes(TABLE);
      }
      var last = lastKey(request, answers);
      while (last != null) {
        assertThat(answers).as("pages of %s", request).hasSizeLessThan(MAX_PAGES);
        var next = body.substring(0, body.length() - 1) + ",\"ExclusiveStartKey\":" + last + "}";
        answers.add(calls.call(request.operation(), next));
        last = lastKey(request, answers);
      }
      return answers;
    }

    private static @Nullable String lastKey(Request request, List<Answer> answers) {
      boolean paged = request.operation().equals("Query") || request.operation().equals("Scan");
      return paged ? answers.getLast().member("LastEvaluatedKey") : null;
    }

    private static EngineCalls open(Supplier<Store> stores) {
      return new EngineCalls(stores.get(), CLOCK, EngineOptions.DEFAULT);
    }

    @Override
    public void close() {
      calls.close();
    }
  }
}
