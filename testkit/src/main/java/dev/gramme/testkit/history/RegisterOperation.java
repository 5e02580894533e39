package dev.gramme.testkit.history;

import java.util.Locale;

/**
 * An operation of a client on a register, and its outcome, for a linearizability check.
 *
 * @param action the requested action
 * @param outcome what the client knows about its effect
 * @param invokedNanos the time before the request was sent, on a clock that all clients share
 * @param returnedNanos the time after the answer arrived; meaningless if the outcome is unknown
 */
public record RegisterOperation(
    Action action, Outcome outcome, long invokedNanos, long returnedNanos) {
  /** An action on a register. */
  public sealed interface Action {}

  /** A read that returned this value. */
  public record Read(long seen) implements Action {}

  /** An unconditional write. */
  public record Write(long value) implements Action {}

  /** A write on the condition that the register has the expected value. */
  public record CompareAndSet(long expected, long value) implements Action {}

  /** What a client knows about the effect of an operation. */
  public enum Outcome {
    /** It took effect between invocation and return. */
    DONE,
    /** Between invocation and return the register had a value other than the expected one. */
    REFUSED,
    /** It took effect at some time after the invocation, or never. */
    UNKNOWN
  }

  /** Checks that the action can have this outcome. */
  public RegisterOperation {
    boolean possible =
        switch (action) {
          case Read _ -> outcome == Outcome.DONE;
          case Write _ -> outcome != Outcome.REFUSED;
          case CompareAndSet _ -> true;
        };
    if (!possible) {
      throw new IllegalArgumentException(outcome + " is not a possible outcome of " + action);
    }
    if (outcome != Outcome.UNKNOWN && returnedNanos < invokedNanos) {
      throw new IllegalArgumentException("returned before it was invoked");
    }
  }

  /** An operation with a successful answer. */
  public static RegisterOperation done(Action action, long invokedNanos, long returnedNanos) {
    return new RegisterOperation(action, Outcome.DONE, invokedNanos, returnedNanos);
  }

  /** A compare-and-set that was refused because the register had another value. */
  public static RegisterOperation refused(
      CompareAndSet action, long invokedNanos, long returnedNanos) {
    return new RegisterOperation(action, Outcome.REFUSED, invokedNanos, returnedNanos);
  }

  /** An operation that failed with an error or without an answer. */
  public static RegisterOperation unknown(Action action, long invokedNanos) {
    return new RegisterOperation(action, Outcome.UNKNOWN, invokedNanos, Long.MAX_VALUE);
  }

  /** One line of a report, with times in milliseconds relative to the given one. */
  String line(long sinceNanos) {
    String times =
        outcome == Outcome.UNKNOWN
            ? "[%.3f, ?]".formatted((invokedNanos - sinceNanos) / 1e6)
            : "[%.3f, %.3f]"
                .formatted((invokedNanos - sinceNanos) / 1e6, (returnedNanos - sinceNanos) / 1e6);
    String what =
        switch (action) {
          case Read(long seen) -> "read " + seen;
          case Write(long value) -> "write " + value;
          case CompareAndSet(long expected, long value) ->
              "compare-and-set " + expected + " to " + value;
        };
    return "%s %s %s".formatted(what, outcome.name().toLowerCase(Locale.ROOT), times);
  }
}
