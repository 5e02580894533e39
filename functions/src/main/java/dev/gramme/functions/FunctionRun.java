package dev.gramme.functions;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.stream.LogShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A function that runs on this server: one {@link LaneWorker} for each lane of the active shards
 * whose lease this server holds. The children of a shard become active when all lanes of their
 * parent have ended. Servers that share a store divide the lanes ({@link LaneShare}).
 */
final class FunctionRun {
  private static final Logger LOG = LoggerFactory.getLogger(FunctionRun.class);

  private final FunctionSetup setup;
  private final Lifecycle lifecycle;
  private final LaneLeases leases;
  private final LaneShare share;
  private final boolean isShared;

  /** The lanes that run, by the names of their leases. */
  private final Map<String, RunningLane> running = new TreeMap<>();

  /** Working lanes hold the read lock; stopping takes the write lock. */
  private final ReentrantReadWriteLock working = new ReentrantReadWriteLock();

  private volatile boolean stopped;

  /** A lane whose shard is active. */
  private record Lane(LogShard shard, int number, LanePosition position) {}

  /** A lane that this server runs. */
  private static final class RunningLane {
    private final Lease.Term term;
    private final LaneWorker worker;

    /** Held during a step. */
    private final ReentrantLock stepping = new ReentrantLock();

    private volatile boolean givenUp;
    private volatile boolean left;

    /** Whether its part of the shard has been processed completely. */
    private volatile boolean ended;

    RunningLane(Lease.Term term, LaneWorker worker) {
      this.term = term;
      this.worker = worker;
    }
  }

  /**
   * @param share how many lanes may run, of all functions with this share
   * @param isShared whether other servers can run lanes of this function
   */
  FunctionRun(
      FunctionSetup setup,
      Lifecycle lifecycle,
      LaneLeases leases,
      LaneShare share,
      boolean isShared) {
    this.setup = setup;
    this.lifecycle = lifecycle;
    this.leases = leases;
    this.share = share;
    this.isShared = isShared;
  }

  FunctionSetup setup() {
    return setup;
  }

  /** Stops the function. After this returns, the function is not called any more. */
  void stop() {
    working.writeLock().lock();
    try {
      stopped = true;
    } finally {
      working.writeLock().unlock();
    }
    leaveAll();
  }

  /** Stops the function without waiting. Returns whether no call is running any more. */
  boolean stopSoon() {
    stopped = true;
    if (!working.writeLock().tryLock()) {
      return false;
    }
    working.writeLock().unlock();
    leaveAll();
    return true;
  }

  /** The names of the leases of all lanes of active shards that have not ended. */
  List<String> activeLanes() {
    return active().stream().map(this::name).toList();
  }

  private String name(Lane lane) {
    return LaneLeases.name(
        setup.name(), setup.mapping().parallelization(), lane.shard().number(), lane.number());
  }

  private List<Lane> active() {
    var shards = setup.streams().shards(setup.stream());
    var there = shards.stream().map(LogShard::number).collect(Collectors.toSet());
    var active = new ArrayList<Lane>();
    for (LogShard shard : shards) {
      if (!there.contains(shard.parent()) || setup.isDone(shard.parent())) {
        for (int number = 0; number < setup.mapping().parallelization(); number++) {
          var lane = new Lane(shard, number, position(shard, number));
          if (!lane.position().ended()) {
            active.add(lane);
          }
        }
      }
    }
    return active;
  }

  private LanePosition position(LogShard shard, int lane) {
    return setup
        .rows()
        .position(setup.name(), shard.number(), lane)
        .orElseGet(() -> LanePosition.at(shard.start()));
  }

  /** Starts the lanes of active shards, as many as the share allows and whose lease is free. */
  synchronized void startLanes() {
    if (stopped) {
      return;
    }
    boolean mayStart =
        !isShared || leases.onlyLanesOf(setup.name(), setup.mapping().parallelization());
    boolean anyStarted = false;
    // All lanes are read before the first one starts, so that a failure leaves nothing half
    // started.
    for (Lane lane : active()) {
      String name = name(lane);
      RunningLane earlier = running.get(name);
      if (earlier != null && !earlier.term.isHeld()) {
        leaveUnlessStepping(name, earlier);
      }
      if (!running.containsKey(name)) {
        Lease lease = leases.lease(name);
        if (mayStart && share.tryAdd()) {
          anyStarted |= start(name, lane, lease);
        } else {
          lease.release();
          lease.watch();
        }
      }
    }
    if (anyStarted) {
      // A lane of a new shard starts every few hours, as often as the log removes a shard.
      forgetVanished();
    }
  }

