package dev.gramme.apps.grid.load;

import dev.gramme.apps.grid.design.Clients;
import dev.gramme.apps.grid.design.Design;
import dev.gramme.apps.grid.design.DocumentGrid;
import dev.gramme.apps.grid.design.Grid;
import dev.gramme.apps.grid.document.StreamConsumer;
import dev.gramme.apps.grid.domain.Field;
import dev.gramme.apps.grid.domain.FieldValue;
import dev.gramme.apps.grid.domain.Issue;
import dev.gramme.apps.grid.domain.Project;
import dev.gramme.apps.grid.domain.Sort;
import dev.gramme.apps.grid.domain.Tenant;
import dev.gramme.apps.grid.sample.SampleProject;
import dev.gramme.apps.web.database.Database;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.explain.CapacityMeter;
import dev.gramme.toolkit.explain.Consumption;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/**
 * Compares the designs: each is loaded with the same issues into its own tables and then gets the
 * same requests, sequentially.
 */
public final class Measurement {
  private static final String PREFIX = "grid-measured-";
  private static final int PAGE = 50;
  private static final int REPETITIONS = 60;
  private static final int WARM_UP = 20;
  private static final int FEW_FIELDS = 10;
  private static final int WIDE_FIELDS = 400;
  private static final int MANY_CHANGES = 500;
  private static final int MANY_FIELDS = 150;

  private final Database database;
  private final int issues;
  private final int fields;
  private final double filled;
  private final long seed;
  private final PrintStream progress;

  /**
   * @param database may contain any tables except some with the prefix grid-measured-
   * @param filled the share of fields with a value
   * @param progress receives progress messages
   */
  public Measurement(
      Database database, int issues, int fields, double filled, long seed, PrintStream progress) {
    this.database = database;
    this.issues = issues;
    this.fields = fields;
    this.filled = filled;
    this.seed = seed;
    this.progress = progress;
  }

  /** Measures all designs, and returns the report. */
  public String run() {
    Map<Design, List<Row>> rows = new EnumMap<>(Design.class);
    List<Row> index = List.of();
    for (Design design : Design.values()) {
      dropTables();
      rows.put(design, measure(design));
      if (design == Design.DOCUMENT) {
        index = measureIndex();
      }
    }
    dropTables();
    return new Report(
            database, issues, fields, filled, seed, LocalDate.now(ZoneOffset.UTC), rows, index)
        .text();
  }

  private Clients clients() {
    return Clients.of(database.client()).withPrefix(PREFIX);
  }

  /** Removes the tables of the previous design, or of an interrupted measurement. */
  private void dropTables() {
    DynamoDbClient client = database.client();
    for (String table : client.listTablesPaginator().tableNames()) {
      if (table.startsWith(PREFIX)) {
        client.deleteTable(DeleteTableRequest.builder().tableName(table).build());
        var gone = DescribeTableRequest.builder().tableName(table).build();
        client.waiter().waitUntilTableNotExists(gone);
      }
    }
  }

  private List<Row> measure(Design design) {
    var random = new SplittableRandom(seed);
    var meter = new CapacityMeter();
    Grid grid = design.grid(clients().by(meter.around(database.client())));
    grid.createTables();
    grid.directory().save(new Tenant("acme", "ACME Engineering"));
    var sample = SampleProject.of("RAIL", "acme", "Forth Rail Bridge", fields, filled, seed);
    grid.directory().save(sample.project());
    var wide = SampleProject.of("WIDE", "acme", "Everything", WIDE_FIELDS, 1, seed);
    grid.directory().save(wide.project());
    List<Row> rows = new ArrayList<>();
    rows.add(
        once(
            "load, for each issue", issues, meter, () -> grid.load("RAIL", sample.issues(issues))));
    progress.printf("%s: %s%n", design.title(), rows.getFirst());
    grid.load("WIDE", wide.issues(4));
    var reads = new Reads(grid, sample.project(), random);
    rows.add(many("page by number", meter, () -> reads.first(Sort.BY_NUMBER)));
    rows.add(many("page by a date", meter, () -> reads.first(Sort.by("date-1"))));
    rows.add(
        many(
            "page by a decimal, descending",
            meter,
            () -> reads.first(Sort.by("decimal-1").reversed())));
    rows.add(many("two pages by a text", meter, () -> reads.next(Sort.by("text-1"))));
    Cursor behind = reads.behind(Sort.by("date-1"));
    rows.add(
        many("page of those without the date", meter, () -> reads.page(Sort.by("date-1"), behind)));
    rows.add(
        many("one issue, consistent", meter, () -> grid.issue("RAIL", 1 + random.nextInt(issues))));
    rows.add(many("change of 1 field", meter, () -> change(grid, sample, 1, random)));
    rows.add(many("change of 10 fields", meter, () -> change(grid, sample, FEW_FIELDS, random)));
    rows.add(
        many("change of 150 fields of 400", meter, () -> change(grid, wide, MANY_FIELDS, random)));
    rows.add(
        many(
            "a new issue",
            meter,
            () -> grid.create(sample.project(), sample.issue(random.nextInt(issues)).values())));
    rows.forEach(row -> progress.printf("  %s%n", row));
    return rows;
  }

