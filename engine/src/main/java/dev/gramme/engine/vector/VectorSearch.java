package dev.gramme.engine.vector;

import dev.gramme.engine.catalog.Lifecycle;
import dev.gramme.engine.index.VectorChange;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.index.VectorScore;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.Item;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Searches vector indexes. The transactions of writes maintain the rows of an index, and a scan of
 * the rows of a partition is an exact search. Large partitions have a graph in addition, which is
 * derived from the rows and exists only in memory. It is built in the background once a search has
 * found the partition to be large, and each commit informs it of changed rows. A graph may be
 * discarded at any time because the rows contain everything; so no repair is needed after a crash.
 *
 * <p>All graphs share a memory limit. A new graph replaces those that were searched least recently;
 * a partition whose graph would exceed the whole limit is searched by its rows.
 */
public final class VectorSearch {
  private static final Logger LOG = LoggerFactory.getLogger(VectorSearch.class);

  private final Store store;
  private final Lifecycle lifecycle;
  private final LongSupplier memoryBytes;
  private final ConcurrentHashMap<ByteBuffer, VectorPartition> partitions =
      new ConcurrentHashMap<>();
  private final AtomicLong searches = new AtomicLong();

  /**
   * Creates a search over a store.
   *
   * @param memoryBytes the current memory limit of all graphs
   */
  public VectorSearch(Store store, Lifecycle lifecycle, LongSupplier memoryBytes) {
    this.store = store;
    this.lifecycle = lifecycle;
    this.memoryBytes = memoryBytes;
  }

  /** Records committed changes. Must be called before the changes are acknowledged. */
  public void committed(List<VectorChange> changes) {
    if (changes.isEmpty() || partitions.isEmpty()) {
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
    if (partition.isFarBehind()) {
      partitions.remove(key, partition);
    } else {
      catchUpLater(key, partition);
    }
  }

  /** Discards the graphs of a dropped index. */
  public void forget(int number) {
    partitions.values().removeIf(partition -> partition.indexNumber() == number);
  }

  /** The nearest entries, best first. */
  public List<VectorHit> search(VectorQuery query) {
    byte[] prefix = RowKeys.vectorPartition(query.index(), Item.of(query.equal())).toByteArray();
    VectorPartition partition = partitions.get(ByteBuffer.wrap(prefix));
    return partition != null && partition.isReady()
        ? partition.search(query, searches.incrementAndGet())
        : exact(query, prefix);
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
    if (entries >= VectorLimits.GRAPH_ENTRIES) {
      long bytes = entries * VectorPartition.entryBytes(query.index(), rowBytes);
      buildLater(query.index(), prefix, bytes, longest);
    }
    return best.bestFirst().stream().map(value -> hit(value, query)).toList();
  }

  private static VectorHit hit(byte[] value, VectorQuery query) {
    VectorEntry entry = VectorEntry.decode(value, query.budget());
    return new VectorHit(entry, entry.score(query.index().distance(), query.vector()));
  }

  private void buildLater(VectorIndex index, byte[] prefix, long bytes, double longest) {
    var key = ByteBuffer.wrap(prefix);
    if (bytes > memoryBytes.getAsLong() || partitions.containsKey(key)) {
      return;
    }
    var partition = new VectorPartition(store, index, prefix, bytes);
    if (partitions.putIfAbsent(key, partition) != null) {
      return;
    }
    makeRoom(partition);
    lifecycle.start(
        "vector graph",
        index.name(),
        () -> {
          try {
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
}
