package dev.gramme.functions;

import dev.gramme.api.Caller;
import dev.gramme.api.stream.StreamArn;
import dev.gramme.engine.Engine;
import dev.gramme.engine.catalog.Lease;
import dev.gramme.engine.stream.LogReader;
import dev.gramme.engine.stream.TableStream;
import dev.gramme.functions.FunctionStatus.State;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.model.Wording;
import dev.gramme.storage.StorageException;
import dev.gramme.storage.Store;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Functions of a database, like AWS Lambda's event source mappings. A function is bound to a stream
 * under a name. Its mapping and positions are stored, so it resumes after a restart. Each change
 * that passes the filters is delivered at least once, unless it expires in the stream or is
 * discarded after failures. Changes of an item are delivered in order.
 *
 * <p>Servers that share a store divide the lanes of functions: each lane runs on the server that
 * holds its {@link Lease}. If that server stops or dies, another one acquires the lease. When the
 * number of servers changes, lanes move, so that each server runs as many. A mapping that another
 * server has changed or removed takes effect within {@link Lease#INTERVAL}.
 *
 * <p>Thread-safe. {@code bind} and {@code remove} wait for running calls of the function; on a
 * shared store {@code close} waits for those of all functions. A function that calls one of them
 * could therefore wait forever.
 */
public final class Functions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Functions.class);
  private static final String NAME = "[a-zA-Z0-9_-]{1,64}";

  private final Store store;
  private final Engine engine;
  private final String account;
  private final Supplier<UUID> ids;
  private final FunctionRows rows;
  private final HttpPost http = new HttpPost();
  private final Map<String, FunctionRun> runs = new TreeMap<>();
  private final LaneLeases leases;

  /** The share of this server in the lanes of all functions with an endpoint. */
  private final LaneShare share = new LaneShare();

  /**
   * Names of functions that a {@code bind} or {@code remove} call is changing. No other code starts
   * or stops these functions.
   */
  private final Set<String> changing = new HashSet<>();

  private boolean closed;

  /** See {@link EngineFunctions#open}. */
  Functions(Store store, Engine engine, String account, Supplier<UUID> ids) {
    this.store = store;
    this.engine = engine;
    this.account = account;
    this.ids = ids;
    this.rows = new FunctionRows(store);
    var lifecycle = engine.catalog().lifecycle();
    this.leases = new LaneLeases(store, lifecycle.clock());
    if (store.isShared()) {
      followOtherServers();
      // A separate job renews the leases, because followOtherServers can block on reads of the
      // store.
      lifecycle.repeat(Lease.INTERVAL, "leases of functions", leases::renew);
      lifecycle.repeat(Lease.INTERVAL, "functions of other servers", this::followOtherServers);
    } else {
      rows.mappings().forEach(this::resume);
    }
  }

  /**
   * Applies the mappings that other servers have changed, and starts and gives up lanes so that
   * each server runs its share.
   */
  private synchronized void followOtherServers() {
    if (closed) {
      return;
    }
    var mappings = rows.mappings();
    for (var entry : Map.copyOf(runs).entrySet()) {
      endIfOutdated(entry.getKey(), entry.getValue(), mappings.get(entry.getKey()));
    }
    mappings.forEach((name, stored) -> {
      if (!runs.containsKey(name) && !changing.contains(name)) {
        resume(name, stored);
      }
    });
    divideLanes();
    runs.forEach((name, run) -> {
      if (!changing.contains(name)) {
        run.giveUpExcess();
        run.startLanes();
      }
    });
    var needed =
        runs.values().stream()
            .flatMap(run -> run.activeLanes().stream())
            .collect(Collectors.toUnmodifiableSet());
    var lanes = new TreeMap<String, Integer>();
    runs.forEach((name, run) -> lanes.put(name, run.setup().mapping().parallelization()));
    leases.retain(needed, lanes, changing);
  }

  /**
   * Ends a run whose mapping another server has changed. A run whose call has not ended yet stays
   * until the next check, so that no second run begins. A function in process runs on, if another
   * program has bound it with the same mapping.
   */
  private void endIfOutdated(String name, FunctionRun run, FunctionRows.@Nullable Stored stored) {
    boolean isCurrent = stored != null && stored.binding() == run.setup().binding();
    if (isCurrent || changing.contains(name) || !run.stopSoon()) {
      return;
    }
    runs.remove(name);
    if (stored != null
        && stored.mapping().endpoint() == null
        && stored.mapping().equals(run.setup().mapping())) {
      add(name, stored, run.setup().function());
    }
  }

  /** Computes how many lanes this server runs. */
  private void divideLanes() {
    int lanes = 0;
    for (FunctionRun run : runs.values()) {
      if (run.setup().mapping().endpoint() != null) {
        lanes += run.activeLanes().size();
      }
    }
    share.divide(lanes, leases.servers());
  }

  private void resume(String name, FunctionRows.Stored stored) {
    var endpoint = stored.mapping().endpoint();
    if (endpoint != null) {
      try {
        add(name, stored, remote(endpoint));
        if (!store.isShared()) {
          startLanes(name);
        }
      } catch (ApiError e) {
        LOG.atLevel(store.isShared() ? Level.DEBUG : Level.INFO)
            .log("function {} is not resumed: {}", name, e.getMessage());
      }
    }
  }

  /**
   * Binds a function of this process to a stream. If the same stream was bound under this name
   * before, the function resumes at the stored position. Other servers on the same store do not
   * know the function. If programs there bind it with the same mapping, a server runs the lanes
   * that it takes first, and the others continue them if it ends.
   *
   * @throws ApiError if the mapping is invalid or the stream does not exist
   */
  public void bind(String name, FunctionMapping mapping, StreamFunction function) {
    if (mapping.endpoint() != null) {
      throw ApiError.validation("The mapping of an in-process function must not have an endpoint");
    }
    replace(name, mapping, function);
  }

  /**
   * Binds the function at the mapping's endpoint to a stream. If the same stream was bound under
   * this name before, the function resumes at the stored position. Other servers on the same store
   * adopt the mapping within {@link Lease#INTERVAL}.
   *
   * @throws ApiError if the mapping is invalid or the stream does not exist
   */
  public void bind(String name, FunctionMapping mapping) {
    var endpoint = mapping.endpoint();
    if (endpoint == null || endpoint.getHost() == null || !isHttp(endpoint)) {
      throw ApiError.validation("Endpoint must be an http or https URL");
    }
    replace(name, mapping, remote(endpoint));
  }

  /**
   * Binds the function at the mapping's endpoint, with the mapping in the JSON form of Lambda's
   * {@code CreateEventSourceMapping}.
   */
  public void bind(String name, byte[] mapping) {
    bind(name, MappingDocument.read(mapping));
  }

  private static boolean isHttp(URI address) {
    return "http".equalsIgnoreCase(address.getScheme())
        || "https".equalsIgnoreCase(address.getScheme());
  }

  private StreamFunction remote(URI endpoint) {
    return event ->
        new String(
            http.send(endpoint, event.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  private void replace(String name, FunctionMapping mapping, StreamFunction function) {
    check(name, mapping);
    var stream = stream(mapping);
    new RecordFilter(mapping.filters());
    FailureDestination.of(mapping.onFailure(), http);
    change(
        name,
        () -> {
          long last = new LogReader(store).last(stream.tableNumber());
          var stored = rows.save(name, mapping, engine.streams().shards(stream), last);
          synchronized (this) {
            runs.remove(name);
            add(name, stored, function);
            startLanes(name);
          }
        });
  }

  /**
   * Stops a function, waits for its running calls, and performs a change. If the change fails, the
   * earlier run is restarted. Changes of the same function run sequentially and do not block
   * changes of other functions.
   */
  private void change(String name, Runnable change) {
    FunctionRun earlier = beginChange(name);
    try {
      if (earlier != null) {
        earlier.stop();
      }
      change.run();
    } catch (RuntimeException | Error e) {
      if (earlier != null) {
        restart(name, earlier, e);
      }
      throw e;
    } finally {
      endChange(name);
    }
  }

  private synchronized @Nullable FunctionRun beginChange(String name) {
    while (!changing.add(name)) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StorageException("Interrupted while function " + name + " is changed.", e);
      }
    }
    return runs.get(name);
  }

  private synchronized void endChange(String name) {
    changing.remove(name);
    notifyAll();
  }

  /**
   * Restarts a function after a failed change. Does nothing if the new mapping was stored in spite
   * of the failure.
   */
  private synchronized void restart(String name, FunctionRun stopped, Throwable failure) {
    try {
      runs.remove(name);
      var stored = rows.mappings().get(name);
      if (stored != null && stored.binding() == stopped.setup().binding()) {
        add(name, stored, stopped.setup().function());
        startLanes(name);
      }
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static void check(String name, FunctionMapping mapping) {
    if (!name.matches(NAME)) {
      throw ApiError.validation("The name of a function must match " + NAME);
    }
    if (!MappingDocument.read(MappingDocument.write(mapping)).equals(mapping)) {
      throw ApiError.validation("Durations of a mapping must be whole seconds");
    }
    if (!mapping.tumblingWindow().isZero() && mapping.parallelization() > 1) {
      throw ApiError.validation(
          "TumblingWindowInSeconds needs a ParallelizationFactor of 1: a shard has one state");
    }
  }

  private TableStream stream(FunctionMapping mapping) {
    var arn = StreamArn.parse(mapping.streamArn());
    var caller = new Caller(arn.region(), account, Wording.CLASSIC);
    return StreamArn.require(engine.streams(), mapping.streamArn(), caller);
  }

  /** Adds the run of a function, unless this object is closed. Its lanes start later. */
  private void add(String name, FunctionRows.Stored stored, StreamFunction function) {
    if (closed) {
      return;
    }
    boolean isDivided = store.isShared() && stored.mapping().endpoint() != null;
    var run =
        new FunctionRun(
            setup(name, stored, function),
            engine.catalog().lifecycle(),
            leases,
            isDivided ? share : new LaneShare(),
            store.isShared());
    runs.put(name, run);
  }

  /** Starts the lanes of a function, on a shared store after the lanes were divided anew. */
  private void startLanes(String name) {
    FunctionRun run = runs.get(name);
    if (run == null) {
      return; // this object is closed
    }
    try {
      if (store.isShared()) {
        divideLanes();
      }
      run.startLanes();
    } catch (RuntimeException e) {
      // Some of its lanes may have started.
      run.stop();
      runs.remove(name);
      throw e;
    }
  }

  private FunctionSetup setup(String name, FunctionRows.Stored stored, StreamFunction function) {
    FunctionMapping mapping = stored.mapping();
    return new FunctionSetup(
        name,
        mapping,
        stored.binding(),
        function,
        stream(mapping),
        engine.streams(),
        rows,
        new RecordFilter(mapping.filters()),
        FailureDestination.of(mapping.onFailure(), http),
        new FunctionMetrics(),
        engine.clock(),
        ids);
  }

  /**
   * Stops a function and deletes its mapping and positions.
   *
   * @throws ApiError ResourceNotFoundException if there is no function with this name
   */
  public void remove(String name) {
    change(
        name,
        () -> {
          if (!rows.mappings().containsKey(name)) {
            throw ApiError.of(ErrorType.RESOURCE_NOT_FOUND, "There is no function " + name);
          }
          rows.remove(name);
          synchronized (this) {
            runs.remove(name);
          }
        });
  }

  /** All functions, ordered by name. */
  public synchronized List<FunctionStatus> list() {
    return rows.mappings().entrySet().stream()
        .map(entry -> status(entry.getKey(), entry.getValue(), runs.get(entry.getKey())))
        .toList();
  }

  /** The function with this name; empty if there is none. */
  public Optional<FunctionStatus> find(String name) {
    return list().stream().filter(status -> status.name().equals(name)).findFirst();
  }

  private FunctionStatus status(
      String name, FunctionRows.Stored stored, @Nullable FunctionRun run) {
    var metrics = run == null ? new FunctionMetrics() : run.setup().metrics();
    return new FunctionStatus(
        name,
        stored.mapping(),
        state(name, stored, run),
        metrics.invocations.sum(),
        metrics.failures.sum(),
        metrics.records.sum(),
        metrics.discarded.sum(),
        metrics.filtered.sum(),
        metrics.iteratorAge());
  }

  private State state(String name, FunctionRows.Stored stored, @Nullable FunctionRun run) {
    if (run != null) {
      return run.setup().hasEnded() ? State.ENDED : State.ENABLED;
    }
    URI endpoint = stored.mapping().endpoint();
    if (endpoint == null) {
      return State.UNBOUND;
    }
    if (!store.isShared()) {
      return State.ENDED;
    }
    try {
      return setup(name, stored, remote(endpoint)).hasEnded() ? State.ENDED : State.ENABLED;
    } catch (ApiError gone) {
      return State.ENDED; // The stream no longer exists.
    }
  }

  /**
   * Cancels running HTTP calls to endpoints, and lets other servers on the same store take over.
   * The engine ends the remaining work when it is closed.
   */
  @Override
  public void close() {
    List<FunctionRun> running;
    synchronized (this) {
      closed = true;
      running = List.copyOf(runs.values());
    }
    // The runs stop first. Otherwise a cancelled call would count as a failed attempt, and the
    // server could discard its records.
    running.forEach(FunctionRun::stopSoon);
    http.close();
    if (store.isShared()) {
      running.forEach(FunctionRun::stop);
      leases.release();
    }
  }
}
