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
 * A function at work: a {@link ShardLane} for each lane of the shards whose turn it is. The
 * children of a shard have theirs when all lanes of their parent have ended.
 */
final class FunctionRun {
  private final FunctionSetup setup;
  private final Lifecycle lifecycle;
  private final Set<Integer> begun = new HashSet<>();

  /** Held shared by lanes at work, and wholly to stop them. */
  private final ReentrantReadWriteLock working = new ReentrantReadWriteLock();

  private boolean stopped;

  FunctionRun(FunctionSetup setup, Lifecycle lifecycle) {
    this.setup = setup;
    this.lifecycle = lifecycle;
  }

  FunctionSetup setup() {
    return setup;
  }

  /** Begins with the shards whose turn it is. */
  void start() {
    beginShards();
  }

  /** Ends it; when this returns, the function is called no more. */
  void stop() {
    working.writeLock().lock();
    try {
      stopped = true;
    } finally {
      working.writeLock().unlock();
    }
  }

  /** Whether the stream has ended and nothing of it is left. */
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
        // All is read before anything is begun, so that a failure leaves nothing begun in part.
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
      // If it throws, the lifecycle runs this again: the batch is taken up where it was.
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
