package dev.gramme.server.pipeline;

import java.util.concurrent.Executor;

/**
 * Where requests run.
 *
 * @param shortOnes runs those that are over soon; called by the event loop of the connection, which
 *     it may use
 * @param longOnes runs those that would keep other clients waiting
 */
public record RequestThreads(Executor shortOnes, Executor longOnes) {
  private static final Executor CALLER = Runnable::run;

  /** All requests run on their callers. */
  public static final RequestThreads CALLERS = new RequestThreads(CALLER, CALLER);

  /** Whether short requests may keep their thread for a turn only, since others wait for it. */
  boolean takesTurns() {
    return !shortOnes.equals(longOnes);
  }
}
