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
 * Where a pattern is shown: it hands out the database, and keeps every call with what came out and
 * what was consumed. One stage is for one pattern and one thread.
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

  /** Shows a pattern. */
  public static Showing show(Pattern pattern, Means means) {
    var stage = new Stage(means);
    pattern.show(stage);
    if (!stage.hasData) {
      stage.dataIsThere();
    }
    return new Showing(pattern, stage.data, List.copyOf(stage.calls));
  }

  /** The database. What is asked of it between calls is not counted. */
  public DynamoDbClient client() {
    return metered;
  }

  /** A client with the credentials of a tenant. */
  public DynamoDbClient tenant(String tenant) {
    return meter.around(means.tenants().apply(tenant));
  }

  /** A client that encrypts what it writes with the key of a tenant. */
  public DynamoDbClient encrypting(String tenant) {
    return meter.around(means.encrypting().apply(tenant));
  }

  /** A table of the toolkit, which is created. */
  public Table table(TableSchema schema) {
    Table table = Table.of(metered, schema).withClock(means.clock());
    table.createIfAbsent();
    return table;
  }

  /** The stream of a table, which is switched on. */
  public StreamReader stream(String table) {
    return StreamReader.open(metered, means.streams(), table);
  }

  /** The time that the database goes by. */
  public InstantSource clock() {
    return means.clock();
  }

  /** Lets time pass. */
  public void advance(Duration by) {
    means.advance().accept(by);
  }

  /** Makes what is not chosen. */
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
   * The tables as they are now are what the catalogue shows of them; else it is those of the end.
   */
  public void dataIsThere() {
    hasData = true;
    data = TableView.all(means.client());
  }

  /** A call that gives something. */
  public <T> T read(String what, Supplier<T> call) {
    CapacityMeter.Measured<T> measured = meter.measure(call);
    calls.add(new Call(what, measured.result(), measured.consumed()));
    return measured.result();
  }

  /** A call that changes something. */
  public void write(String what, Runnable call) {
    Consumption consumed = meter.measure(call);
    calls.add(new Call(what, "", consumed));
  }

  /** A call that is to be refused; what comes out is the refusal's class. */
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
