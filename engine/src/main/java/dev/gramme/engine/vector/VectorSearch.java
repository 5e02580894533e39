package dev.gramme.engine.vector;

import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorScore;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.engine.time.Failures;
import dev.gramme.model.ChangeLog;
import dev.gramme.model.Item;
import dev.gramme.model.TableDefinition;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.budget.RequestBudget;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches vector indexes. The transactions of writes maintain the rows of an index, and a scan of
 * the rows of a partition is an exact search. Large partitions have a graph in addition, which is
 * derived from the rows and exists only in memory. It is built in the background once a search has
 * found the partition to be large, and each commit informs it of changed rows. A graph may be
 * discarded at any time because the rows contain everything; so no repair is needed after a crash.
 *
 * <p>On a store that several servers share, commits of other servers do not pass here. There the
 * graphs follow the change log of their table ({@link LogFollower}): a search first reads the log
 * to its end. The table has a log for this purpose from the time when a search first needs a graph.
 *
 * <p>All graphs share a memory limit. A new graph replaces those that were searched least recently;
 * a partition whose graph would exceed the whole limit is searched by its rows.
 */
public final class VectorSearch {
  private static final Logger LOG = LoggerFactory.getLogger(VectorSearch.class);

  private final Store store;
  private final Catalog catalog;
  private final Lifecycle lifecycle;
  private final LongSupplier memoryBytes;
  private final int graphEntries;
  private final ConcurrentHashMap<ByteBuffer, VectorPartition> partitions =
      new ConcurrentHashMap<>();
  private final AtomicLong searches = new AtomicLong();
  private final Object followerLock = new Object();

  /**
   * Creates a search over a store.
   *
   * @param memoryBytes the current memory limit of all graphs
   * @param graphEntries partitions with fewer entries have no graph
   */
  public VectorSearch(Store store, Catalog catalog, LongSupplier memoryBytes, int graphEntries) {
    this.store = store;
    this.catalog = catalog;
    this.lifecycle = catalog.lifecycle();
    this.memoryBytes = memoryBytes;
    this.graphEntries = graphEntries;
    if (store.isShared()) {
      lifecycle.repeat(VectorLimits.LOG_INTERVAL, "changes of vector indexes", this::followLogs);
    }
  }

  /**
   * Records committed changes of this server. Must be called before the changes are acknowledged.
   * On a shared store the log has these changes, too.
   */
  public void committed(List<VectorChange> changes) {
    if (changes.isEmpty() || partitions.isEmpty() || store.isShared()) {
      return;
    }
    for (VectorChange change : changes) {
      for (byte[] row : change.rows()) {
        note(change.index(), row);
      }
    }
  }

  private void note(VectorIndex index, byte[] row) {
    var key = ByteBuffer.wrap(row, 0, RowKeys.vectorPartitionLength(index, row));
    VectorPartition partition = partitions.get(key);
    if (partition == null) {
      return;
    }
    partition.note(row);
    absorb(key, partition);
  }

  /** Lets the graph of a partition absorb changes, or discards it if they are too many. */
  private void absorb(ByteBuffer key, VectorPartition partition) {
    if (partition.isFarBehind()) {
      partitions.remove(key, partition);
    } else {
      catchUpLater(key, partition);
    }
  }

  /**
   * Discards the graphs of an index that may miss a commit whose outcome is unknown. On a shared
   * store the log has the commit if it succeeded.
   */
  public void forgetAfterUnknownOutcome(int number) {
    if (!store.isShared()) {
      forget(number);
    }
  }

  /** The number of complete graphs. */
  public int graphs() {
    return (int) partitions.values().stream().filter(VectorPartition::isReady).count();
  }

  /** Discards the graphs of a dropped index. */
  public void forget(int number) {
    partitions.values().removeIf(partition -> partition.indexNumber() == number);
  }

  /** The nearest entries, best first. */
  public List<VectorHit> search(VectorQuery query) {
    byte[] prefix = RowKeys.vectorPartition(query.index(), Item.of(query.equal())).toByteArray();
    var key = ByteBuffer.wrap(prefix);
    VectorPartition partition = partitions.get(key);
    return partition != null && partition.isReady() && isCurrent(key, partition, query.budget())
        ? partition.search(query, searches.incrementAndGet())
        : exact(query, prefix);
  }

  /** Whether a partition has received all changes that were committed before this call. */
  private boolean isCurrent(ByteBuffer key, VectorPartition partition, RequestBudget budget) {
    LogFollower follower = partition.follower();
    return follower == null
        // If another thread has discarded the partition, it received no changes any more.
        || (catchUp(follower, budget) && partitions.get(key) == partition);
  }

  /** Discards the graphs of the follower if it has ended. */
  private boolean catchUp(LogFollower follower, RequestBudget budget) {
    if (follower.catchUp(budget)) {
      return true;
    }
    LOG.info("discarding the vector graphs of a table: they cannot catch up with its log");
    partitions.values().removeIf(partition -> partition.follower() == follower);
    return false;
  }

  /** Reads the logs for all graphs, so that a search has to read only the latest changes. */
  private void followLogs() {
    var failures = new Failures();
    followers()
        .distinct()
        .forEach(follower -> failures.attempt(() -> catchUp(follower, RequestBudget.unlimited())));
    failures.rethrow();
  }

  private Stream<LogFollower> followers() {
    return partitions.values().stream()
        .flatMap(partition -> Stream.ofNullable(partition.follower()));
  }

