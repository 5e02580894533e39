package dev.gramme.functions;

import org.jspecify.annotations.Nullable;

/**
 * What is run on the changes of a stream. It is given an event and gives an answer, both in JSON:
 * as a function of Lambda, so that the same code, and the classes that read such events, work here.
 */
@FunctionalInterface
public interface StreamFunction {
  /**
   * Handles an event: {@code {"Records":[...]}}, and in tumbling windows the window and its state.
   *
   * @return empty or null for success; {@code {"batchItemFailures":[{"itemIdentifier":"..."}]}} if
   *     the mapping reports those, {@code {"state":{...}}} in tumbling windows
   * @throws Exception if the whole batch has failed
   */
  @Nullable String handle(String event) throws Exception;
}