  /** Measures the stream consumer's work for changes, and its delay for one change. */
  private List<Row> measureIndex() {
    var random = new SplittableRandom(seed);
    Clients clients = clients();
    Grid grid = Design.DOCUMENT.grid(clients);
    var sample = SampleProject.of("RAIL", "acme", "Forth Rail Bridge", fields, filled, seed);
    var meter = new CapacityMeter();
    StreamConsumer consumer =
        DocumentGrid.issueIndex(clients.by(meter.around(database.client())))
            .consumer(database.streams());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < WARM_UP; i++) {
      change(grid, sample, 1, random);
    }
    drain(consumer);
    for (int i = 0; i < MANY_CHANGES; i++) {
      change(grid, sample, 1, random);
    }
    rows.add(once("500 changes of 1 field, each", MANY_CHANGES, meter, () -> drain(consumer)));
    rows.add(
        many(
            "one change of 1 field, until it is indexed",
            meter,
            () -> {
              change(grid, sample, 1, random);
              drain(consumer);
            }));
    rows.forEach(row -> progress.printf("  %s%n", row));
    return rows;
  }

  private static void drain(StreamConsumer consumer) {
    while (consumer.poll() > 0) {
      // Each poll processes all records so far.
    }
  }

  /** The measured reads of pages. */
  private record Reads(Grid grid, Project project, SplittableRandom random) {
    Page<Issue> page(Sort sort, Cursor after) {
      return grid.page(project, sort, PAGE, after);
    }

    Page<Issue> first(Sort sort) {
      return page(sort, Cursor.start());
    }

    Page<Issue> next(Sort sort) {
      return page(sort, first(sort).next().orElseThrow());
    }

    /** The start of the issues without the field: after the last one with it. */
    Cursor behind(Sort sort) {
      String field = sort.field().orElseThrow();
      Cursor at = Cursor.start();
      while (true) {
        Page<Issue> page = grid.page(project, sort, 200, at);
        boolean isBehind =
            page.items().stream().anyMatch(issue -> !issue.values().containsKey(field));
        if (isBehind || page.next().isEmpty()) {
          return page.next().orElse(at);
        }
        at = page.next().get();
      }
    }
  }

  private static void change(Grid grid, SampleProject sample, int count, SplittableRandom random) {
    long number = 1L + random.nextInt(4);
    Issue issue = grid.issue(sample.project().id(), number).orElseThrow();
    List<Field> fields = sample.project().fields();
    int first = random.nextInt(fields.size() - count);
    Map<String, Optional<FieldValue>> changes = new HashMap<>();
    for (Field field : fields.subList(first, first + count)) {
      changes.put(field.id(), Optional.of(SampleProject.value(field, random)));
    }
    grid.change(issue.project(), number, issue.version(), changes);
  }

  private static Row once(String what, int times, CapacityMeter meter, Runnable action) {
    meter.reset();
    long begun = System.nanoTime();
    action.run();
    double millis = (System.nanoTime() - begun) / 1e6;
    return new Row(what, times, meter.reset(), List.of(millis / times));
  }

  private static Row many(String what, CapacityMeter meter, Runnable action) {
    for (int i = 0; i < WARM_UP; i++) {
      action.run();
    }
    meter.reset();
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < REPETITIONS; i++) {
      long begun = System.nanoTime();
      action.run();
      millis.add((System.nanoTime() - begun) / 1e6);
    }
    return new Row(what, REPETITIONS, meter.reset(), millis);
  }

  /**
   * The measurement of an action.
   *
   * @param times the number of repetitions
   * @param consumed the consumption of all of them
   * @param millis the duration of each, shortest first
   */
  record Row(String what, int times, Consumption consumed, List<Double> millis) {
    Row {
      millis = millis.stream().sorted().toList();
    }

    double requests() {
      return (double) consumed.requests() / times;
    }

    double readUnits() {
      return consumed.total().read() / times;
    }

    double writeUnits() {
      return consumed.total().write() / times;
    }

    /** A percentile of the durations. */
    double millis(double share) {
      return millis.get(Math.max(0, (int) Math.ceil(share * millis.size()) - 1));
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %.1f requests, %.1f RCU, %.1f WCU, %.2f ms",
          what,
          requests(),
          readUnits(),
          writeUnits(),
          millis(0.5));
    }
  }
}
