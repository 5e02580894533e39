package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.faulty.Delays;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.testkit.Gen;
import dev.gramme.testkit.history.Histories;
import dev.gramme.testkit.history.Linearizability;
import dev.gramme.testkit.history.RegisterOperation;
import dev.gramme.testkit.history.RegisterOperation.Action;
import dev.gramme.testkit.history.RegisterOperation.CompareAndSet;
import dev.gramme.testkit.history.RegisterOperation.Outcome;
import dev.gramme.testkit.history.RegisterOperation.Read;
import dev.gramme.testkit.history.RegisterOperation.Write;
import dev.gramme.testkit.history.Request;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random histories on a store that sometimes fails. A request that fails because of the store must
 * have taken effect completely or not at all. Every other response must be correct.
 */
final class FaultyHistoriesTest {
  private static final String TABLE = "histories";
  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-11-21T00:00:00Z"));
  private static final int ATTEMPTS = 1000;

  /** On average one of this number of transactions fails. */
  private static final int ONE_IN = 5;

  private static final String KEY = "\"pk\":{\"S\":\"register\"},\"sk\":{\"N\":\"0\"}";
  private static final Pattern VALUE = Pattern.compile("\"v\":\\{\"N\":\"(\\d+)\"}");

  @Test
  void every_request_takes_effect_completely_or_not_at_all() {
    Gen.forAll(10, gen -> checkHistory(gen, 100));
  }

  @Tag("long")
  @Test
  void every_request_of_long_histories_takes_effect_completely_or_not_at_all() {
    Gen.forAll(200, gen -> checkHistory(gen, 600));
  }

  @Test
  void items_are_linearizable() {
    Gen.forAll(3, gen -> checkRegister(gen, 150));
  }

  @Tag("long")
  @Test
  void items_are_linearizable_in_many_histories() {
    Gen.forAll(100, gen -> checkRegister(gen, 300));
  }

