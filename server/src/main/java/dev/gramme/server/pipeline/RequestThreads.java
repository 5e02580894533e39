package dev.gramme.server.pipeline;

import dev.gramme.model.budget.RequestBudget;
import java.util.concurrent.Executor;

/**
 * The threads of requests.
 *
 * @param shortRequests runs requests that should finish soon, and encodes their answers; called on
 *     the connection's event loop, and may run them there unless the store is shared
 * @param longRequests runs requests that would delay other clients
 * @param limitsTurns whether short requests may use their thread for one turn only, because other
 *     clients wait for it
 */
public record RequestThreads(
    Executor shortRequests, LongRequests longRequests, boolean limitsTurns) {
  /** All requests run on their callers' threads. */
  public static final RequestThreads CALLERS =
      new RequestThreads(Runnable::run, (queue, computes, request) -> request.run(), false);

  /** Runs requests that would delay other clients. */
  @FunctionalInterface
  public interface LongRequests extends RequestBudget.DiskWaits {
    /**
     * Runs a request.
     *
     * @param queue where it waits for a thread
     * @param computes whether it mainly computes; otherwise it mainly waits, such as for the disk
     */
    void execute(Queue queue, boolean computes, Runnable request);

    /**
     * {@inheritDoc}
     *
     * <p>Call this on the thread of the request. If few enough requests wait, another one of the
     * operation may compute meanwhile.
     */
    @Override
    default void beginWaiting() {}

    /**
     * {@inheritDoc}
     *
     * <p>Call this on the thread of the request.
     */
    @Override
    default void endWaiting() {}
  }

  /**
   * A queue of requests that wait for a thread.
   *
   * @param operation the name of their operation; no operation uses all threads
   * @param table the table that they name, empty if they name none; the tables of an operation get
   *     threads in turn
   */
  public record Queue(String operation, String table) {}
}
