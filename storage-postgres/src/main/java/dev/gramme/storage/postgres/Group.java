package dev.gramme.storage.postgres;

import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.NotInMemoryException;
import dev.gramme.storage.tree.Entry;
import dev.gramme.storage.tree.OverlaidCursor;
import dev.gramme.storage.tree.PendingWrites;
import dev.gramme.storage.tree.TreeCursor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of this server that are committed in one serializable transaction of PostgreSQL. The
 * committer's thread runs their functions sequentially, each on top of the writes of those before
 * it. So they never conflict with each other, and the group conflicts at most with other servers.
 *
 * <p>Rows are read for all functions together. A function that needs a row that is not loaded is
 * undone; after all functions have run, a load reads what they need, and the undone ones run again.
 * A function alone in its group, or still missing rows after {@value #MAX_LOADS} loads, reads
 * immediately. A group that has read much loads no more rows; its undone functions run in the next
 * group.
 *
 * <p>Two kinds of rows are not even needed while a function runs: those of preconditions, which are
 * assumed to hold, and the old values of replaced rows. They are loaded with the other rows, or
 * else before the commit. If a precondition does not hold, all functions run again. The old values
 * count as rows that the group has read: while their size is unknown, only a few rows wait for the
 * commit. If more are replaced, they are loaded in between, and their size limits the next ones.
 */
final class Group implements AutoCloseable {
  private static final int MAX_LOADS = 3;

  private final Connections connections;
  private final RowTable table;
  private final List<PendingTransaction<?>> members;
  private final boolean assumes;

  /** The stored rows that are known; empty for a row that does not exist. */
  private final NavigableMap<byte[], Optional<byte[]>> loaded =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Rows to load for functions that were undone, in the order of the functions. */
  private final List<byte[]> wanted = new ArrayList<>();

  /** Rows whose old values are not loaded yet, and must be before the commit. */
  private final NavigableSet<byte[]> replaced = new TreeSet<>(Arrays::compareUnsigned);

  /** The expected values of rows of preconditions that are not loaded yet. */
  private final NavigableMap<byte[], byte[]> assumed = new TreeMap<>(Arrays::compareUnsigned);

  private @Nullable Connection connection;
  private PendingWrites pending = PendingWrites.NONE;
  private long pendingBytes;
  private long readBytes;
  private int loads;

  /** The number and the size of the old values that were loaded in between. */
  private long replacedRows;

  private long replacedBytes;
  private @Nullable SQLException failure;
  private boolean committing;
  private boolean ended;

  /**
   * A group that has not read or written anything.
   *
   * @param members the transactions to run
   * @param assumes whether preconditions are assumed to hold until the commit
   */
  Group(
      Connections connections,
      RowTable table,
      List<PendingTransaction<?>> members,
      boolean assumes) {
    this.connections = connections;
    this.table = table;
    this.members = members;
    this.assumes = assumes;
  }

  /**
   * Runs the functions until all of them have all the rows they need.
   *
   * @return the transactions that did not fit into the group; they must run in another one
   * @throws SQLException if a statement failed; nothing is committed
   */
  List<PendingTransaction<?>> run() throws SQLException {
    List<PendingTransaction<?>> waiting = members;
    while (true) {
      waiting = runOnce(waiting);
      boolean isLast = waiting.isEmpty() || isFull();
      if (isLast) {
        wanted.clear();
        if (canLoadWithCommit()) {
          return waiting;
        }
      }
      boolean holds = load();
      if (holds && isLast) {
        return waiting;
      }
      if (!holds) {
        waiting = startAgain();
      }
    }
  }

  private boolean isFull() {
    return pendingBytes >= PostgresStoreOptions.MAX_GROUP_BYTES || hasReadMuch();
  }

  private boolean hasReadMuch() {
    return readBytes >= PostgresStoreOptions.MAX_GROUP_READ_BYTES;
  }

  /** Runs functions and returns those that need rows, or did not fit. */
  private List<PendingTransaction<?>> runOnce(List<PendingTransaction<?>> functions)
      throws SQLException {
    var again = new ArrayList<PendingTransaction<?>>();
    int done = members.size() - functions.size();
    for (var member : functions) {
      if (pendingBytes >= PostgresStoreOptions.MAX_GROUP_BYTES) {
        again.add(member);
        continue;
      }
      if (replaced.size() > mayReplace()) {
        loadReplaced();
      }
      PendingWrites before = pending;
      long bytesBefore = pendingBytes;
      var transaction = new PostgresTransaction(this, mayWait(done));
      boolean completed = member.run(transaction);
      transaction.end();
      if (transaction.isUndone()) {
        again.add(member);
      } else {
        done++;
      }
      if (!completed || transaction.isUndone()) {
        pending = before;
        pendingBytes = bytesBefore;
      }
      if (failure != null) {
        throw failure;
      }
    }
    return again;
  }

  /** How many replaced rows may wait for the commit. */
  private long mayReplace() {
    if (replacedRows == 0) {
      return PostgresStoreOptions.FIRST_LOAD_ROWS;
    }
    long rowBytes = Math.max(1, replacedBytes / replacedRows);
    return room(rowBytes);
  }

  /** How many rows of a size one statement may load. */
  private long room(long rowBytes) {
    long room = (PostgresStoreOptions.MAX_GROUP_READ_BYTES - readBytes) / rowBytes;
    return Math.clamp(room, 0, PostgresStoreOptions.MAX_LOAD_ROWS);
  }

  /** Loads the old values of replaced rows, so that their size is known. */
  private void loadReplaced() throws SQLException {
    List<byte[]> keys = List.copyOf(replaced);
    long bytesBefore = readBytes;
    loadNow(keys);
    replacedRows += keys.size();
    replacedBytes += readBytes - bytesBefore;
  }

  /** Whether a function reads rows immediately. Each group completes at least one function. */
  private boolean mayWait(int done) {
    return hasReadMuch() ? done == 0 : members.size() == 1 || loads >= MAX_LOADS;
  }

  /** Forgets what the functions wrote, because some of them assumed what was wrong. */
  private List<PendingTransaction<?>> startAgain() {
    pending = PendingWrites.NONE;
    pendingBytes = 0;
    return members;
  }

  /**
   * Loads the rows that must be loaded before the commit, and of the wanted ones as many as the
   * group may read. Returns false if a precondition does not hold.
   */
  private boolean load() throws SQLException {
    NavigableSet<byte[]> required = neededForCommit();
    var keys = new ArrayList<>(required);
    var seen = new TreeSet<>(required);
    wanted.stream().filter(key -> !loaded.containsKey(key) && seen.add(key)).forEach(keys::add);
    wanted.clear();
    if (!keys.isEmpty()) {
      loads++;
      load(keys, required.size());
    }
    boolean holds = assumptionsHold();
    assumed.clear();
    return holds;
  }

  /** Loads the first rows with one statement; their average size limits the next ones. */
  private void load(List<byte[]> keys, int required) throws SQLException {
    long bytesBefore = readBytes;
    int end = Math.min(keys.size(), required + PostgresStoreOptions.FIRST_LOAD_ROWS);
    loadNow(keys.subList(0, end));
    while (end < keys.size() && !hasReadMuch()) {
      long rowBytes = Math.max(1, (readBytes - bytesBefore) / end);
      int next = (int) Math.min(keys.size(), end + Math.max(1, room(rowBytes)));
      loadNow(keys.subList(end, next));
      end = next;
    }
  }

  /** The rows of preconditions, and the replaced ones, that are not loaded. */
  private NavigableSet<byte[]> neededForCommit() {
    var needed = new TreeSet<byte[]>(Arrays::compareUnsigned);
    needed.addAll(assumed.keySet());
    needed.addAll(replaced);
    needed.removeIf(loaded::containsKey);
    return needed;
  }

  private boolean assumptionsHold() {
    boolean holds = true;
    for (var expected : assumed.entrySet()) {
      holds &= Arrays.equals(expected.getValue(), storedBefore(expected.getKey()));
    }
    return holds;
  }

  /**
   * Whether the commit can load the rows that are still needed, and check the preconditions: the
   * group does not write rows of preconditions, and deletes no ranges, which are statements of
   * their own.
   */
  private boolean canLoadWithCommit() {
    return assumes
        && pending.cleared().isEmpty()
        && assumed.keySet().stream().allMatch(key -> pending.find(key) == null)
        && Stream.concat(assumed.keySet().stream(), replaced.stream())
            .allMatch(key -> key.length <= SplitKey.HEAD_BYTES);
  }

  private void loadNow(Collection<byte[]> keys) throws SQLException {
    keys.forEach(this::willLoad);
    table.getAll(connection(), keys, this::loaded);
  }

  private void willLoad(byte[] key) {
    loaded.put(key, Optional.empty());
    replaced.remove(key);
  }

  private void loaded(byte[] key, byte[] value) {
    loaded.put(key, Optional.of(value));
    readBytes += value.length;
  }

  /** The connection; its first statement begins the transaction. */
  private Connection connection() throws SQLException {
    Connection present = connection;
    if (present == null) {
      if (ended) {
        throw new IllegalStateException("The transaction is over.");
      }
      present = connections.openCommit();
      connection = present;
    }
    return present;
  }

  /**
   * The write that applies to a key, or a removed entry; null if the stored row applies.
   *
   * @see PendingWrites#find
   */
  byte @Nullable [] findPending(byte[] key) {
    return pending.find(key);
  }

  /**
   * The stored value of a key.
   *
   * @param mayWait whether to read it now if it is not loaded
   * @throws NotInMemoryException if it is not loaded, and this call may not wait
   */
  byte @Nullable [] stored(byte[] key, boolean mayWait) {
    loadMissing(List.of(key), mayWait);
    return storedBefore(key);
  }

  /** Loads the rows of these keys that are not loaded. */
  void loadMissing(List<byte[]> keys, boolean mayWait) {
    var missing = new TreeSet<byte[]>(Arrays::compareUnsigned);
    for (byte[] key : keys) {
      if (!loaded.containsKey(key) && pending.find(key) == null) {
        missing.add(key.clone());
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    if (!mayWait) {
      wanted.addAll(missing);
      throw new NotInMemoryException();
    }
    missing.addAll(neededForCommit());
    try {
      loadNow(missing);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** The loaded value of a key before this group; null if it is absent or not loaded. */
  byte @Nullable [] storedBefore(byte[] key) {
    return loaded.getOrDefault(key, Optional.empty()).orElse(null);
  }

  /**
   * Loads the stored value before the commit at the latest.
   *
   * @param mayWait whether to load it even if the group has read much
   * @throws NotInMemoryException if it is not loaded, the group has read much, and this call may
   *     not wait
   */
  void loadLater(byte[] key, boolean mayWait) {
    if (loaded.containsKey(key)) {
      return;
    }
    if (hasReadMuch() && !mayWait) {
      throw new NotInMemoryException();
    }
    replaced.add(key);
  }

  /**
   * Whether a row has a value, which is assumed if the row is not loaded.
   *
   * @param key the row; the group keeps the array
   * @throws NotInMemoryException if the group assumes nothing, the row is not loaded, and this call
   *     may not wait
   */
  boolean holds(byte[] key, byte[] value, boolean mayWait) {
    if (!assumes || loaded.containsKey(key)) {
      return Arrays.equals(stored(key, mayWait), value);
    }
    byte[] expected = assumed.putIfAbsent(key, value);
    return expected == null || Arrays.equals(expected, value);
  }

  /** A cursor over the stored rows of a range that is not empty, overlaid by the writes so far. */
  Cursor range(byte[] from, byte[] to, Direction direction) {
    var stored = new RowCursor(this::chunk, from, to, direction);
    return pending.isEmpty() ? stored : new OverlaidCursor(pending, stored, from, to, direction);
  }

  private RowTable.Chunk chunk(byte[] from, byte[] to, Direction direction, int rows) {
    try {
      return table.chunk(connection(), from, to, direction, rows);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Records the failure, so that a function that catches the exception cannot hide it. */
  private RuntimeException failed(SQLException e) {
    failure = e;
    return Connections.failed(e);
  }

  void put(byte[] key, byte[] value) {
    pending = pending.with(Entry.of(key, value));
    pendingBytes += key.length + value.length;
  }

  void delete(byte[] key) {
    pending = pending.with(Entry.removed(key));
    pendingBytes += key.length;
  }

  void deleteRange(byte[] from, byte[] to) {
    pending = pending.deleteRange(from, to);
    pendingBytes += PostgresStoreOptions.RANGE_BYTES;
  }

  /** What a commit did. */
  enum Outcome {
    /**
     * No row was written or removed. PostgreSQL has not waited for a standby, so only {@link
     * #checkPrimary} shows that the rows that were read, or did not exist, are not old.
     */
    NOTHING_WRITTEN,
    /** The writes are committed. */
    WRITTEN,
    /** A precondition did not hold. Nothing was written; all functions must run again. */
    OUTDATED
  }

  /**
   * Loads what is still missing, checks the preconditions, writes and commits.
   *
   * @throws SQLException if it failed; see {@link #isInDoubt}
   */
  Outcome commit() throws SQLException {
    NavigableSet<byte[]> needed = neededForCommit();
    if (connection == null && pending.isEmpty() && needed.isEmpty()) {
      return assumptionsHold() ? Outcome.NOTHING_WRITTEN : Outcome.OUTDATED;
    }
    Connection open = connection();
    long changedRows = 0;
    TreeCursor cleared = pending.cleared().all();
    while (cleared.next()) {
      changedRows += table.deleteRange(open, cleared.key(), cleared.value());
    }
    var entries = new ArrayList<byte[]>();
    TreeCursor writes = pending.entries().all();
    while (writes.next()) {
      entries.add(writes.entry());
    }
    needed.forEach(this::willLoad);
    var statement = new CommitStatement(table.name(), open, entries, needed, assumed);
    committing = true;
    changedRows += statement.execute(this::loaded);
    committing = false;
    if (!assumptionsHold()) {
      return Outcome.OUTDATED;
    }
    return changedRows == 0 ? Outcome.NOTHING_WRITTEN : Outcome.WRITTEN;
  }

  /**
   * Returns if the server that the group has read from was still the primary afterwards.
   *
   * @throws SQLException as {@link Primary#check}
   */
  void checkPrimary() throws SQLException {
    Connection open = connection;
    if (open != null) {
      connections.primary().check(open);
    }
  }

  /** Whether a failure left open if the group was committed: its answer was lost. */
  boolean isInDoubt(SQLException e) {
    return committing && Failure.isBrokenConnection(e);
  }

  /** Returns the connection; if the transaction is still open, it is rolled back. */
  @Override
  public void close() {
    ended = true;
    Connection open = connection;
    connection = null;
    if (open != null) {
      Connections.end(open);
    }
  }
}
