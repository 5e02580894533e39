package dev.gramme.engine.vector;

import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.Store;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a vector index with a graph, and with what the graph does not know yet.
 *
 * <p>A commit only notes which rows it changed, which costs next to nothing and needs no order
 * among commits: what a row holds is read from the store afterwards. A search reads the noted rows,
 * goes through them one by one, and walks the graph for the rest; so it finds all that was
 * acknowledged before it began. In the background the rows are entered into the graph and forgotten
 * here.
 *
 * <p>That entries are forgotten only after they are in the graph, and a search looks here first, is
 * why it misses none on their way.
 */
@SuppressWarnings("ByteBufferBackingArray") // All of them were wrapped here.
final class VectorPartition {
  private static final int YIELD_AFTER = 32;

  /** How many times as long as the longest vector so far others may be without a new graph. */
  private static final double ROOM_FOR_LONGER = 2;

  private final Store store;
  private final VectorIndex index;
  private final byte[] prefix;
  private final long expectedBytes;
  private final AtomicBoolean catchingUp = new AtomicBoolean();

  /** Rows that changed and were not read since. */
  private final Set<ByteBuffer> noted = ConcurrentHashMap.newKeySet();

  /** Rows as they were read, empty for those that are gone, which the graph does not know yet. */
  private final ConcurrentHashMap<ByteBuffer, Optional<VectorEntry>> ahead =
      new ConcurrentHashMap<>();

  private volatile @Nullable VectorGraph graph;
  private volatile long lastUse;

  /**
   * @param prefix what the rows of the partition begin with
   * @param expectedBytes what the graph will take in memory
   */
  VectorPartition(Store store, VectorIndex index, byte[] prefix, long expectedBytes) {
    this.store = store;
    this.index = index;
    this.prefix = prefix;
    this.expectedBytes = expectedBytes;
  }

  /** The number of the index. */
  int indexNumber() {
    return index.number();
  }

  /** Whether there is a graph to search. */
  boolean isReady() {
    return graph != null;
  }

  /** When it was last searched, by a count of searches. */
  long lastUse() {
    return lastUse;
  }

  /** What it takes in memory, estimated. */
  long bytes() {
    VectorGraph built = graph;
    long entries = (built == null ? 0L : built.size()) + ahead.size();
    return Math.max(expectedBytes, entries * entryBytes(index, prefix.length));
  }

  /** What an entry takes in memory, estimated; the key of an item seldom adds much. */
  static long entryBytes(VectorIndex index, int rowBytes) {
    long elements = (long) index.dimensions() + index.filters().size();
    return Float.BYTES * elements + rowBytes + VectorLimits.ENTRY_OVERHEAD_BYTES;
  }

  /** Notes that a row has changed. */
  void note(byte[] row) {
    noted.add(ByteBuffer.wrap(row));
  }

  /** Whether so much has changed that it is cheaper to begin anew. */
  boolean isFarBehind() {
    return noted.size() > VectorLimits.CHANGES_BEHIND;
  }

  /** Whether a thread is to catch up: true for one caller until it has called {@link #caughtUp}. */
  boolean beginCatchingUp() {
    return isReady()
        && !(noted.isEmpty() && ahead.isEmpty())
        && catchingUp.compareAndSet(false, true);
  }

  /** Ends what {@link #beginCatchingUp} began. */
  void caughtUp() {
    catchingUp.set(false);
  }

  /**
   * Builds the graph. Rows that change from now on are noted.
   *
   * @param longest the length of the longest vector seen
   * @return whether it was built, and not stopped
   */
  boolean build(double longest, BooleanSupplier stopped) {
    var building = new VectorGraph(index, ROOM_FOR_LONGER * longest);
    try (Snapshot snapshot = store.snapshot();
        Cursor rows = snapshot.range(prefix, RowKeys.afterPrefix(prefix), Direction.ASCENDING)) {
      for (int i = 1; rows.next(); i++) {
        if (stopped.getAsBoolean()) {
          return false;
        }
        VectorEntry entry = VectorEntry.decode(rows.value());
        if (building.excludes(entry.vector())) {
          return false;
        }
        building.put(ByteBuffer.wrap(rows.key()), entry);
        yieldNowAndThen(i);
      }
    }
    graph = building;
    return true;
  }

  /**
   * Enters what has changed into the graph; one thread at a time.
   *
   * @return whether the graph is still good; else it is to be built anew
   */
  boolean catchUp(BooleanSupplier stopped) {
    VectorGraph current = graph;
    if (current == null) {
      return true;
    }
    readNoted();
    int done = 0;
    for (var change : ahead.entrySet()) {
      if (stopped.getAsBoolean()) {
        return true;
      }
      VectorEntry entry = change.getValue().orElse(null);
      if (entry == null) {
        current.remove(change.getKey());
      } else if (current.excludes(entry.vector())) {
        return false;
      } else {
        current.put(change.getKey(), entry);
      }
      ahead.remove(change.getKey(), change.getValue());
      yieldNowAndThen(++done);
    }
    return !current.isWorn();
  }

  /** The best entries as of now. */
  List<VectorHit> search(VectorQuery query, long use) {
    VectorGraph current = graph;
    if (current == null) {
      throw new IllegalStateException("no graph yet");
    }
    lastUse = use;
    readNoted();
    var best = new Nearest<VectorHit>(index.distance(), query.topK());
    var superseded = new HashSet<ByteBuffer>();
    for (var change : ahead.entrySet()) {
      query.budget().spend(1 + prefix.length + index.dimensions() / VectorLimits.BYTES_OF_STEP);
      superseded.add(change.getKey());
      change.getValue().ifPresent(entry -> offer(entry, query, best));
    }
    int count = query.topK() + VectorLimits.SPARE_RESULTS;
    for (byte[] row : current.nearest(query, count, superseded)) {
      // The row decides: the graph may have been overtaken, and knows filters by their hashes only.
      byte[] value = superseded.contains(ByteBuffer.wrap(row)) ? null : store.get(row);
      if (value != null) {
        offer(VectorEntry.decode(value, query.budget()), query, best);
      }
    }
    return best.bestFirst();
  }

  private static void offer(VectorEntry entry, VectorQuery query, Nearest<VectorHit> best) {
    if (query.matches(entry.attributes())) {
      float score = entry.score(query.index().distance(), query.vector());
      best.offer(new VectorHit(entry, score), score);
    }
  }

  /** Reads the rows that were noted. Locked, so that nobody finds a row neither noted nor read. */
  private synchronized void readNoted() {
    for (var rows = noted.iterator(); rows.hasNext(); ) {
      ByteBuffer row = rows.next();
      // A commit after this line notes the row again, one before it is seen by the read.
      rows.remove();
      byte[] value = store.get(row.array());
      ahead.put(row, Optional.ofNullable(value).map(VectorEntry::decode));
    }
  }

  /** Building is work without a pause, on threads that are not to be kept from others. */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void yieldNowAndThen(int done) {
    if (done % YIELD_AFTER == 0) {
      Thread.yield();
    }
  }
}
