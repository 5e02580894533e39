package dev.gramme.functions;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.catalog.LeaseLostException;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.stream.LogShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;

/**
 * A running function: one {@link LaneWorker} for each lane of the active shards. The children of a
 * shard become active when all lanes of their parent have ended. Of several servers on one store,
 * only one runs a function: the holder of its lease.
 */
final class FunctionRun {
  private final FunctionSetup setup;
  private final Lifecycle lifecycle;
  private final Lease.Term term;
  private final Set<Integer> begun = new HashSet<>();

  /** Working lanes hold the read lock; stopping takes the write lock. */
  private final ReentrantReadWriteLock working = new ReentrantReadWriteLock();

  private volatile boolean stopped;

  /**
   * @param term the term of the function's lease in which it runs
   */
  FunctionRun(FunctionSetup setup, Lifecycle lifecycle, Lease.Term term) {
    this.setup = setup;
    this.lifecycle = lifecycle;
    this.term = term;
  }

  FunctionSetup setup() {
    return setup;
  }

  /** Whether this server still holds the function's lease. */
  boolean holdsLease() {
    return term.isHeld();
  }

  /** Starts the active shards. */
  void start() {
    beginShards();
  }

  /** Stops the function. After this returns, the function is not called any more. */
  void stop() {
    working.writeLock().lock();
    try {
      stopped = true;
    } finally {
      working.writeLock().unlock();
    }
  }

  /** Stops the function without waiting. Returns whether no call is running any more. */
  boolean stopSoon() {
    stopped = true;
    if (!working.writeLock().tryLock()) {
      return false;
    }
    working.writeLock().unlock();
    return true;
  }

  private synchronized void beginShards() {
    var shards = setup.streams().shards(setup.stream());
    var there = shards.stream().map(LogShard::number).collect(Collectors.toSet());
    for (LogShard shard : shards) {
      boolean turn = !there.contains(shard.parent()) || setup.isDone(shard.parent());
      if (turn && !setup.isDone(shard.number()) && !begun.contains(shard.number())) {
        // All lanes are read before the first one starts, so that a failure leaves nothing half
        // started.
        List<LaneWorker> lanes = lanes(shard);
        begun.add(shard.number());
        lanes.forEach(lane -> schedule(Duration.ZERO, lane));
      }
    }
  }

  private List<LaneWorker> lanes(LogShard shard) {
    var lanes = new ArrayList<LaneWorker>();
    for (int lane = 0; lane < setup.mapping().parallelization(); lane++) {
      var position =
          setup
              .rows()
              .position(setup.name(), shard.number(), lane)
              .orElseGet(() -> LanePosition.at(shard.start()));
      if (!position.ended()) {
        lanes.add(new LaneWorker(setup, term, shard, lane, position));
      }
    }
    return lanes;
  }

  private void schedule(Duration pause, LaneWorker lane) {
    lifecycle.schedule(pause, "function", setup.name(), () -> run(lane));
  }

  private void run(LaneWorker lane) {
    Optional<Duration> next;
    working.readLock().lock();
    try {
      if (stopped || lifecycle.isClosed() || !holdsLease()) {
        return;
      }
      // If this throws, the lifecycle runs it again, and the lane retries its current batch.
      next = lane.step();
    } catch (RuntimeException e) {
      if (!LeaseLostException.isCauseOf(e)) {
        throw e;
      }
      return; // Another server runs the function now.
    } finally {
      working.readLock().unlock();
    }
    if (next.isPresent()) {
      schedule(next.get(), lane);
    } else {
      beginShards();
    }
  }
}