  /** Calls an operation. Returns null if the store has failed. */
  private static @Nullable Answer attempt(EngineCalls calls, String operation, String body) {
    try {
      Answer answer = calls.call(operation, body);
      return isStoreFailure(answer) ? null : answer;
    } catch (StorageException failure) {
      return null;
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof StorageException) {
        return null;
      }
      throw failure;
    }
  }

  /** Whether the answer reports a conflict or an overload, which these histories never cause. */
  private static boolean isStoreFailure(Answer answer) {
    return answer.isError("ThrottlingException")
        || answer.isError("TransactionConflictException")
        || (answer.status() != 200 && answer.body().contains("TransactionConflict"));
  }

  private static Store faulty(Gen gen, AtomicBoolean on) {
    return new FaultyStore(
        new MemoryStore(),
        Faults.whileOn(on, Faults.random(gen.nextLong(), ONE_IN)),
        new Delays(gen.nextLong()));
  }

  private static void checkHistory(Gen gen, int length) {
    var on = new AtomicBoolean();
    try (var model = new EngineCalls(new MemoryStore(), CLOCK, EngineOptions.DEFAULT);
        var tested = new EngineCalls(faulty(gen, on), CLOCK, EngineOptions.DEFAULT)) {
      int failures = 0;
      for (Request request : Histories.random(gen, length)) {
        String body = request.bodyFor(TABLE);
        on.set(true);
        Answer answer = attempt(tested, request.operation(), body);
        on.set(false);
        if (answer != null) {
          assertThat(answer)
              .as(request.toString())
              .isEqualTo(model.call(request.operation(), body));
        } else {
          failures++;
          checkFailed(model, tested, request.operation(), body);
        }
      }
      assertThat(failures).isPositive();
      assertThat(contents(tested)).isEqualTo(contents(model));
      tested.closeAndAudit();
    }
  }

  /**
   * Checks that after a request with an unknown outcome the table is either unchanged or completely
   * changed.
   */
  private static void checkFailed(
      EngineCalls model, EngineCalls tested, String operation, String body) {
    if (operation.startsWith("BatchWrite") || operation.equals("CreateTable")) {
      // The parts of a batch are independent. Repeating the batch completes all of them.
      Answer _ = tested.call(operation, body);
      Answer _ = model.call(operation, body);
    } else if (!contents(tested).equals(contents(model))) {
      Answer _ = model.call(operation, body);
    }
    assertThat(contents(tested)).as("%s %s", operation, body).isEqualTo(contents(model));
  }

  /** All items of the table and all entries of its indexes. */
  private static List<String> contents(EngineCalls calls) {
    var contents = new ArrayList<String>();
    for (String index : List.of("", "lsi", "gsi", "gall")) {
      String of = index.isEmpty() ? "" : ",\"IndexName\":\"" + index + "\"";
      contents.add(calls.call("Scan", "{\"TableName\":\"" + TABLE + "\"" + of + "}").body());
    }
    return contents;
  }

  private static void checkRegister(Gen gen, int each) throws Exception {
    var on = new AtomicBoolean();
    Queue<RegisterOperation> history = new ConcurrentLinkedQueue<>();
    var values = new AtomicLong();
    var seeds = List.of(gen.nextLong(), gen.nextLong(), gen.nextLong(), gen.nextLong());
    try (var calls = new EngineCalls(faulty(gen, on), CLOCK, EngineOptions.DEFAULT)) {
      calls.must("CreateTable", Histories.random(gen, 0).getFirst().bodyFor(TABLE));
      calls.must("PutItem", put(0));
      on.set(true);
      Parallel.run(
          seeds.size(),
          thread ->
              () -> {
                var random = new Gen(seeds.get(thread));
                for (int i = 0; i < each; i++) {
                  step(calls, random, values, history);
                }
                return true;
              });
      on.set(false);
      read(calls, history);
    }
    assertThat(history).anyMatch(operation -> operation.outcome() == Outcome.UNKNOWN);
    assertThat(Linearizability.violation(0, history)).isEmpty();
  }

  private static void step(
      EngineCalls calls, Gen random, AtomicLong values, Queue<RegisterOperation> history) {
    switch (random.nextInt(4)) {
      case 0 -> read(calls, history);
      case 1 -> {
        long value = values.incrementAndGet();
        record(calls, new Write(value), "PutItem", put(value), history);
      }
      default -> {
        long expected = read(calls, history);
        long value = values.incrementAndGet();
        record(
            calls, new CompareAndSet(expected, value), "UpdateItem", set(expected, value), history);
      }
    }
  }

  /** Repeats the read until it succeeds. Failed reads are not part of the history. */
  private static long read(EngineCalls calls, Queue<RegisterOperation> history) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long invoked = System.nanoTime();
      Answer answer =
          attempt(calls, "GetItem", "{\"TableName\":\"" + TABLE + "\",\"Key\":{" + KEY + "}}");
      if (answer != null) {
        var value = VALUE.matcher(answer.body());
        assertThat(value.find()).as(answer.body()).isTrue();
        long seen = Long.parseLong(value.group(1));
        history.add(RegisterOperation.done(new Read(seen), invoked, System.nanoTime()));
        return seen;
      }
    }
    throw new AssertionError("a read failed " + ATTEMPTS + " times");
  }

  private static void record(
      EngineCalls calls,
      Action action,
      String operation,
      String body,
      Queue<RegisterOperation> history) {
    long invoked = System.nanoTime();
    Answer answer = attempt(calls, operation, body);
    long returned = System.nanoTime();
    if (answer == null) {
      history.add(RegisterOperation.unknown(action, invoked));
    } else if (answer.isError("ConditionalCheckFailedException")) {
      history.add(RegisterOperation.refused((CompareAndSet) action, invoked, returned));
    } else {
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      history.add(RegisterOperation.done(action, invoked, returned));
    }
  }

  private static String put(long value) {
    return "{\"TableName\":\"%s\",\"Item\":{%s,\"v\":{\"N\":\"%d\"}}}".formatted(TABLE, KEY, value);
  }

  private static String set(long expected, long value) {
    return """
    {"TableName":"%s","Key":{%s},"UpdateExpression":"SET v = :n","ConditionExpression":"v = :o",\
    "ExpressionAttributeValues":{":o":{"N":"%d"},":n":{"N":"%d"}}}\
    """
        .formatted(TABLE, KEY, expected, value);
  }
}
