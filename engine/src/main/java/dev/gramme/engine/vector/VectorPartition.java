package dev.gramme.engine.vector;

import dev.gramme.engine.catalog.PagedReader;
import dev.gramme.engine.index.VectorEntry;
import dev.gramme.engine.key.RowKeys;
import dev.gramme.model.VectorIndex;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
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
 * A partition of a vector index with its graph and the changes that the graph does not contain yet.
 *
 * <p>On a store of one server, a commit only records the keys of the rows that it changed, which is
 * cheap and requires no order among commits: the current content is read from the store later. A
 * search reads the recorded rows, compares each of them with the query, and walks the graph for all
 * other rows. So it finds everything that was acknowledged before it began. A background task adds
 * the changed rows to the graph and then removes them from here.
 *
 * <p>On a shared store, a {@link LogFollower} passes the changes of all servers, with their
 * content. A search first lets it read the log to its end.
 *
 * <p>A search misses no entry during this move: entries are removed from here only after they are
 * in the graph, and a search reads the changes before the graph.
 */
@SuppressWarnings("ByteBufferBackingArray") // This class wraps all of them.
final class VectorPartition {
  private static final int YIELD_AFTER = 32;

  /**
   * The graph accepts vectors up to this multiple of the length of the longest vector at its build.
   * A longer vector requires a new graph.
   */
  private static final double ROOM_FOR_LONGER = 2;

  private final Store store;
  private final VectorIndex index;
  private final byte[] prefix;
  private final long expectedBytes;
  private final int graphEntries;
  private final AtomicBoolean catchingUp = new AtomicBoolean();

  /** The keys of rows that changed and have not been read since. */
  private final Set<ByteBuffer> noted = ConcurrentHashMap.newKeySet();

  /** Changed rows that are not in the graph yet, as they were read; empty for deleted rows. */
  private final ConcurrentHashMap<ByteBuffer, Optional<VectorEntry>> ahead =
      new ConcurrentHashMap<>();

  private volatile @Nullable VectorGraph graph;
  private volatile @Nullable LogFollower follower;
  private volatile long lastUse;

  /**
   * @param prefix the common prefix of the row keys of the partition
   * @param expectedBytes the estimated memory of the graph
   * @param graphEntries the number of entries from which a partition has a graph
   */
  VectorPartition(
      Store store, VectorIndex index, byte[] prefix, long expectedBytes, int graphEntries) {
    this.store = store;
    this.index = index;
    this.prefix = prefix;
    this.expectedBytes = expectedBytes;
    this.graphEntries = graphEntries;
  }

  /** The number of the index. */
  int indexNumber() {
    return index.number();
  }

  /** Whether the graph is built. */
  boolean isReady() {
    return graph != null;
  }

  /** The number of the last search, from a counter of all searches. */
  long lastUse() {
    return lastUse;
  }

  /** The estimated memory of the partition. */
  long bytes() {
    VectorGraph built = graph;
    long entries = (built == null ? 0L : built.size()) + ahead.size();
    return Math.max(expectedBytes, entries * entryBytes(index, prefix.length));
  }

  /** The estimated memory of an entry; the key of the item rarely adds much. */
  static long entryBytes(VectorIndex index, int rowBytes) {
    long elements = (long) index.dimensions() + index.filters().size();
    return Float.BYTES * elements + rowBytes + VectorLimits.ENTRY_OVERHEAD_BYTES;
  }

  /** The follower whose changes this partition receives; null on a store of one server. */
  @Nullable LogFollower follower() {
    return follower;
  }

  /** The index. */
  VectorIndex index() {
    return index;
  }

  /** Receives the changes of a follower from now on. Must be called before the build. */
  void follow(LogFollower source) {
    follower = source;
  }

  /** Receives the new entry of a row, empty if the row was deleted. */
  void changed(byte[] row, Optional<VectorEntry> entry) {
    ahead.put(ByteBuffer.wrap(row), entry);
  }

  /** Records that a row has changed. */
  void note(byte[] row) {
    noted.add(ByteBuffer.wrap(row));
  }

  /** Whether there are so many changes that a new graph is cheaper. */
  boolean isFarBehind() {
    return noted.size() + ahead.size() > VectorLimits.CHANGES_BEHIND;
  }

  /**
   * Returns true if there are changes for the graph and no other thread is adding them. The caller
   * must then call {@link #caughtUp} at the end.
   */
  boolean beginCatchingUp() {
    return isReady()
        && !(noted.isEmpty() && ahead.isEmpty())
        && catchingUp.compareAndSet(false, true);
  }

  /** Ends the work that {@link #beginCatchingUp} began. */
  void caughtUp() {
    catchingUp.set(false);
  }

  /**
   * Builds the graph. Rows that change during the build are recorded as changes, so it does not
   * matter that the pages of the rows are read at different times.
   *
   * @param longest the length of the longest known vector
   * @return whether the graph was built completely
   */
  boolean build(double longest, BooleanSupplier stopped) {
    var building = new VectorGraph(index, ROOM_FOR_LONGER * longest);
    try (Cursor rows =
        new PagedReader(store).range(prefix, RowKeys.afterPrefix(prefix), Direction.ASCENDING)) {
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
   * Adds the recorded changes to the graph; only one thread may call this at a time.
   *
   * @return whether the graph is still usable; otherwise it must be rebuilt
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
    return !current.isWorn(graphEntries);
  }

  /**
   * Searches: returns the entries nearest to the query, including all changes acknowledged so far.
   */
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
    List<byte[]> candidates =
        current.nearest(query, count, superseded).stream()
            .filter(row -> !superseded.contains(ByteBuffer.wrap(row)))
            .toList();
    // The stored rows are authoritative: the graph may be outdated, and it has only hashes of
    // filters.
    for (byte[] value : store.getAll(candidates)) {
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

  /**
   * Reads the recorded rows. The lock ensures that no search runs between the removal of a row from
   * {@code noted} and its insertion into {@code ahead}.
   */
  private synchronized void readNoted() {
    for (var rows = noted.iterator(); rows.hasNext(); ) {
      ByteBuffer row = rows.next();
      // A commit after this line records the row again; the read below sees an earlier commit.
      rows.remove();
      byte[] value = store.get(row.array());
      ahead.put(row, Optional.ofNullable(value).map(VectorEntry::decode));
    }
  }

  /**
   * Yields from time to time: a build uses its thread without a pause and would delay other tasks.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void yieldNowAndThen(int done) {
    if (done % YIELD_AFTER == 0) {
      Thread.yield();
    }
  }
}
