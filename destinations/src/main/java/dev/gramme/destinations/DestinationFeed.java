package dev.gramme.destinations;

import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.destination.Destination;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.LogRows;
import dev.gramme.engine.stream.LogShard;
import dev.gramme.engine.stream.LoggedChange;
import dev.gramme.model.TableDefinition;
import dev.gramme.storage.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sends the changes of a table to one destination, a shard after its predecessors. The position is
 * stored after all changes of a page were delivered. After a failure some changes are sent again.
 * None is skipped as long as the log retains it, except changes that the topic refuses as too
 * large.
 */
final class DestinationFeed {
  private static final int PAGE = 500;
  private static final long PAGE_BYTES = 1 << 20;

  /**
   * What became of a page.
   *
   * @param delivered the number of delivered changes
   * @param tooLarge the changes that are lost, because the topic refuses them as too large
   */
  record Sent(int delivered, List<DestinationRecord> tooLarge) {
    Sent {
      tooLarge = List.copyOf(tooLarge);
    }
  }

  private final Store store;
  private final DestinationRows rows;
  private final KafkaTopics topics;

  /**
   * @param term the term in which this server sends the changes; if it is over, positions cannot be
   *     stored
   */
  DestinationFeed(Store store, KafkaTopics topics, Lease.Term term) {
    this.store = store;
    this.rows = new DestinationRows(store, term);
    this.topics = topics;
  }

  /**
   * Skips changes that expired from the log before they were sent. Each loss is reported once. Also
   * removes the positions in shards that the log has removed.
   *
   * @return the time from which on changes are lost; empty if none are
   */
  Optional<Instant> skipLost(TableDefinition table, Destination destination) {
    Map<Integer, Long> passed = new HashMap<>();
    // Before the shards: a shard exists before its position is stored.
    Map<Integer, Long> vanished = rows.all(destination);
    long first = Long.MAX_VALUE;
    for (LogShard shard : new LogReader(store).shards(table.number(), 0, Integer.MAX_VALUE)) {
      vanished.remove(shard.number());
      long from = from(destination, shard);
      if (shard.trimmed() >= from) {
        first = Math.min(first, from);
        passed.put(shard.number(), shard.trimmed() + 1);
      }
    }
    // Shards are normally sent completely (ENDED) long before they are removed. A position from
    // before the destination was enabled again lost nothing that it should have sent.
    long since = LogRows.sequence(destination.since());
    for (long from : vanished.values()) {
      if (from >= since) {
        first = Math.min(first, from);
      }
    }
    rows.save(destination, passed, vanished.keySet());
    return first == DestinationRows.ENDED ? Optional.empty() : Optional.of(LogRows.time(first));
  }

  /**
   * Sends a page of each shard whose predecessors are done.
   *
   * @return empty if there was nothing to do
   * @throws DeliveryException if changes were not delivered and must be sent again
   */
  Optional<Sent> send(TableDefinition table, Destination destination) throws DeliveryException {
    var records = new ArrayList<DestinationRecord>();
    Map<Integer, Long> moved = new HashMap<>();
    Map<Integer, Long> waiting = new HashMap<>();
    try (var snapshot = store.snapshot()) {
      var log = new LogReader(snapshot);
      var unfinished = new ArrayList<LogShard>();
      for (LogShard shard : log.shards(table.number(), 0, Integer.MAX_VALUE)) {
        long from = from(destination, shard);
        if (from != DestinationRows.ENDED) {
          if (unfinished.stream().noneMatch(earlier -> overlap(earlier, shard))) {
            add(log, table, destination, shard, records, moved);
          }
          unfinished.add(shard);
        }
        if (rows.from(destination, shard.number()).orElse(DestinationRows.ENDED) != from) {
          waiting.put(shard.number(), from);
        }
      }
    }
    // Waiting shards are recorded, so that the loss is detected if one is removed before it was
    // sent. A position from before the destination was disabled and enabled again is replaced, so
    // that the changes in between do not count as lost.
    rows.save(destination, waiting);
    var tooLarge = topics.send(topic(destination), records);
    rows.save(destination, moved);
    return moved.isEmpty()
        ? Optional.empty()
        : Optional.of(new Sent(records.size() - tooLarge.size(), tooLarge));
  }

  /**
   * Whether an item may be in both shards. Overlap and shard numbers define the order; parents do
   * not, because the first shards of a table's stream have no parents.
   */
  private static boolean overlap(LogShard one, LogShard other) {
    return Long.compareUnsigned(one.firstHash(), other.lastHash()) <= 0
        && Long.compareUnsigned(other.firstHash(), one.lastHash()) <= 0;
  }

  private void add(
      LogReader log,
      TableDefinition table,
      Destination destination,
      LogShard shard,
      List<DestinationRecord> records,
      Map<Integer, Long> moved) {
    long from = from(destination, shard);
    List<LoggedChange> changes =
        log.changes(table.number(), shard.number(), from, PAGE, PAGE_BYTES);
    for (LoggedChange change : changes) {
      records.add(new DestinationRecord(table, change, destination.effectivePrecision()));
    }
    if (!changes.isEmpty()) {
      moved.put(shard.number(), changes.getLast().sequence() + 1);
    } else if (!shard.isOpen()) {
      moved.put(shard.number(), DestinationRows.ENDED);
    }
  }

  /** Changes from before the destination was enabled are not sent. */
  private long from(Destination destination, LogShard shard) {
    long since = LogRows.sequence(destination.since());
    return Math.max(
        rows.from(destination, shard.number()).orElse(shard.start()),
        shard.end() < since ? DestinationRows.ENDED : since);
  }

  /** The topic of a destination: the name of the Kinesis stream. */
  static String topic(Destination destination) {
    String arn = destination.streamArn();
    return arn.substring(arn.lastIndexOf('/') + 1);
  }
}
