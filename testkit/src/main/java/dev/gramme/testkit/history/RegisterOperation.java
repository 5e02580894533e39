package dev.gramme.testkit.history;

import java.util.Locale;

/**
 * What a client has done to a register, and what it was answered.
 *
 * @param action what was asked for
 * @param outcome what is known of it
 * @param invokedNanos before the request was sent, by a counter that all clients share
 * @param returnedNanos after the answer had come; without meaning if the outcome is unknown
 */
public record RegisterOperation(
    Action action, Outcome outcome, long invokedNanos, long returnedNanos) {
  /** What can be done to a register. */
  public sealed interface Action {}

  /** It was read, and this was seen. */
  public record Read(long seen) implements Action {}

  /** It was given this value, whatever it had. */
  public record Write(long value) implements Action {}

  /** It was given this value if it had the expected one. */
  public record CompareAndSet(long expected, long value) implements Action {}

  /** What is known of an operation. */
  public enum Outcome {
    /** It took place between invocation and return. */
    DONE,
    /** The register had another value than the expected one between invocation and return. */
    REFUSED,
    /** It took place at any time after the invocation, or never. */
    UNKNOWN
  }

  /** Checks that the outcome is one that the action can have. */
  public RegisterOperation {
    boolean possible =
        switch (action) {
          case Read _ -> outcome == Outcome.DONE;
          case Write _ -> outcome != Outcome.REFUSED;
          case CompareAndSet _ -> true;
        };
    if (!possible) {
      throw new IllegalArgumentException(outcome + " is no outcome of " + action);
    }
    if (outcome != Outcome.UNKNOWN && returnedNanos < invokedNanos) {
      throw new IllegalArgumentException("returned before it was invoked");
    }
  }

  /** An operation whose answer is known. */
  public static RegisterOperation done(Action action, long invokedNanos, long returnedNanos) {
    return new RegisterOperation(action, Outcome.DONE, invokedNanos, returnedNanos);
  }

  /** A conditional write that was refused since the register had another value. */
  public static RegisterOperation refused(
      CompareAndSet action, long invokedNanos, long returnedNanos) {
    return new RegisterOperation(action, Outcome.REFUSED, invokedNanos, returnedNanos);
  }

  /** An operation that was answered by an error, or not at all. */
  public static RegisterOperation unknown(Action action, long invokedNanos) {
    return new RegisterOperation(action, Outcome.UNKNOWN, invokedNanos, Long.MAX_VALUE);
  }

  /** One line for a report, with times in milliseconds since the given one. */
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
          case CompareAndSet(long expected, long value) -> "set " + expected + " to " + value;
        };
    return "%s %s %s".formatted(what, outcome.name().toLowerCase(Locale.ROOT), times);
  }
}
