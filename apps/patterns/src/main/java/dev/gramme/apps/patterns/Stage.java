package dev.gramme.apps.patterns;

import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import dev.gramme.toolkit.schema.TableSchema;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Runs a pattern: provides the database, and records every call with its result and consumption. A
 * stage is for one pattern and one thread.
 */
public final class Stage {
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(2);

  private final Means means;
  private final CapacityMeter meter = new CapacityMeter();
  private final DynamoDbClient metered;
  private final List<Call> calls = new ArrayList<>();
  private List<TableView> data = List.of();
  private boolean hasData;
  private int shown;
  private final Set<String> leftOut = new HashSet<>();

  private Stage(Means means) {
    this.means = means;
    this.metered = meter.around(means.client());
  }

  /** Runs a pattern. */
  public static Showing show(Pattern pattern, Means means) {
    var stage = new Stage(means);
    pattern.show(stage);
    return new Showing(pattern, stage.data, stage.tables(), stage.calls);
  }

  /** The database. Its requests between recorded calls are not counted. */
  public DynamoDbClient client() {
    return metered;
  }

  /** A client with the credentials of a tenant. */
  public DynamoDbClient tenant(String tenant) {
    return meter.around(means.tenant(tenant));
  }

  /** A client with another interceptor, such as one that encrypts. */
  public DynamoDbClient intercepted(ExecutionInterceptor interceptor) {
    return meter.around(means.intercepted(interceptor));
  }

  /** A client of another region. */
  public DynamoDbClient region(String name) {
    return meter.around(means.region(name));
  }

  /** Creates a table of the toolkit. */
  public Table table(TableSchema schema) {
    Table table = Table.of(metered, schema).withClock(means.clock());
    table.createIfAbsent();
    return table;
  }

  /** Opens the stream of a table, and enables it if necessary. */
  public StreamReader stream(String table) {
    return StreamReader.open(metered, means.streams(), table);
  }

  /** Opens the stream of a table's replica in another region. */
  public StreamReader streamOf(String region, String table) {
    return StreamReader.open(means.region(region), means.streamsOf(region), table);
  }

  /** The clock of the database. */
  public InstantSource clock() {
    return means.clock();
  }

  /** Advances the clock. */
  public void advance(Duration by) {
    means.advance(by);
  }

  /** Advances the clock of one region only, see {@link #region}. */
  public void advance(String region, Duration by) {
    means.advance(region, by);
  }

  /** A source of random values. */
  public RandomGenerator random() {
    return means.random();
  }

  /** An empty folder. */
  public Path folder() {
    return means.folder();
  }

  /** A connection to an empty relational database. */
  public Connection sql() {
    return means.sql();
  }

  /** Binds a function to a stream: see {@link Means#bind}. */
  public void bind(
      String name,
      String streamArn,
      int parallelization,
      Consumer<Map<String, AttributeValue>> function) {
    means.bind(name, streamArn, parallelization, function);
  }

  /** Waits until something is so that other threads or regions are working on. */
  public void await(String what, BooleanSupplier isSo) {
    long end = System.nanoTime() + MAX_WAIT.toNanos();
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("after " + MAX_WAIT + " this is not so: " + what);
      }
      LockSupport.parkNanos(POLL_INTERVAL.toNanos());
    }
  }

  /** The number of records that a function has processed. */
  public long processed(String function) {
    return means.processed(function);
  }

  /**
   * Makes the catalogue show the current content of the tables as the content before the calls; the
   * default is their content at the first call.
   *
   * @throws IllegalStateException if a call was recorded: the content would be that after the call
   */
  public void recordInitialTables() {
    if (!calls.isEmpty()) {
      throw new IllegalStateException(
          "the initial tables must be recorded before the first call, which is: "
              + calls.getFirst().what());
    }
    hasData = true;
    data = tables();
  }

  /**
   * Leaves a table out of the catalogue, because its content differs from run to run. It must be
   * called before the first call.
   */
  public void leaveOut(String table) {
    leftOut.add(table);
  }

  private List<TableView> tables() {
    return TableView.all(means.client(), leftOut);
  }

  private void begin() {
    if (!hasData) {
      recordInitialTables();
    }
    shown = means.sent().size();
  }

  private void record(String what, Object result, Consumption consumed) {
    List<SentRequest> sent = means.sent();
    calls.add(new Call(what, result, consumed, sent.subList(shown, sent.size())));
  }

  /** Records a call with a result. */
  public <T> T read(String what, Supplier<T> call) {
    begin();
    CapacityMeter.Measured<T> measured = meter.measure(call);
    record(what, measured.result(), measured.consumed());
    return measured.result();
  }

  /** Records a call without a result. */
  public void write(String what, Runnable call) {
    begin();
    Consumption consumed = meter.measure(call);
    record(what, "", consumed);
  }

  /** Records a call that must be refused; its result is the class of the exception. */
  public void refused(String what, Class<? extends RuntimeException> by, Runnable call) {
    begin();
    Consumption before = meter.consumed();
    try {
      call.run();
    } catch (RuntimeException refusal) {
      if (!by.isInstance(refusal)) {
        throw refusal;
      }
      record(what, "refused: " + by.getSimpleName(), meter.consumed().since(before));
      return;
    }
    throw new IllegalStateException("this was not refused: " + what);
  }
}
