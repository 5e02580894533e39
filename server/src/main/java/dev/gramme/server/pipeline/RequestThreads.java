package dev.gramme.server.pipeline;

import java.util.concurrent.Executor;

/**
 * The executors of requests.
 *
 * @param shortRequests runs requests that should finish soon; called on the connection's event
 *     loop, and may run them there
 * @param longRequests runs requests that would delay other clients
 */
public record RequestThreads(Executor shortRequests, Executor longRequests) {
  private static final Executor CALLER = Runnable::run;

  /** All requests run on their callers' threads. */
  public static final RequestThreads CALLERS = new RequestThreads(CALLER, CALLER);

  /**
   * Whether short requests may use their thread for one turn only, because other clients wait for
   * it.
   */
  boolean limitsTurns() {
    return !shortRequests.equals(longRequests);
  }
}
