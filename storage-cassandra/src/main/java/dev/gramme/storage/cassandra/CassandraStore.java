package dev.gramme.storage.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import dev.gramme.storage.ConflictException;
import dev.gramme.storage.Cursor;
import dev.gramme.storage.Direction;
import dev.gramme.storage.Guard;
import dev.gramme.storage.OutdatedException;
import dev.gramme.storage.Snapshot;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import dev.gramme.storage.Transaction;
import io.netty.channel.EventLoopGroup;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store that many servers share, on Apache Cassandra. Transactions are optimistic: a body reads
 * without locks, and one statement then checks all that it has read and writes, as an Accord
 * transaction ({@link Commit}). If something had changed, the body runs again.
 *
 * <p>Bodies run on virtual threads, and so does what is chained to a future. Reads block their
 * callers for as long as Cassandra takes.
 */
public final class CassandraStore implements Store {
  private static final int MOST_ATTEMPTS = 60;
  private static final long BACKOFF_NANOS = 1_000_000;
  private static final int MOST_BACKOFFS = 6;

  /** Bodies run together until they have written so many bytes, or so many rows. */
  private static final long LARGEST_TOGETHER = 1 << 20;

  private static final int MOST_ROWS_TOGETHER = 256;

  private final CqlSession session;
  private final CassandraStoreOptions options;
  private final ExecutorService executor =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("cassandra-", 0).factory());
  private final Semaphore running;
  private final Gate transactions = new Gate();
  private final Gate calls = new Gate();
  private final Recent recent = new Recent();
  private final Turns turns = new Turns();
  private final Together together = new Together();
  private final Rows rows;
  private final Derived derived;
  private final Outbox outbox;
  private final OutboxSweep outboxSweep;
  private final Buckets buckets;
  private final Guards guards;
  private final Statements statements;
  private final Outcome outcome;
  private final Eras eras;
  private final PastSweep sweep;
  private final LongAdder executed = new LongAdder();
  private final LongAdder commits = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder settled = new LongAdder();

  private CassandraStore(CqlSession session, CassandraStoreOptions options) {
    this.session = session;
    this.options = options;
    this.running = new Semaphore(options.transactions());
    this.rows = new Rows(session, options.keyspace(), calls);
    this.buckets = new Buckets(session, options, calls);
    this.derived = new Derived(session, options, calls, buckets);
    var senders = new Senders(session, options, calls, newId());
    this.outbox = new Outbox(session, options, calls, rows, derived, senders, executor);
    this.outboxSweep = new OutboxSweep(session, options, calls, rows, senders, derived, buckets);
    this.guards = new Guards(options.placement(), buckets);
    this.statements = new Statements(session);
    this.outcome = new Outcome(session, options, rows, buckets, this::newId);
    this.eras = new Eras(options);
    this.sweep = new PastSweep(session, options, calls, buckets);
  }

  /**
   * Opens the store in a keyspace, and makes that if it is not there.
   *
   * @throws StorageException if no node answers, or the keyspace was made with another placement
   */
  public static CassandraStore open(CassandraStoreOptions options) {
    return open(options, Session.open(options));
  }

  /**
   * The same, talking to Cassandra by event loops that are there anyhow, and are used by others:
   * who calls on a thread that such a loop carries need not wait for another one.
   *
   * @param loops of Netty's NIO transport; to be ended after the store was closed
   */
  public static CassandraStore open(CassandraStoreOptions options, EventLoopGroup loops) {
    return open(options, Session.open(options, loops));
  }

  private static CassandraStore open(CassandraStoreOptions options, CqlSession session) {
    try {
      Schema.create(session, options);
      return new CassandraStore(session, options);
    } catch (DriverException e) {
      session.close();
      throw new StorageException("The keyspace cannot be opened: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> transact(
      Function<? super Transaction, ? extends T> body) {
    var future = new CompletableFuture<T>();
    try {
      transactions.enter();
    } catch (StorageException e) {
      return CompletableFuture.failedFuture(e);
    }
    executor.execute(() -> {
      try {
        T result = attempts(new Body<>(body));
        future.complete(result);
      } catch (Throwable thrown) {
        future.completeExceptionally(thrown);
      } finally {
        transactions.exit();
      }
    });
    return future;
  }

  /** Does something beside its caller. */
  private void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      throw new StorageException("The store is closed.", e);
    }
  }

  private <T extends @Nullable Object> T attempts(Body<T> body) {
    var held = new TreeSet<Bytes>();
    long deadline = System.nanoTime() + options.patience().toNanos();
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      body.clear();
      run(body, held);
      Conflict met = body.met();
      if (met == null) {
        return body.result();
      }
      conflicts.increment();
      if (met.isLost() && (attempt == MOST_ATTEMPTS - 1 || System.nanoTime() > deadline)) {
        Throwable lost = Objects.requireNonNull(met.getCause());
        throw new StorageException("Cassandra answers no transactions: " + lost.getMessage(), lost);
      }
      if (!held.addAll(met.on())) {
        // It had its turn, so it met another server.
        backOff(attempt);
      }
    }
    throw new ConflictException("The transaction met others %d times.".formatted(MOST_ATTEMPTS));
  }

  /** Runs a body when it has its turns on keys, unless another that had them has run it, too. */
  private void run(Body<?> body, TreeSet<Bytes> held) {
    if (!held.isEmpty()) {
      together.await(held, body);
    }
    turns.take(held);
    try {
      if (!body.isDecided()) {
        running.acquireUninterruptibly();
        try {
          attempt(together.next(held, body), held);
        } finally {
          running.release();
        }
      }
    } finally {
      turns.giveBack(held);
    }
  }

  /** For a random time that grows; ids are as good a source of chance as any. */
  private void backOff(int attempt) {
    long most = BACKOFF_NANOS << Math.min(attempt, MOST_BACKOFFS);
    LockSupport.parkNanos(Math.floorMod(options.ids().get().hashCode(), most));
  }

  /** Runs bodies one after another, each upon what those before have written, as one. */
  private void attempt(List<Body<?>> bodies, TreeSet<Bytes> held) {
    var transaction = new CassandraTransaction(rows, derived, buckets, guards, recent, turns, held);
    var ran = new ArrayList<Body<?>>();
    for (var body : bodies) {
      if (isEnough(transaction.overlay())) {
        // Those that are left run by themselves when they have their turns.
        break;
      }
      body.run(transaction);
      if (body.met() == null) {
        ran.add(body);
      }
    }
    if (ran.isEmpty()) {
      return;
    }
    try {
      transaction.end();
      if (transaction.overlay().isEmpty()) {
        // Also what a body threw may come from reads that do not go together.
        validate(transaction);
      } else {
        commit(transaction);
      }
      ran.forEach(Body::end);
    } catch (Conflict met) {
      met.on().forEach(recent::met);
      ran.getFirst().meet(met);
      // Which of them it was that met another is not known: only one goes by it.
      var others = met.isLost() ? met : new Conflict(Set.of());
      ran.stream().skip(1).forEach(body -> body.meet(others));
    } catch (RuntimeException | Error e) {
      ran.forEach(body ->
          body.fail(() -> {
            throw e;
          }));
    }
  }

  private static boolean isEnough(Overlay overlay) {
    return overlay.bytes() > LARGEST_TOGETHER || overlay.writes().size() > MOST_ROWS_TOGETHER;
  }

  /** Checks what was read, unless it was read at once. */
  private void validate(CassandraTransaction transaction) {
    if (!transaction.isOfOneMoment()) {
      var check = commit(transaction, Changes.none(), Map.of());
      try {
        check.check(execute(check));
      } catch (DriverException e) {
        throw new StorageException("Cassandra cannot be read: " + e.getMessage(), e);
      }
    }
  }

  private Commit commit(
      CassandraTransaction transaction, Changes changes, Map<Bytes, Bytes> entries) {
    return new Commit(
        options.keyspace(),
        buckets,
        guards,
        transaction,
        changes,
        entries,
        newId(),
        eras.current());
  }

  private void commit(CassandraTransaction transaction) {
    Changes changes = Changes.of(transaction, guards);
    changes.derivedCuts().forEach(derived::cut);
    if (changes.isEmpty()) {
      validate(transaction);
      return;
    }
    prepare(changes, transaction);
    var entries = outbox.begin(changes.derived().keySet());
    Commit commit = commit(transaction, changes, entries);
    boolean answered = isAnswered(commit, transaction);
    commits.increment();
    remember(commit);
    if (answered) {
      outbox.deliver(entries, changes.derived(), commit.stamps());
    } else {
      outbox.recover(entries);
    }
  }

  /** Executes a transaction. False if its answer was lost, but it was executed. */
  private boolean isAnswered(Commit commit, CassandraTransaction transaction) {
    try {
      commit.check(execute(commit));
      return true;
    } catch (Conflict e) {
      outbox.withdraw(commit.entries());
      throw e;
    } catch (InvalidQueryException | SyntaxError e) {
      outbox.withdraw(commit.entries());
      throw refused(e);
    } catch (DriverException e) {
      settled.increment();
      settle(commit, transaction, e);
      return false;
    } catch (RuntimeException | Error e) {
      settleLater(commit, new DriverTimeoutException(String.valueOf(e.getMessage())));
      throw e;
    }
  }

  /** Does what has to be done before anything is written into a bucket for the first time. */
  private void prepare(Changes changes, CassandraTransaction transaction) {
    Set<Bytes> written = changes.written(buckets);
    try {
      buckets.enter(written, transaction, this::newId);
      buckets.enter(changes.derivedInto(buckets), transaction, this::newId);
      tell(written, transaction.assumed());
    } catch (InvalidQueryException | SyntaxError e) {
      throw refused(e);
    } catch (DriverException e) {
      throw new Conflict(e);
    }
  }

  private static StorageException refused(DriverException e) {
    return new StorageException("Cassandra refuses a transaction: " + e.getMessage(), e);
  }

  /** Finds out what became of a transaction whose answer was lost. */
  private void settle(Commit commit, CassandraTransaction transaction, DriverException lost) {
    boolean executed;
    try {
      executed = outcome.isExecuted(commit, lost);
    } catch (RuntimeException unknown) {
      settleLater(commit, lost);
      throw unknown;
    }
    if (!executed) {
      outbox.withdraw(commit.entries());
      throw new Conflict(lost);
    }
    for (Bytes key : transaction.replaced()) {
      transaction.replaced(key, outcome.found(commit, key));
    }
  }

  /** Nobody waits for it any more, but what it derives must be written if it was executed. */
  private void settleLater(Commit commit, DriverException lost) {
    if (commit.entries().isEmpty()) {
      return;
    }
    outbox.later(() -> {
      try {
        if (outcome.isExecuted(commit, lost)) {
          outbox.recover(commit.entries());
        } else {
          outbox.withdraw(commit.entries());
        }
        return true;
      } catch (RuntimeException notYet) {
        return false;
      }
    });
  }

  /**
   * Lets buckets that are written bear witness to the guards that are assumed to hold: else these
   * would be looked at themselves, in partitions in which all such transactions meet.
   */
  private void tell(Set<Bytes> written, Map<Bytes, Bytes> assumed) {
    assumed.forEach((guard, version) -> {
      for (Bytes bucket : written) {
        if (guards.covers(guard, bucket) && !guards.isTold(bucket, version)) {
          guards.told(bucket, tell(bucket, guard));
        }
      }
    });
  }

  /**
   * What a bucket has been told of a guard, or is told now; null if there is nothing to tell. It is
   * in the directory already: so who changes the guard from now on tells it, and what is read of
   * the guard is told only if nobody has done so.
   */
  private @Nullable Bytes tell(Bytes bucket, Bytes guard) {
    Bytes told = rows.mark(bucket).guard();
    if (told != null) {
      return told;
    }
    Row row = rows.get(buckets.of(guard), guard);
    return row == null ? null : buckets.tell(bucket, row.version());
  }

  /** Rows that guard others are known to {@link Guards}. */
  private void remember(Commit commit) {
    commit
        .changes()
        .single()
        .forEach((key, write) -> {
          if (guards.guarded(key) == null) {
            recent.wrote(key, write.value(), commit.id());
          }
        });
  }

  private com.datastax.oss.driver.api.core.cql.Row execute(Commit commit) {
    executed.increment();
    var statement = statements.prepared(commit.statement());
    boolean onlyReads = commit.changes().isEmpty();
    var found = session.execute(statement.setIdempotent(onlyReads)).one();
    if (found == null) {
      throw new StorageException("Cassandra does not tell what a transaction has found.");
    }
    return found;
  }

  private Bytes newId() {
    UUID id = options.ids().get();
    return new Bytes(
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits())
            .array());
  }

  @Override
  public byte @Nullable [] get(byte[] key) {
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.of(copy);
    if (buckets.isDerived(bucket)) {
      Bytes value = derived.get(bucket, copy);
      return value == null ? null : value.array();
    }
    Row row = rows.get(bucket, copy);
    return row == null ? null : row.value().array();
  }

  /** The bucket that the value is read from bears witness to the guard, if it can. */
  @Override
  public byte @Nullable [] get(byte[] key, Guard guard) {
    Bytes copy = Bytes.copyOf(key);
    Bytes bucket = buckets.of(copy);
    if (buckets.isDerived(bucket)) {
      require(guard, bucket, null);
      return get(key);
    }
    var found = rows.guarded(bucket, copy);
    require(guard, bucket, found == null ? null : found.guard());
    return found == null ? null : found.row().value().array();
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction, Guard guard) {
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    Bytes only = buckets.only(first, end);
    if (only == null || first.compareTo(end) >= 0) {
      return Store.super.range(from, to, direction, guard);
    }
    var begun = new AsBegun();
    var walk = new Walk(List.of(only), first, end, direction, begun);
    if (guards.covers(new Bytes(guard.key()), only)) {
      walk.readOn();
      require(guard, only, begun.guard);
    } else {
      // As of an index, whose rows are elsewhere than those of its table: both at once.
      var holds = CompletableFuture.supplyAsync(() -> guard.holdsIn(this), this::execute);
      walk.readOn();
      if (!Futures.join(holds)) {
        throw new OutdatedException();
      }
    }
    return new EntryCursor(() -> EntryCursor.Found.of(walk.next()));
  }

  /** What was read in a bucket holds only if a guard does. */
  private void require(Guard guard, Bytes bucket, @Nullable Bytes told) {
    Bytes key = new Bytes(guard.key());
    Bytes value = new Bytes(guard.value());
    if (guards.covers(key, bucket) && told != null && told.equals(guards.version(key, value))) {
      return;
    }
    Row row = rows.get(buckets.of(key), key);
    if (row == null || !row.value().equals(value)) {
      throw new OutdatedException();
    }
    guards.learn(key, row);
  }

  @Override
  public Cursor range(byte[] from, byte[] to, Direction direction) {
    Bytes first = Bytes.copyOf(from);
    Bytes end = Bytes.copyOf(to);
    Bytes only = buckets.only(first, end);
    if (first.compareTo(end) >= 0) {
      calls.enter();
      calls.exit();
      return new EntryCursor(() -> EntryCursor.Found.of(null));
    }
    if (only == null) {
      return snapshot().range(from, to, direction);
    }
    var walk = new Walk(List.of(only), first, end, direction, new AsBegun());
    walk.readOn();
    return new EntryCursor(() -> EntryCursor.Found.of(walk.next()));
  }

  /** Reads a bucket on as it was when its first chunk was read: when it was last written. */
  private final class AsBegun implements Walk.Chunks {
    private final AsOf asOf = new AsOf(rows, options);
    private final long openedMillis = options.clock().millis();
    private long micros;
    private @Nullable Bytes guard;

    @Override
    public Row.Chunk read(
        Bytes bucket, Bytes from, Bytes to, Direction direction, Row.@Nullable Chunk before) {
      if (buckets.isDerived(bucket)) {
        return derived.chunk(bucket, from, to, direction, before);
      }
      if (before != null) {
        return asOf.chunk(bucket, from, to, direction, before, micros, openedMillis);
      }
      Row.Chunk first = rows.chunk(bucket, from, to, direction, null);
      micros = first.marked();
      guard = first.guard();
      return first;
    }
  }

  @Override
  public Snapshot snapshot() {
    calls.enter();
    try {
      return new CassandraSnapshot(session, options, calls, buckets, rows, derived, this::execute);
    } finally {
      calls.exit();
    }
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public void tidy(BooleanSupplier goesOn) {
    try {
      outboxSweep.run(goesOn);
    } finally {
      sweep.run(goesOn);
    }
  }

  /** Not supported: Cassandra has snapshots of its own, which every node makes of its own data. */
  @Override
  public void checkpoint(Path directory) {
    calls.enter();
    calls.exit();
    throw new StorageException(
        "A store on Cassandra writes no checkpoints; Cassandra's own snapshots do that.");
  }

  @Override
  public SortedMap<String, Double> figures() {
    var figures = new TreeMap<String, Double>();
    figures.put("statements_total", (double) rows.executed() + derived.executed() + executed.sum());
    figures.put("commits_total", commits.doubleValue());
    figures.put("conflicts_total", conflicts.doubleValue());
    figures.put("settled_outcomes_total", settled.doubleValue());
    return figures;
  }

  @Override
  public void close() {
    transactions.close();
    outbox.close();
    calls.close();
    executor.shutdown();
    session.close();
  }
}
