package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.write.TransactionConflicts;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads call the engine concurrently. The results must be those of some sequential order.
 */
final class ConcurrencyTest {
  private static final int THREADS = 8;
  private static final Pattern VERSION = Pattern.compile("\"v\":\\{\"N\":\"(-?\\d+)\"}");

  private static final String TABLE =
      """
      {"TableName":"things","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[\
      {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"N"},\
      {"AttributeName":"l","AttributeType":"N"},{"AttributeName":"g","AttributeType":"S"}],\
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],\
      "LocalSecondaryIndexes":[{"IndexName":"lsi","KeySchema":[\
      {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],\
      "Projection":{"ProjectionType":"ALL"}}],\
      "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[\
      {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]}\
      """;

  private static final String CREATE_INDEX =
      """
      {"TableName":"things","AttributeDefinitions":[{"AttributeName":"v","AttributeType":"N"}],\
      "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late","KeySchema":[\
      {"AttributeName":"v","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]}\
      """;

  @TempDir private Path folder;

  private EngineCalls open(StoreKind kind) {
    var calls = new EngineCalls(kind.open(folder), InstantSource.system(), EngineOptions.DEFAULT);
    calls.must("CreateTable", TABLE);
    return calls;
  }

  private static String key(String pk, int sk) {
    return "\"pk\":{\"S\":\"%s\"},\"sk\":{\"N\":\"%d\"}".formatted(pk, sk);
  }

  private static String of(String pk, int sk) {
    return "\"TableName\":\"things\",\"Key\":{" + key(pk, sk) + "}";
  }

  private static String item(String pk, int sk, int v) {
    return "{%s,\"v\":{\"N\":\"%d\"},\"l\":{\"N\":\"%d\"},\"g\":{\"S\":\"%s\"}}"
        .formatted(key(pk, sk), v, v % 3, pk);
  }

  @ParameterizedTest
  @EnumSource
  void every_increment_counts_once_and_each_value_is_returned_once(StoreKind kind)
      throws Exception {
    int each = 200;
    try (var calls = open(kind)) {
      var seen =
          Parallel.run(
              THREADS,
              thread -> () -> IntStream.range(0, each).mapToObj(i -> increment(calls)).toList());

      var counts = seen.stream().flatMap(List::stream).sorted().toList();
      assertThat(counts).isEqualTo(IntStream.rangeClosed(1, THREADS * each).boxed().toList());
      for (var ofOneThread : seen) {
        assertThat(ofOneThread).isSorted();
      }
      calls.closeAndAudit();
    }
  }

  private static int increment(EngineCalls calls) {
    var answer =
        calls.must(
            "UpdateItem",
            "{"
                + of("counter", 0)
                + ",\"UpdateExpression\":\"ADD v :one\",\"ReturnValues\":\"UPDATED_NEW\","
                + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}");
    return versions(answer).getFirst();
  }

  /**
   * Two doctors may go off call, each only if the other one is on call. Exactly one transaction
   * must succeed.
   */
  @ParameterizedTest
  @EnumSource
  void conditions_on_other_items_hold_when_the_transaction_commits(StoreKind kind)
      throws Exception {
    int rounds = 150;
    try (var calls = open(kind)) {
      var start = new CyclicBarrier(2);
      var wentOffCall =
          Parallel.run(
              2,
              thread ->
                  () -> {
                    var mine = new ArrayList<Boolean>();
                    for (int round = 0; round < rounds; round++) {
                      calls.must(
                          "PutItem",
                          "{\"TableName\":\"things\",\"Item\":"
                              + item("r" + round, thread, 1)
                              + "}");
                      start.await();
                      mine.add(
                          calls.call("TransactWriteItems", goOffCall(round, thread)).status()
                              == 200);
                    }
                    return mine;
                  });

      for (int round = 0; round < rounds; round++) {
        assertThat(wentOffCall.get(0).get(round) ^ wentOffCall.get(1).get(round))
            .as("exactly one goes off call in round %d", round)
            .isTrue();
      }
    }
  }

  private static String goOffCall(int round, int thread) {
    return """
    {"TransactItems":[{"ConditionCheck":{%s,"ConditionExpression":"v = :on",\
    "ExpressionAttributeValues":{":on":{"N":"1"}}}},\
    {"Update":{%s,"UpdateExpression":"SET v = :off",\
    "ExpressionAttributeValues":{":off":{"N":"0"}}}}]}\
    """
        .formatted(of("r" + round, 1 - thread), of("r" + round, thread));
  }

  @ParameterizedTest
  @EnumSource
  void pages_and_transactional_reads_never_show_a_partial_transaction(StoreKind kind)
      throws Exception {
    int writes = 150;
    int writers = 3;
    try (var calls = open(kind)) {
      calls.must("TransactWriteItems", writeAll(0));
      var numbers = new AtomicInteger();
      var writing = new AtomicInteger(writers);
      Parallel.run(
          writers + 4,
          thread ->
              () -> {
                if (thread < writers) {
                  for (int i = 0; i < writes; i++) {
                    calls.must("TransactWriteItems", writeAll(numbers.incrementAndGet()));
                  }
                  writing.decrementAndGet();
                } else {
                  do {
                    readWhole(calls, thread - writers);
                  } while (writing.get() > 0);
                }
                return true;
              });
      calls.closeAndAudit();
    }
  }