  /** Makes a new partition receive the changes of all servers. */
  private void follow(TableDefinition table, VectorPartition partition) {
    ChangeLog log = table.features().log();
    if (log == null || !log.readers().contains(ChangeLog.VECTORS)) {
      catalog
          .change(
              table.name(),
              (current, numbers) -> current.number() == table.number() ? logged(current) : current)
          .join();
    }
    synchronized (followerLock) {
      partition.follow(
          followers()
              .filter(other -> other.tableNumber() == table.number() && !other.isEnded())
              .findAny()
              .orElseGet(() -> new LogFollower(store, table, new Graphs())));
    }
  }

  /** The definition of a table with a log for graphs. */
  private static TableDefinition logged(TableDefinition table) {
    ChangeLog log = ChangeLog.withReader(table.features().log(), ChangeLog.VECTORS);
    return table.toBuilder().log(log).build();
  }

  /** Compares all rows of the partition, and starts the build of a graph if there are many. */
  private List<VectorHit> exact(VectorQuery query, byte[] prefix) {
    var best = new Nearest<byte[]>(query.index().distance(), query.topK());
    int entries = 0;
    int rowBytes = 0;
    double longest = 0;
    try (Cursor rows = store.range(prefix, RowKeys.afterPrefix(prefix), Direction.ASCENDING)) {
      while (rows.next()) {
        byte[] value = rows.value();
        query.budget().spend(1 + value.length / VectorLimits.BYTES_OF_STEP);
        float[] vector = VectorEntry.vector(value);
        if (!query.isFiltered() || query.matches(VectorEntry.decode(value).attributes())) {
          best.offer(value, VectorScore.of(query.index().distance(), query.vector(), vector));
        }
        entries++;
        rowBytes = Math.max(rowBytes, rows.key().length);
        longest = Math.max(longest, GraphSpace.length(vector));
      }
    }
    if (entries >= graphEntries) {
      long bytes = entries * VectorPartition.entryBytes(query.index(), rowBytes);
      buildLater(query, prefix, bytes, longest);
    }
    return best.bestFirst().stream().map(value -> hit(value, query)).toList();
  }

  private static VectorHit hit(byte[] value, VectorQuery query) {
    VectorEntry entry = VectorEntry.decode(value, query.budget());
    return new VectorHit(entry, entry.score(query.index().distance(), query.vector()));
  }

  private void buildLater(VectorQuery query, byte[] prefix, long bytes, double longest) {
    VectorIndex index = query.index();
    var key = ByteBuffer.wrap(prefix);
    if (bytes > memoryBytes.getAsLong() || partitions.containsKey(key)) {
      return;
    }
    var partition = new VectorPartition(store, index, prefix, bytes, graphEntries);
    if (partitions.putIfAbsent(key, partition) != null) {
      return;
    }
    makeRoom(partition);
    lifecycle.start(
        "vector graph",
        index.name(),
        () -> {
          try {
            if (store.isShared()) {
              follow(query.table(), partition);
            }
            if (!partition.build(longest, () -> isUnwanted(key, partition))) {
              partitions.remove(key, partition);
            }
          } catch (RuntimeException | Error e) {
            // No retry here: the next search builds the graph anew.
            LOG.warn("discarding the graph of vector index {} after an error", index.name(), e);
            partitions.remove(key, partition);
          }
          catchUpLater(key, partition);
        });
  }

  private void catchUpLater(ByteBuffer key, VectorPartition partition) {
    if (partition.beginCatchingUp()) {
      lifecycle.start("changes of a vector graph", "", () -> catchUp(key, partition));
    }
  }

  private void catchUp(ByteBuffer key, VectorPartition partition) {
    boolean good = false;
    try {
      good = partition.catchUp(() -> isUnwanted(key, partition));
    } catch (RuntimeException | Error e) {
      LOG.warn("discarding a vector graph after an error", e);
    } finally {
      partition.caughtUp();
      if (!good) {
        partitions.remove(key, partition);
      }
    }
    makeRoom(partition);
    if (partitions.get(key) == partition) {
      catchUpLater(key, partition);
    }
  }

  private boolean isUnwanted(ByteBuffer key, VectorPartition partition) {
    return lifecycle.isClosed() || partitions.get(key) != partition;
  }

  /** Discards the least recently used graphs until all fit; {@code last} is discarded last. */
  private synchronized void makeRoom(VectorPartition last) {
    while (usedBytes() > memoryBytes.getAsLong()) {
      var victim =
          partitions.entrySet().stream()
              .filter(entry -> entry.getValue() != last)
              .min(Comparator.comparingLong(entry -> entry.getValue().lastUse()));
      if (victim.isEmpty()) {
        partitions.values().remove(last);
        return;
      }
      LOG.info("discarding a vector graph to free memory; more memory would keep searches fast");
      partitions.remove(victim.get().getKey(), victim.get().getValue());
    }
  }

  private long usedBytes() {
    return partitions.values().stream().mapToLong(VectorPartition::bytes).sum();
  }

  /** Passes the changes of a log to the graphs that follow it. */
  private final class Graphs implements LogFollower.Receiver {
    @Override
    public List<VectorIndex> indexes(LogFollower follower) {
      return partitions.values().stream()
          .filter(partition -> partition.follower() == follower)
          .map(VectorPartition::index)
          .distinct()
          .toList();
    }

    @Override
    public void changed(
        LogFollower follower, VectorIndex index, byte[] row, Optional<VectorEntry> entry) {
      var key = ByteBuffer.wrap(row, 0, RowKeys.vectorPartitionLength(index, row));
      VectorPartition partition = partitions.get(key);
      if (partition != null && partition.follower() == follower) {
        partition.changed(row, entry);
        absorb(key, partition);
      }
    }
  }
}
