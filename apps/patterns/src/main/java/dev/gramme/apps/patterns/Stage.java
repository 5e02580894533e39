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
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Runs a pattern: provides the database, and records every call with its result and consumption. A
 * stage is for one pattern and one thread.
 */
public final class Stage {
  private final Means means;
  private final CapacityMeter meter = new CapacityMeter();
  private final DynamoDbClient metered;
  private final List<Call> calls = new ArrayList<>();
  private List<TableView> data = List.of();
  private boolean hasData;

  private Stage(Means means) {
    this.means = means;
    this.metered = meter.around(means.client());
  }

  /** Runs a pattern. */
  public static Showing show(Pattern pattern, Means means) {
    var stage = new Stage(means);
    pattern.show(stage);
    if (!stage.hasData) {
      stage.dataIsThere();
    }
    return new Showing(pattern, stage.data, List.copyOf(stage.calls));
  }

  /** The database. Its requests between recorded calls are not counted. */
  public DynamoDbClient client() {
    return metered;
  }

  /** A client with the credentials of a tenant. */
  public DynamoDbClient tenant(String tenant) {
    return meter.around(means.tenants().apply(tenant));
  }

  /** A client that encrypts its writes with the key of a tenant. */
  public DynamoDbClient encrypting(String tenant) {
    return meter.around(means.encrypting().apply(tenant));
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

  /** The clock of the database. */
  public InstantSource clock() {
    return means.clock();
  }

  /** Advances the clock. */
  public void advance(Duration by) {
    means.advance().accept(by);
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
    return means.sql().get();
  }

  /**
   * Makes the catalogue show the current content of the tables; the default is their final content.
   */
  public void dataIsThere() {
    hasData = true;
    data = TableView.all(means.client());
  }

  /** Records a call with a result. */
  public <T> T read(String what, Supplier<T> call) {
    CapacityMeter.Measured<T> measured = meter.measure(call);
    calls.add(new Call(what, measured.result(), measured.consumed()));
    return measured.result();
  }

  /** Records a call without a result. */
  public void write(String what, Runnable call) {
    Consumption consumed = meter.measure(call);
    calls.add(new Call(what, "", consumed));
  }

  /** Records a call that must be refused; its result is the class of the exception. */
  public void refused(String what, Class<? extends RuntimeException> by, Runnable call) {
    Consumption before = meter.consumed();
    try {
      call.run();
    } catch (RuntimeException refusal) {
      if (!by.isInstance(refusal)) {
        throw refusal;
      }
      String result = "refused: " + by.getSimpleName();
      calls.add(new Call(what, result, meter.consumed().since(before)));
      return;
    }
    throw new IllegalStateException("this was not refused: " + what);
  }
}
