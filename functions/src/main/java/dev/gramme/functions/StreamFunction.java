package dev.gramme.functions;

import org.jspecify.annotations.Nullable;

/**
 * A function that runs on the changes of a stream. It receives an event and returns a response,
 * both in the JSON form of Lambda. Existing Lambda code, and the classes that read such events,
 * therefore work here.
 */
@FunctionalInterface
public interface StreamFunction {
  /**
   * Handles an event: {@code {"Records":[...]}}, with tumbling windows also the window and its
   * state.
   *
   * @return empty or null for success; {@code {"batchItemFailures":[{"itemIdentifier":"..."}]}} if
   *     the mapping reports item failures, {@code {"state":{...}}} with tumbling windows
   * @throws Exception if the whole batch failed
   */
  @Nullable String handle(String event) throws Exception;
}
