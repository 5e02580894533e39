package dev.gramme.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * That the changes of a table are kept, for whom, and in which shards. A shard takes the changes of
 * a range of the partition key's hash, which is a physical partition of the table; together the
 * open ones cover all hashes. A shard never changes: where partitions split, or a shard has been
 * open for long, it is closed and others take its place.
 *
 * @param readers why the changes are kept: the names of those who read them
 * @param shards the open shards in the order of their hashes; none in a log that is yet to be
 *     opened, or that nobody reads any more
 * @param nextShard the number of the next shard, which no shard of the table had before
 */
public record ChangeLog(Set<String> readers, List<Shard> shards, int nextShard) {
  /** The reader that is the table's stream. */
  public static final String STREAM = "stream";

  /** The reader that is point-in-time recovery. */
  public static final String RECOVERY = "recovery";

  private static final String REPLICA = "replica/";

  /** The reader that sends changes to the replica in a region. */
  public static String replica(String region) {
    return REPLICA + region;
  }

  /** Whether a reader is one of those that send changes to replicas. */
  public static boolean isReplica(String reader) {
    return reader.startsWith(REPLICA);
  }

  /**
   * An open shard.
   *
   * @param number unique in the table, from 1
   * @param firstHash the lowest hash, as an unsigned number; the highest is that before the next
   *     shard's lowest
   * @param parent the shard whose place it took, 0 if none
   */
  public record Shard(int number, long firstHash, int parent, Instant opened) {}

  public ChangeLog {
    readers = Set.copyOf(readers);
    shards = List.copyOf(shards);
  }

  /** A log with this reader too; null is no log. */
  public static ChangeLog withReader(@Nullable ChangeLog log, String reader) {
    if (log == null) {
      return new ChangeLog(Set.of(reader), List.of(), 1);
    }
    var readers = new TreeSet<>(log.readers);
    readers.add(reader);
    return new ChangeLog(readers, log.shards, log.nextShard);
  }

  /** The log without a reader. It may be left with none. */
  public ChangeLog withoutReader(String reader) {
    var left = new TreeSet<>(readers);
    left.remove(reader);
    return new ChangeLog(left, shards, nextShard);
  }

  /** The log without shards: nothing is kept until somebody reads it again. */
  public ChangeLog ended() {
    return shards.isEmpty() ? this : new ChangeLog(readers, List.of(), nextShard);
  }

  /** Whether changes are kept. */
  public boolean isKept() {
    return !shards.isEmpty();
  }

  /** The log with so many shards of equal ranges, none of which has a parent. */
  public ChangeLog opened(int count, Instant now) {
    var fresh = new ArrayList<Shard>(count);
    for (int i = 0; i < count; i++) {
      long firstHash = i == 0 ? 0 : Long.divideUnsigned(-1L, count) * i + 1;
      fresh.add(new Shard(nextShard + i, firstHash, 0, now));
    }
    return new ChangeLog(readers, fresh, nextShard + count);
  }

  /** The log with new shards in the place of all, of the same ranges and without parents. */
  public ChangeLog restarted(Instant now) {
    int next = nextShard;
    var fresh = new ArrayList<Shard>(shards.size());
    for (Shard shard : shards) {
      fresh.add(new Shard(next++, shard.firstHash, 0, now));
    }
    return new ChangeLog(readers, fresh, next);
  }

  /** The log with one child in the place of each shard that matches. */
  public ChangeLog rolledOver(Predicate<Shard> which, Instant now) {
    int next = nextShard;
    var changed = new ArrayList<Shard>(shards.size());
    for (Shard shard : shards) {
      changed.add(
          which.test(shard) ? new Shard(next++, shard.firstHash, shard.number, now) : shard);
    }
    return new ChangeLog(readers, changed, next);
  }

  /**
   * The log with two children in the place of a shard, each of half of its range.
   *
   * @throws IllegalArgumentException if there is no such open shard
   */
  public ChangeLog split(int number, Instant now) {
    var changed = new ArrayList<Shard>(shards.size() + 1);
    int next = nextShard;
    for (int i = 0; i < shards.size(); i++) {
      Shard shard = shards.get(i);
      if (shard.number == number) {
        long middle = shard.firstHash + Long.divideUnsigned(width(i), 2) + 1;
        changed.add(new Shard(next++, shard.firstHash, number, now));
        changed.add(new Shard(next++, middle, number, now));
      } else {
        changed.add(shard);
      }
    }
    if (next == nextShard) {
      throw new IllegalArgumentException("no open shard " + number);
    }
    return new ChangeLog(readers, changed, next);
  }

  /**
   * The log with at least so many shards: the widest are split. All of those that take the place of
   * one have it as their parent, however many splits were between: a parent that was never open
   * would be unknown to readers, who then would not wait for the end of the one before it.
   */
  public ChangeLog splitInto(int count, Instant now) {
    var log = this;
    while (log.shards.size() < count) {
      int widest = 0;
      for (int i = 1; i < log.shards.size(); i++) {
        if (Long.compareUnsigned(log.width(i), log.width(widest)) > 0) {
          widest = i;
        }
      }
      log = log.split(log.shards.get(widest).number, now);
    }
    return log.withParentsOf(this);
  }

  /** The log with the shards of an earlier one as parents. */
  private ChangeLog withParentsOf(ChangeLog earlier) {
    var changed = new ArrayList<Shard>(shards.size());
    for (Shard shard : shards) {
      changed.add(
          earlier.shards.contains(shard)
              ? shard
              : new Shard(
                  shard.number,
                  shard.firstHash,
                  earlier.shardOf(shard.firstHash).number,
                  shard.opened));
    }
    return new ChangeLog(readers, changed, nextShard);
  }

  /** The open shard that takes the changes of a hash. */
  public Shard shardOf(long hash) {
    int low = 0;
    int high = shards.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (Long.compareUnsigned(shards.get(middle).firstHash, hash) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return shards.get(low);
  }

  /** The highest hash of the open shard at an index. */
  public long lastHash(int index) {
    return index + 1 < shards.size() ? shards.get(index + 1).firstHash - 1 : -1L;
  }

  private long width(int index) {
    return lastHash(index) - shards.get(index).firstHash;
  }
}
