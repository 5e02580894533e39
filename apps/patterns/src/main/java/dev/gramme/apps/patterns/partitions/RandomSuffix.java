package dev.gramme.apps.patterns.partitions;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.page.Shards;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A partition with too many writes is spread at random. */
public final class RandomSuffix implements Pattern {
  private static final int SHARDS = 4;
  private static final int LOGS = 20;
  private static final Instant MORNING = Instant.parse("2020-10-19T09:00:00Z");

  @Entity(pk = "{day}#{shard}", sk = "{at}")
  record Log(String day, @Shard(SHARDS) String shard, Instant at, String data) {}

  @AccessPatterns(table = "logs")
  interface Queries {
    @Create
    void log(Log log);

    @Query(limit = 10)
    Page<Log> ofDay(String day, Range<Instant> at, Cursor after);
  }

  @Override
  public String title() {
    return "Write sharding by a random suffix";
  }

  @Override
  public String problem() {
    return "All writes of a day go to one partition.";
  }

  @Override
  public String purpose() {
    return """
    With one key for all log entries of a day there would be one hot partition. A random number after
    the day distributes them over four. A reader of the day reads all four, and the toolkit merges them
    page by page in the order of time.
    """;
  }

  @Override
  public void show(Stage stage) {
    var logs = RandomSuffix_QueriesTable.of(stage.table(RandomSuffix_QueriesTable.schema()));
    var shards = new Shards(SHARDS);
    for (int number = 0; number < LOGS; number++) {
      Instant at = MORNING.plusSeconds(60L * number);
      logs.log(new Log("2020-10-19", shards.random(stage.random()), at, "line " + number));
    }
    stage.recordInitialTables();
    stage.write(
        "a log entry",
        () ->
            logs.log(
                new Log(
                    "2020-10-19",
                    shards.random(stage.random()),
                    MORNING.plusSeconds(3600),
                    "last")));
    stage.read("the first ten of the day", () -> firstTen(logs));
    stage.read(
        "five minutes of the day",
        () -> lines(logs, Range.closedOpen(MORNING, MORNING.plusSeconds(300))));
  }

  private static List<String> firstTen(Queries logs) {
    return logs.ofDay("2020-10-19", Range.all(), Cursor.start()).items().stream()
        .map(Log::data)
        .toList();
  }

  private static List<String> lines(Queries logs, Range<Instant> at) {
    var lines = new ArrayList<String>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Log> page = logs.ofDay("2020-10-19", at, next.get());
      page.items().forEach(log -> lines.add(log.data()));
      next = page.next();
    }
    return lines;
  }
}
