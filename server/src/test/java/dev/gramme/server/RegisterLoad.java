package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.testkit.history.Linearizability;
import dev.gramme.testkit.history.RegisterOperation;
import dev.gramme.testkit.history.RegisterOperation.Action;
import dev.gramme.testkit.history.RegisterOperation.CompareAndSet;
import dev.gramme.testkit.history.RegisterOperation.Outcome;
import dev.gramme.testkit.history.RegisterOperation.Read;
import dev.gramme.testkit.history.RegisterOperation.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Single items that are read, put, and updated on the condition that they have not changed. All
 * operations are recorded, and the history of each item must be linearizable.
 */
final class RegisterLoad implements LoadPart {
  private static final int REGISTERS = 2;

  private final List<Queue<RegisterOperation>> histories = new ArrayList<>();
  private final AtomicLongArray lastSeen = new AtomicLongArray(REGISTERS);
  private final AtomicLong lastValue = new AtomicLong();

  @Override
  public void prepare(ServerProcess server) throws Exception {
    LoadTable.create(
        server, "registers", LoadTable.attribute("pk"), LoadTable.key("pk", "HASH"), "");
    for (int i = 0; i < REGISTERS; i++) {
      histories.add(new ConcurrentLinkedQueue<>());
      Answer.whenDone(server, "PutItem", put(i, 0));
    }
  }

  @Override
  public Answer.Ending step(ServerProcess server, Random random) throws Exception {
    int register = random.nextInt(REGISTERS);
    long value = lastValue.incrementAndGet();
    return switch (random.nextInt(4)) {
      case 0 -> read(server, register);
      case 1 -> write(server, register, value);
      default -> update(server, register, value);
    };
  }

  private static String put(int register, long value) {
    return "{\"TableName\":\"registers\",\"Item\":{\"pk\":{\"S\":\"r%d\"},\"v\":{\"N\":\"%d\"}}}"
        .formatted(register, value);
  }

  private Answer.Ending read(ServerProcess server, int register) throws Exception {
    long invoked = System.nanoTime();
    Answer answer =
        Answer.of(
            server,
            "GetItem",
            "{\"TableName\":\"registers\",\"ConsistentRead\":true,\"Key\":{\"pk\":{\"S\":\"r%d\"}}}"
                .formatted(register));
    if (answer.isDone()) {
      record(register, new Read(seen(answer)), answer, invoked);
    }
    return answer.ending();
  }

  /** The value that was read; -1, which is never written, if the item did not exist. */
  private static long seen(Answer answer) {
    return answer.body().path("Item").path("v").path("N").asLong(-1);
  }

  private Answer.Ending write(ServerProcess server, int register, long value) throws Exception {
    long invoked = System.nanoTime();
    Answer answer = Answer.of(server, "PutItem", put(register, value));
    record(register, new Write(value), answer, invoked);
    return answer.ending();
  }

  /** Expects the value that any client saw last, so some updates fail their condition. */
  private Answer.Ending update(ServerProcess server, int register, long value) throws Exception {
    long expected = lastSeen.get(register);
    long invoked = System.nanoTime();
    Answer answer =
        Answer.of(
            server,
            "UpdateItem",
            """
            {"TableName":"registers","Key":{"pk":{"S":"r%d"}},"UpdateExpression":"SET v = :n",
            "ConditionExpression":"v = :o","ExpressionAttributeValues":
            {":o":{"N":"%d"},":n":{"N":"%d"}}}\
            """
                .formatted(register, expected, value));
    record(register, new CompareAndSet(expected, value), answer, invoked);
    return answer.ending();
  }

  private void record(int register, Action action, Answer answer, long invoked) {
    long returned = System.nanoTime();
    var history = histories.get(register);
    switch (answer.ending()) {
      case DONE -> {
        history.add(RegisterOperation.done(action, invoked, returned));
        lastSeen.set(
            register,
            switch (action) {
              case Read(long seen) -> seen;
              case Write(long value) -> value;
              case CompareAndSet(long _, long value) -> value;
            });
      }
      case REFUSED -> {
        // Other refusals say nothing about the value; they only show that nothing was changed.
        if (answer.isRefusedWith("ConditionalCheckFailedException")) {
          history.add(RegisterOperation.refused((CompareAndSet) action, invoked, returned));
        }
      }
      case UNKNOWN -> history.add(RegisterOperation.unknown(action, invoked));
      case NOT_SENT -> {}
    }
  }

  @Override
  public String check(ServerProcess server) throws Exception {
    for (int register = 0; register < REGISTERS; register++) {
      while (read(server, register) != Answer.Ending.DONE) {
        // The final value must be part of the history, so the read is repeated until it succeeds.
      }
      assertThat(Linearizability.violation(0, histories.get(register)))
          .as("register %d", register)
          .isEmpty();
    }
    return "registers with histories of %s operations, %d of them refused, %d unknown"
        .formatted(
            histories.stream().map(Queue::size).toList(),
            count(Outcome.REFUSED),
            count(Outcome.UNKNOWN));
  }

  private long count(Outcome outcome) {
    return histories.stream()
        .flatMap(Queue::stream)
        .filter(operation -> operation.outcome() == outcome)
        .count();
  }
}
