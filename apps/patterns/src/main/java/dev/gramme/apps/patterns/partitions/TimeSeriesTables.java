package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** A table for each month; the current one has more throughput. */
public final class TimeSeriesTables implements Pattern {
  @Entity(pk = "SENSOR#{sensor}", sk = "{at}")
  record Reading(String sensor, Instant at, long value) {}

  @AccessPatterns(table = "readings")
  interface Queries {
    @Create
    void record(Reading reading);

    @Query
    List<Reading> readings(String sensor, Range<Instant> at);
  }

  @Override
  public String title() {
    return "Time series in tables by period";
  }

  @Override
  public String problem() {
    return "Old data costs throughput and its deletion costs writes.";
  }

  @Override
  public String purpose() {
    return """
    Data of a time series is read and written while it is new, and rarely later. Each month has a table.
    The current month's table is on demand, older tables have a low provisioned throughput. Data that
    is too old is removed with its table, which costs nothing. Deleting the items one by one would cost
    as much as writing them. The example calls `CreateTable` before each access, and ignores the
    refusal if the table exists.
    """;
  }

  @Override
  public void show(Stage stage) {
    for (int month = 9; month <= 11; month++) {
      for (int day = 1; day <= 3; day++) {
        Instant at = Instant.parse("2026-%02d-%02dT08:00:00Z".formatted(month, day));
        readings(stage, at).record(new Reading("7", at, 20 + day));
      }
    }
    stage.recordInitialTables();
    Instant now = stage.clock().instant();
    stage.write(
        "a new reading is written to the table of its month",
        () -> readings(stage, now).record(new Reading("7", now, 25)));
    stage.read(
        "the readings of this month",
        () ->
            readings(stage, now).readings("7", Range.all()).stream().map(Reading::value).toList());
    stage.read(
        "the throughput of last month's table is reduced",
        () -> throttle(stage, "readings-2026-10"));
    stage.write(
        "the oldest table is deleted",
        () ->
            stage
                .client()
                .deleteTable(DeleteTableRequest.builder().tableName("readings-2026-09").build()));
    stage.read("the tables", () -> stage.client().listTables().tableNames());
  }

  private static Queries readings(Stage stage, Instant at) {
    String month = YearMonth.from(at.atZone(ZoneOffset.UTC)).toString();
    Table table =
        Table.of(stage.client(), TimeSeriesTables_QueriesTable.schema()).named("readings-" + month);
    table.createIfAbsent();
    return TimeSeriesTables_QueriesTable.of(table);
  }

  private static String throttle(Stage stage, String table) {
    ProvisionedThroughput little =
        ProvisionedThroughput.builder().readCapacityUnits(5L).writeCapacityUnits(1L).build();
    stage
        .client()
        .updateTable(
            UpdateTableRequest.builder()
                .tableName(table)
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(little)
                .build());
    ProvisionedThroughputDescription now =
        stage
            .client()
            .describeTable(DescribeTableRequest.builder().tableName(table).build())
            .table()
            .provisionedThroughput();
    return now.readCapacityUnits() + " RCU/s, " + now.writeCapacityUnits() + " WCU/s";
  }
}
