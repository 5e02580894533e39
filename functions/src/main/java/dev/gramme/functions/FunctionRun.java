package dev.gramme.functions;

import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.stream.LogShard;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;

/**
 * A running function: one {@link ShardLane} for each lane of the active shards. The children of a
 * shard become active when all lanes of their parent have ended.
 */
final class FunctionRun {
  private final FunctionSetup setup;
  private final Lifecycle lifecycle;
  private final Set<Integer> begun = new HashSet<>();

  /** Working lanes hold the read lock; stopping takes the write lock. */
  private final ReentrantReadWriteLock working = new ReentrantReadWriteLock();

  private boolean stopped;

  FunctionRun(FunctionSetup setup, Lifecycle lifecycle) {
    this.setup = setup;
    this.lifecycle = lifecycle;
  }

  FunctionSetup setup() {
    return setup;
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

  /** Whether the stream has ended and the function has processed all of it. */
  boolean hasEnded() {
    var stream = setup.streams().find(setup.stream().tableName(), setup.stream().label());
    return (stream.isEmpty() || !stream.get().isEnabled())
        && setup.streams().shards(setup.stream()).stream()
            .allMatch(shard -> isDone(shard.number()));
  }

  private synchronized void beginShards() {
    var shards = setup.streams().shards(setup.stream());
    var there = shards.stream().map(LogShard::number).collect(Collectors.toSet());
    for (LogShard shard : shards) {
      boolean turn = !there.contains(shard.parent()) || isDone(shard.parent());
      if (turn && !isDone(shard.number()) && !begun.contains(shard.number())) {
        // All lanes are read before the first one starts, so that a failure leaves nothing half
        // started.
        List<ShardLane> lanes = lanes(shard);
        begun.add(shard.number());
        lanes.forEach(lane -> schedule(setup.clock().instant(), lane));
      }
    }
  }

  private List<ShardLane> lanes(LogShard shard) {
    var lanes = new ArrayList<ShardLane>();
    for (int lane = 0; lane < setup.mapping().parallelization(); lane++) {
      var position = position(shard.number(), lane).orElseGet(() -> LanePosition.at(shard.start()));
      if (!position.ended()) {
        lanes.add(new ShardLane(setup, shard, lane, position));
      }
    }
    return lanes;
  }

  private Optional<LanePosition> position(int shard, int lane) {
    return setup.rows().position(setup.name(), shard, lane);
  }

  private boolean isDone(int shard) {
    for (int lane = 0; lane < setup.mapping().parallelization(); lane++) {
      if (position(shard, lane).filter(LanePosition::ended).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void schedule(Instant due, ShardLane lane) {
    lifecycle.schedule(due, "function", setup.name(), () -> run(lane));
  }

  private void run(ShardLane lane) {
    Optional<Instant> next;
    working.readLock().lock();
    try {
      if (stopped || lifecycle.isClosed()) {
        return;
      }
      // If this throws, the lifecycle runs it again, and the lane retries its current batch.
      next = lane.step();
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
