package dev.gramme.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The change log of a table: its readers and its open shards. A shard receives the changes of one
 * range of partition-key hashes, which is a physical partition of the table. The open shards cover
 * all hashes. The range of a shard never changes. When a partition splits, or when a shard has been
 * open for long, the shard is closed and new shards replace it.
 *
 * @param readers the names of the readers, because of which the changes are kept
 * @param shards the open shards in the order of their hashes; empty before the log is opened and
 *     after it has lost its last reader
 * @param nextShard the number of the next shard; numbers are never reused within the table
 */
public record ChangeLog(Set<String> readers, List<Shard> shards, int nextShard) {
  /** The name of the table's stream as a reader. */
  public static final String STREAM = "stream";

  /** The name of point-in-time recovery as a reader. */
  public static final String RECOVERY = "recovery";

  /** The name of the graphs of the table's vector indexes as a reader, on a shared store. */
  public static final String VECTORS = "vectors";

  private static final String REPLICA = "replica/";

  /** The name of the reader that sends changes to the replica in a region. */
  public static String replica(String region) {
    return REPLICA + region;
  }

  /** Whether a reader sends changes to a replica. */
  public static boolean isReplica(String reader) {
    return reader.startsWith(REPLICA);
  }

  /**
   * An open shard.
   *
   * @param number unique in the table, from 1
   * @param firstHash the lowest hash, as an unsigned number; the range ends before the lowest hash
   *     of the next shard
   * @param parent the number of the shard that it replaced, 0 if none
   */
  public record Shard(int number, long firstHash, int parent, Instant opened) {}

  public ChangeLog {
    readers = Set.copyOf(readers);
    shards = List.copyOf(shards);
  }

  /** A log with one more reader. Creates a log if there is none (null). */
  public static ChangeLog withReader(@Nullable ChangeLog log, String reader) {
    if (log == null) {
      return new ChangeLog(Set.of(reader), List.of(), 1);
    }
    var readers = new TreeSet<>(log.readers);
    readers.add(reader);
    return new ChangeLog(readers, log.shards, log.nextShard);
  }

  /** The log without this reader. The result may have no readers. */
  public ChangeLog withoutReader(String reader) {
    var remaining = new TreeSet<>(readers);
    remaining.remove(reader);
    return new ChangeLog(remaining, shards, nextShard);
  }

  /** The log without shards. It keeps no changes until it is opened again. */
  public ChangeLog ended() {
    return shards.isEmpty() ? this : new ChangeLog(readers, List.of(), nextShard);
  }

  /** Whether changes are kept. */
  public boolean isKept() {
    return !shards.isEmpty();
  }

  /** The log with this number of new shards, which have equal ranges and no parents. */
  public ChangeLog opened(int count, Instant now) {
    var created = new ArrayList<Shard>(count);
    for (int i = 0; i < count; i++) {
      long firstHash = i == 0 ? 0 : Long.divideUnsigned(-1L, count) * i + 1;
      created.add(new Shard(nextShard + i, firstHash, 0, now));
    }
    return new ChangeLog(readers, created, nextShard + count);
  }

  /**
   * The log in which each shard is replaced by a new one with the same range and without a parent.
   */
  public ChangeLog restarted(Instant now) {
    int next = nextShard;
    var created = new ArrayList<Shard>(shards.size());
    for (Shard shard : shards) {
      created.add(new Shard(next++, shard.firstHash, 0, now));
    }
    return new ChangeLog(readers, created, next);
  }

  /** The log in which each matching shard is replaced by one child with the same range. */
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
   * The log in which a shard is replaced by two children, each with half of its range.
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
   * The log with at least this number of shards. The widest shards are split. The parent of a new
   * shard is always a shard of this log, even after several splits of the same range: an
   * intermediate shard was never open, so readers could not find it and would not wait for the end
   * of its parent.
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

  /** The log in which the parent of each new shard is a shard of the earlier log. */
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

  /** The open shard that receives the changes of a hash. */
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
