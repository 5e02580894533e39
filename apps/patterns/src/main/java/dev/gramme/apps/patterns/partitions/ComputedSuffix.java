package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.page.Shards;
import java.time.Instant;
import java.util.List;

/** A spread partition whose shard is computed from the data. */
public final class ComputedSuffix implements Pattern {
  private static final int SHARDS = 4;
  private static final Instant MORNING = Instant.parse("2020-10-19T09:00:00Z");

  @Entity(pk = "{day}#{shard}", sk = "{order}#{at}")
  record Log(String day, @Shard(SHARDS) String shard, String order, Instant at, String data) {}

  @AccessPatterns(table = "logs")
  interface Queries {
    @Create
    void log(Log log);

    @Query
    List<Log> ofOrder(String day, String shard, String order);

    @Query(limit = 100)
    List<Log> ofDay(String day);
  }

  @Override
  public String title() {
    return "Write sharding by a computed suffix";
  }

  @Override
  public String problem() {
    return "A partition gets too many writes, but a reader needs one order only.";
  }

  @Override
  public String purpose() {
    return """
    Here the suffix is computed from the order's number. A reader of one order's logs computes the same
    suffix and reads one partition. Only a reader of the whole day reads all partitions.
    """;
  }

  @Override
  public void show(Stage stage) {
    var logs = ComputedSuffix_QueriesTable.of(stage.table(ComputedSuffix_QueriesTable.schema()));
    var shards = new Shards(SHARDS);
    for (int number = 0; number < 12; number++) {
      String order = "ORDER-" + number % 6;
      Instant at = MORNING.plusSeconds(60L * number);
      logs.log(new Log("2020-10-19", shards.of(order), order, at, "line " + number));
    }
    stage.recordInitialTables();
    stage.read(
        "the log entries of an order",
        () ->
            logs.ofOrder("2020-10-19", shards.of("ORDER-3"), "ORDER-3").stream()
                .map(Log::data)
                .toList());
    stage.read("the number of log entries of the day", () -> logs.ofDay("2020-10-19").size());
  }
}