  /** Removes positions that no lane needs any more; if that fails, the next start repeats it. */
  private void forgetVanished() {
    try {
      setup.rows().forgetVanished(setup);
    } catch (RuntimeException e) {
      LOG.warn("function {}: old positions were not removed: {}", setup.name(), e.toString());
    }
  }

  /** Starts a lane that is counted in the share already; returns whether it runs now. */
  private boolean start(String name, Lane lane, Lease lease) {
    boolean started = false;
    try {
      var term = lease.acquire();
      if (term.isPresent()) {
        // Another server may have worked on the lane since its position was read.
        LanePosition position = isShared ? position(lane.shard(), lane.number()) : lane.position();
        if (isShared && !setup.rows().isBound(setup)) {
          // Another server has bound the function again, perhaps with another number of lanes.
          lease.release();
        } else if (!position.ended()) {
          var worker = new LaneWorker(setup, term.get(), lane.shard(), lane.number(), position);
          var starting = new RunningLane(term.get(), worker);
          running.put(name, starting);
          started = true;
          schedule(Duration.ZERO, name, starting);
        }
      }
    } finally {
      if (!started) {
        share.remove();
      }
    }
    return started;
  }

  /** Gives up lanes that exceed the share, at the end of their current steps. */
  synchronized void giveUpExcess() {
    int excess = share.excess();
    for (var entry : new TreeMap<>(running).descendingMap().entrySet()) {
      if (excess == 0) {
        return;
      }
      entry.getValue().givenUp = true;
      leaveUnlessStepping(entry.getKey(), entry.getValue());
      excess--;
    }
  }

  /** Ends the work on a lane now, or leaves that to its current step. */
  private void leaveUnlessStepping(String name, RunningLane lane) {
    if (lane.stepping.tryLock()) {
      try {
        leave(name, lane);
      } finally {
        lane.stepping.unlock();
      }
    }
  }

  private void schedule(Duration pause, String name, RunningLane lane) {
    lifecycle.schedule(pause, "function", setup.name(), () -> run(name, lane));
  }

  private void run(String name, RunningLane lane) {
    Duration pause = Duration.ZERO;
    working.readLock().lock();
    lane.stepping.lock();
    try {
      if (stopped || lifecycle.isClosed()) {
        return;
      }
      if (!lane.left) {
        pause = step(name, lane);
      }
    } finally {
      lane.stepping.unlock();
      working.readLock().unlock();
    }
    if (!lane.left) {
      schedule(pause, name, lane);
    } else if (lane.ended) {
      startLanes(); // those of the shard's children
    }
  }

  /**
   * Performs a step of a lane, and leaves the lane if it has ended or this server must not run it
   * any more. If this throws, the lifecycle runs it again, and the lane retries its current batch.
   *
   * @return the pause before the next step
   */
  private Duration step(String name, RunningLane lane) {
    try {
      if (lane.term.isHeld()) {
        Optional<Duration> pause = lane.worker.step();
        lane.ended = pause.isEmpty();
        if (!lane.ended && !lane.givenUp) {
          return pause.orElseThrow();
        }
      }
    } catch (RuntimeException e) {
      if (!LeaseLostException.isCauseOf(e)) {
        throw e;
      }
      // Another server runs the lane now.
    }
    leave(name, lane);
    return Duration.ZERO;
  }

  /** Ends the work on a lane, and lets other servers have it. */
  private synchronized void leave(String name, RunningLane lane) {
    if (running.remove(name, lane)) {
      forget(lane);
      leases.release(name);
    }
  }

  /** Ends the work on all lanes. The server keeps their leases. */
  private synchronized void leaveAll() {
    running.values().forEach(this::forget);
    running.clear();
  }

  private void forget(RunningLane lane) {
    lane.left = true;
    share.remove();
    setup.metrics().age(lane.worker, Duration.ZERO);
  }
}