  /**
   * If conflicts are reported, a transaction that conflicts with another one is cancelled and has
   * no partial effect.
   */
  @ParameterizedTest
  @EnumSource
  void transfers_that_are_cancelled_for_a_conflict_move_nothing(StoreKind kind) throws Exception {
    int transfers = 100;
    var options = EngineOptions.builder().transactionConflicts(TransactionConflicts.REPORT).build();
    try (var calls = new EngineCalls(kind.open(folder), InstantSource.system(), options)) {
      calls.must("CreateTable", TABLE);
      var moved =
          Parallel.run(
              THREADS,
              thread ->
                  () -> {
                    int done = 0;
                    for (int i = 0; i < transfers; i++) {
                      var answer =
                          calls.call("TransactWriteItems", transfer(thread % 3, (thread + 1) % 3));
                      done += answer.status() == 200 ? 1 : 0;
                      assertThat(
                              answer.status() == 200
                                  || answer.body().contains("TransactionConflict"))
                          .as(answer.body())
                          .isTrue();
                    }
                    return done;
                  });

      int sum = moved.stream().mapToInt(done -> done).sum();
      assertThat(sum).isPositive();
      calls.must("TransactWriteItems", transfer(0, 1));
      assertThat(calls.must("Query", query("", "pk")).body())
          .contains("\"n\":{\"N\":\"" + (sum + 1) + "\"}");
      var balances = versions(calls.must("Query", query("", "pk")));
      assertThat(balances.stream().mapToInt(balance -> balance).sum()).isZero();
      calls.closeAndAudit();
    }
  }

  private static String transfer(int from, int to) {
    return """
    {"TransactItems":[{"Update":{%s,"UpdateExpression":"ADD v :n",\
    "ExpressionAttributeValues":{":n":{"N":"-1"}}}},\
    {"Update":{%s,"UpdateExpression":"ADD v :n","ExpressionAttributeValues":{":n":{"N":"1"}}}},\
    {"Update":{%s,"UpdateExpression":"ADD n :n","ExpressionAttributeValues":{":n":{"N":"1"}}}}]}\
    """
        .formatted(of("p", from), of("p", to), of("p", 9));
  }

  private static final int WHOLE = 10;

  private static String writeAll(int v) {
    return "{\"TransactItems\":["
        + IntStream.range(0, WHOLE)
            .mapToObj(
                sk -> "{\"Put\":{\"TableName\":\"things\",\"Item\":" + item("p", sk, v) + "}}")
            .collect(Collectors.joining(","))
        + "]}";
  }

  private static void readWhole(EngineCalls calls, int kind) {
    var answer =
        switch (kind) {
          case 0 -> calls.must("Query", query("", "pk"));
          case 1 -> calls.must("Query", query(",\"IndexName\":\"gsi\"", "g"));
          case 2 -> calls.must("Scan", "{\"TableName\":\"things\",\"IndexName\":\"lsi\"}");
          default ->
              calls.must(
                  "TransactGetItems",
                  "{\"TransactItems\":["
                      + IntStream.range(0, WHOLE)
                          .mapToObj(sk -> "{\"Get\":{" + of("p", sk) + "}}")
                          .collect(Collectors.joining(","))
                      + "]}");
        };
    assertThat(versions(answer))
        .as("read %d", kind)
        .hasSize(WHOLE)
        .containsOnly(versions(answer).getFirst());
  }

  private static String query(String index, String attribute) {
    return "{\"TableName\":\"things\"%s,\"KeyConditionExpression\":\"%s = :p\",\"ExpressionAttributeValues\":{\":p\":{\"S\":\"p\"}}}"
        .formatted(index, attribute);
  }

  @ParameterizedTest
  @EnumSource
  void an_index_created_under_write_load_equals_its_table(StoreKind kind) throws Exception {
    int items = 1500;
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    try (var calls = open(kind)) {
      for (int i = 0; i < items; i += 25) {
        calls.must("BatchWriteItem", batch(i));
      }
      var done = new AtomicBoolean();
      Parallel.run(
          5,
          thread ->
              () -> {
                if (thread == 0) {
                  for (int i = 0; i < 3; i++) {
                    calls.must("UpdateTable", CREATE_INDEX);
                    calls.awaitIndexes("things");
                    if (i < 2) {
                      calls.must(
                          "UpdateTable",
                          "{\"TableName\":\"things\",\"GlobalSecondaryIndexUpdates\":[{\"Delete\":{\"IndexName\":\"late\"}}]}");
                    }
                  }
                  done.set(true);
                } else {
                  var random = new SplittableRandom(seed + thread);
                  while (!done.get()) {
                    write(calls, random, items);
                  }
                }
                return true;
              });
      calls.closeAndAudit();
    } catch (AssertionError failure) {
      throw new AssertionError("with -Dgramme.seed=" + seed, failure);
    }
  }

  private static String batch(int from) {
    return "{\"RequestItems\":{\"things\":["
        + IntStream.range(from, from + 25)
            .mapToObj(i -> "{\"PutRequest\":{\"Item\":" + item("p" + i % 10, i, i % 7) + "}}")
            .collect(Collectors.joining(","))
        + "]}}";
  }

  private static void write(EngineCalls calls, SplittableRandom random, int items) {
    int i = random.nextInt(items);
    String pk = "p" + i % 10;
    switch (random.nextInt(3)) {
      case 0 -> calls.must("DeleteItem", "{" + of(pk, i) + "}");
      case 1 ->
          calls.must(
              "PutItem",
              "{\"TableName\":\"things\",\"Item\":" + item(pk, i, random.nextInt(1000)) + "}");
      default ->
          calls.must(
              "UpdateItem",
              "{"
                  + of(pk, i)
                  + ",\"UpdateExpression\":\""
                  + (random.nextBoolean() ? "ADD v :n" : "SET n = :n REMOVE v")
                  + "\",\"ExpressionAttributeValues\":{\":n\":{\"N\":\"1\"}}}");
    }
  }

  private static List<Integer> versions(Answer answer) {
    return VERSION
        .matcher(answer.body())
        .results()
        .map(found -> Integer.parseInt(found.group(1)))
        .toList();
  }
}
