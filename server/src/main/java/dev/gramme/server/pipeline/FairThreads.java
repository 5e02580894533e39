package dev.gramme.server.pipeline;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for requests that may wait for the disk or need long. Each operation has a lane of its
 * own, and each lane may use only a part of the threads, so that the cold scans of one client do
 * not delay the GetRecords of others. Lanes with waiting requests get free threads in turn. Within
 * a lane, the tables get them in turn, so that many scans of one table delay a scan of another
 * table by one request, and by those that return from the disk. The requests for one table run in
 * the order of their arrival. A connection has at most one request here, so the limits on
 * connections bound the queues.
 *
 * <p>A request that waits for the disk leaves its place to another one that computes. Before it
 * computes much, it waits for a place again, and gets it before requests that have not begun.
 */
public final class FairThreads implements RequestThreads.LongRequests, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairThreads.class);
  private static final long IDLE_SECONDS = 10;

  /** The request that runs on the current thread. */
  private static final ThreadLocal<@Nullable Taken> CURRENT = new ThreadLocal<>();

  private final int mostThreads;
  private final int mostComputing;
  private final int mostWaiting;
  private final ExecutorService threads;
  private final Map<String, Lane> lanes = new HashMap<>();

  /** The lanes with waiting requests that may run another one, the next in turn first. */
  private final Queue<Lane> ready = new ArrayDeque<>();

  private int running;

  /**
   * @param mostThreads the maximum number of threads
   * @param mostComputing the maximum number of threads of a lane whose requests mainly compute
   * @param mostWaiting the maximum number of threads of a lane whose requests mainly wait
   */
  public FairThreads(String name, int mostThreads, int mostComputing, int mostWaiting) {
    this(
        Thread.ofPlatform().name(name + "-", 0).daemon().factory(),
        mostThreads,
        mostComputing,
        mostWaiting);
  }

  /**
   * @param factory creates the threads
   */
  FairThreads(ThreadFactory factory, int mostThreads, int mostComputing, int mostWaiting) {
    this.mostThreads = mostThreads;
    this.mostComputing = mostComputing;
    this.mostWaiting = mostWaiting;
    this.threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE, // bounded by the number of running threads
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory);
  }

  /** The threads of a server on a machine with this number of processors. */
  public static FairThreads forProcessors(int processors) {
    int computing = Math.max(2, processors);
    int waiting = Math.max(16, 2 * processors);
    return new FairThreads("long-request", 2 * (waiting + computing), computing, waiting);
  }

  /** The requests of one operation. Guarded by the object of the enclosing class. */
  private static final class Lane {
    /** The waiting requests by table, the table that is next in turn first. */
    private final SequencedMap<String, Deque<Runnable>> waiting = new LinkedHashMap<>();

    final String operation;
    final boolean computes;
    final int mostRunning;
    int running;

    /** The requests that have waited for the disk, and now wait for a place here. */
    int returning;

    boolean isReady;

    Lane(String operation, boolean computes, int mostRunning) {
      this.operation = operation;
      this.computes = computes;
      this.mostRunning = mostRunning;
    }

    boolean isEmpty() {
      return waiting.isEmpty();
    }

    boolean hasPlace() {
      return running < mostRunning;
    }

    /** Whether a waiting request may run. Those that return from the disk come first. */
    boolean hasPlaceForAnother() {
      return running + returning < mostRunning;
    }

    void add(String table, Runnable request) {
      waiting.computeIfAbsent(table, name -> new ArrayDeque<>()).add(request);
    }

    /** Removes the oldest request of the table that is next in turn. */
    Runnable remove() {
      var next = waiting.firstEntry();
      Runnable request = next.getValue().remove();
      waiting.remove(next.getKey());
      if (!next.getValue().isEmpty()) {
        waiting.putLast(next.getKey(), next.getValue());
      }
      return request;
    }

    /** Removes the request that was added last, which is one of this table. */
    void removeLast(String table) {
      Deque<Runnable> requests = Objects.requireNonNull(waiting.get(table));
      requests.removeLast();
      if (requests.isEmpty()) {
        waiting.remove(table);
      }
    }
  }

  /**
   * Runs a request. The thread is started within the lock: another caller may rely on it for its
   * own request, so it must not find out later that the thread could not be started.
   *
   * @throws RuntimeException if no thread could be started, as after {@link #close}; the request
   *     will not run
   * @throws OutOfMemoryError if the operating system refused a thread; the request will not run
   */
  @Override
  public synchronized void execute(RequestThreads.Queue queue, boolean computes, Runnable request) {
    Lane lane = lane(queue.operation(), computes);
    lane.add(queue.table(), request);
    enqueue(lane);
    try {
      startThread();
    } catch (Throwable failure) {
      lane.removeLast(queue.table());
      if (lane.isReady && lane.isEmpty()) {
        lane.isReady = false;
        ready.remove(lane);
      }
      throw failure;
    }
  }

  private Lane lane(String operation, boolean computes) {
    return lanes.computeIfAbsent(
        operation + (computes ? " computing" : " waiting"),
        name -> new Lane(operation, computes, computes ? mostComputing : mostWaiting));
  }

  /** Starts a thread if a request is ready and there may be another thread. */
  private void startThread() {
    if (running == mostThreads || ready.isEmpty()) {
      return; // a thread takes it when it has finished its request
    }
    running++;
    try {
      threads.execute(this::runRequests);
    } catch (Throwable failure) {
      running--;
      throw failure;
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>If the maximum number of requests waits already, this one keeps its place.
   */
  @Override
  public synchronized void beginWaiting() {
    Taken taken = CURRENT.get();
    if (taken == null || !taken.lane.computes) {
      return;
    }
    Lane computing = taken.lane;
    Lane waiting = lane(computing.operation, false);
    if (waiting.hasPlace()) {
      taken.laneToCompute = computing;
      taken.lane = waiting;
      waiting.running++;
      leave(computing);
      startThreadIfPossible();
    }
  }

  /**
   * {@inheritDoc}
   *
   * <p>Blocks until there is a place among those that compute. Until then, the request counts as
   * one that waits.
   */
  @Override
  public synchronized void endWaiting() {
    Taken taken = CURRENT.get();
    if (taken == null || taken.laneToCompute == null) {
      return;
    }
    Lane computing = taken.laneToCompute;
    if (!awaitPlace(computing)) {
      enqueue(computing);
      startThreadIfPossible();
      return;
    }
    Lane waiting = taken.lane;
    taken.laneToCompute = null;
    taken.lane = computing;
    computing.running++;
    leave(waiting);
    startThreadIfPossible();
  }

  /** Waits for a place in the lane; returns false if the thread was interrupted before. */
  private boolean awaitPlace(Lane lane) {
    lane.returning++;
    try {
      while (!lane.hasPlace()) {
        wait();
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lane.returning--;
    }
  }

  /** A request leaves its place in the lane. */
  private void leave(Lane lane) {
    lane.running--;
    if (lane.returning > 0) {
      notifyAll();
    }
    enqueue(lane);
  }

  private void startThreadIfPossible() {
    try {
      startThread();
    } catch (RuntimeException | Error noThread) {
      // A thread that ends its request takes the next one.
      LOG.warn("no thread for a further request: {}", noThread.toString());
    }
  }

  /** An executor of requests that mainly compute. */
  public Executor lane(String name) {
    var queue = new RequestThreads.Queue(name, "");
    return request -> execute(queue, true, request);
  }

  private void enqueue(Lane lane) {
    if (!lane.isReady && !lane.isEmpty() && lane.hasPlaceForAnother()) {
      lane.isReady = true;
      ready.add(lane);
    }
  }

  private void runRequests() {
    for (Taken taken = take(null); taken != null; taken = take(taken.lane)) {
      CURRENT.set(taken);
      try {
        taken.request.run();
      } catch (Throwable t) {
        // The request has reported its failure to its client; the thread continues with others.
        LOG.error("a request failed", t);
      }
    }
    CURRENT.remove();
  }

  /** A request that a thread runs. */
  private static final class Taken {
    /** Where it is counted. Changed by its own thread, within the lock. */
    private Lane lane;

    /**
     * While it waits for the disk, the lane in which it will compute. Changed like the other one.
     */
    private @Nullable Lane laneToCompute;

    private final Runnable request;

    Taken(Lane lane, @Nullable Lane laneToCompute, Runnable request) {
      this.lane = lane;
      this.laneToCompute = laneToCompute;
      this.request = request;
    }
  }

  /** The next request for a thread whose last one was of the given lane; null if there is none. */
  private synchronized @Nullable Taken take(@Nullable Lane last) {
    if (last != null) {
      leave(last);
    }
    Lane lane = ready.poll();
    while (lane != null && !lane.hasPlaceForAnother()) {
      lane.isReady = false; // A request that waits for the disk has taken the place, or will.
      lane = ready.poll();
    }
    if (lane == null) {
      running--;
      return null;
    }
    lane.isReady = false;
    lane.running++;
    Runnable request = lane.remove();
    enqueue(lane);
    return new Taken(lane, lane.computes ? null : lane(lane.operation, true), request);
  }

  /** Runs no further requests. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
