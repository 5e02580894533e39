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

  /** All requests run on their callers. */
  public static final RequestThreads CALLERS = new RequestThreads(Runnable::run, Runnable::run);

  Executor of(Protocol.Call call) {
    return call.isLong() ? longOnes : shortOnes;
  }
}
