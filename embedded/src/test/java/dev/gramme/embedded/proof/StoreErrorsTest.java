package dev.gramme.embedded.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.proof.EngineCalls.Answer;
import dev.gramme.engine.EngineOptions;
import dev.gramme.storage.faulty.Faults;
import dev.gramme.storage.faulty.Faults.Fault;
import dev.gramme.storage.faulty.FaultyStore;
import dev.gramme.storage.memory.MemoryStore;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client receives when the store has given up a transaction or has refused it. */
final class StoreErrorsTest {
  private static final String TABLE = "{\"TableName\":\"things\"}";
  private static final String PUT = "{\"TableName\":\"things\",\"Item\":{\"pk\":{\"S\":\"a\"}}}";
  private static final String TRANSACTION =
      """
      {"TransactItems":[{"Put":{"TableName":"things","Item":{"pk":{"S":"a"}}}},\
      {"Put":{"TableName":"things","Item":{"pk":{"S":"b"}}}}]}\
      """;

  private final AtomicReference<Fault> fault = new AtomicReference<>(Fault.NONE);
  private final EngineCalls calls =
      new EngineCalls(
          new FaultyStore(
              new MemoryStore(),
              call -> call == Faults.Call.TRANSACTION ? fault.get() : Fault.NONE),
          InstantSource.system(),
          EngineOptions.DEFAULT);

  @BeforeEach
  void createTable() {
    calls.must(
        "CreateTable",
        """
        {"TableName":"things","BillingMode":"PAY_PER_REQUEST",\
        "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],\
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]}\
        """);
    calls.awaitActive("things");
  }

  @AfterEach
  void close() {
    calls.close();
  }

  private Answer answerWith(Fault kind, String operation, String request) {
    fault.set(kind);
    try {
      return calls.call(operation, request);
    } finally {
      fault.set(Fault.NONE);
    }
  }

  private void assertEmpty() {
    assertThat(calls.must("Scan", TABLE).body()).contains("\"Count\":0");
  }

  @Test
  void a_conflict_of_the_store_is_a_transaction_conflict_and_nothing_is_written() {
    assertThat(answerWith(Fault.CONFLICT, "PutItem", PUT).isError("TransactionConflictException"))
        .isTrue();
    Answer cancelled = answerWith(Fault.CONFLICT, "TransactWriteItems", TRANSACTION);
    assertThat(cancelled.isError("TransactionCanceledException")).isTrue();
    assertThat(cancelled.body()).contains("[TransactionConflict, TransactionConflict]");
    assertEmpty();
  }

  @Test
  void an_overload_of_the_store_is_a_throttling_and_nothing_is_written() {
    assertThat(answerWith(Fault.OVERLOADED, "PutItem", PUT).isError("ThrottlingException"))
        .isTrue();
    assertThat(
            answerWith(Fault.OVERLOADED, "TransactWriteItems", TRANSACTION)
                .isError("ThrottlingException"))
        .isTrue();
    assertEmpty();
  }
}
