package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Independent listeners on one stream; one of them maintains statistics by the minute. */
public final class SeveralListeners implements Pattern {
  private static final int MINUTE = "2026-11-21T12:00".length();

  @Entity(pk = "CLICK#{id}", sk = "CLICK")
  record Click(String id, String page, String at) {}

  @Entity(pk = "MINUTE#{minute}", sk = "{page}")
  record Minute(String minute, String page, long clicks) {}

  @AccessPatterns(table = "clicks")
  interface Queries {
    @Create
    void click(Click click);

    @Update(value = Minute.class, upsert = true)
    void count(String minute, String page, @Add long clicks);

    @Query
    List<Minute> minute(String minute);
  }

  @Override
  public String title() {
    return "Stream: several listeners and real-time analytics";
  }

  @Override
  public String problem() {
    return "Several programs react to the same changes, each at its own speed.";
  }

  @Override
  public String purpose() {
    return """
    Several programs listen to the same stream. Each stores its own position, so a program that fails
    does not block the others, and continues later where it stopped. Here one listener sends alarms,
    and one counts the clicks on each page in each minute. It adds up the clicks of a batch before it
    writes, so a busy page costs one write for each batch instead of one for each click. A query reads
    the statistics of a minute a moment after the clicks. The documentation of the service (November
    2026) advises at most two readers of a shard at the same time. For more listeners, one reader
    distributes the records, or the table sends its changes to Kinesis. Exact counts need protection
    against [redelivery](#stream-idempotent-under-redelivery).
    """;
  }

  @Override
  public void show(Stage stage) {
    var clicks =
        SeveralListeners_QueriesTable.of(stage.table(SeveralListeners_QueriesTable.schema()));
    StreamReader alarms = stage.stream("clicks");
    StreamReader statistics = stage.stream("clicks");
    click(clicks, "2026-11-21T12:00:05", "home", "home", "login", "home", "login", "help");
    stage.read("the alarms", () -> alarms(alarms));
    click(clicks, "2026-11-21T12:01:10", "login", "attack");
    stage.read("the alarms of the next minute", () -> alarms(alarms));
    stage.read(
        "clicks that the second listener counts, which was not running until now",
        () -> count(clicks, statistics));
    stage.read("the top pages of the first minute", () -> top(clicks, "2026-11-21T12:00"));
    click(clicks, "2026-11-21T12:01:40", "login");
    stage.read("clicks that it counts then", () -> count(clicks, statistics));
    stage.read("the top pages of the second minute", () -> top(clicks, "2026-11-21T12:01"));
    stage.read("the alarms: the listener ignores counts", () -> alarms(alarms));
  }

  private static void click(Queries clicks, String at, String... pages) {
    for (int i = 0; i < pages.length; i++) {
      clicks.click(new Click(at + "-" + i, pages[i], at));
    }
  }

  private static List<Map<String, AttributeValue>> newClicks(StreamReader stream) {
    return stream.poll().stream()
        .filter(change -> change.eventNameAsString().equals("INSERT"))
        .map(Record::dynamodb)
        .map(change -> change.newImage())
        .filter(item -> Attributes.in(item, "TYPE").s().equals("Click"))
        .toList();
  }

  private static List<String> alarms(StreamReader stream) {
    var alarms = new ArrayList<String>();
    for (Map<String, AttributeValue> click : newClicks(stream)) {
      if (Attributes.in(click, "page").s().equals("attack")) {
        alarms.add("attack at " + Attributes.in(click, "at").s());
      }
    }
    return alarms;
  }

  /** Adds up the new clicks, then writes one count for each page and minute. */
  private static int count(Queries clicks, StreamReader stream) {
    var sums = new TreeMap<List<String>, Integer>(Comparator.comparing(List::toString));
    for (Map<String, AttributeValue> click : newClicks(stream)) {
      String minute = Attributes.in(click, "at").s().substring(0, MINUTE);
      sums.merge(List.of(minute, Attributes.in(click, "page").s()), 1, Integer::sum);
    }
    sums.forEach((of, number) -> clicks.count(of.getFirst(), of.getLast(), number));
    return sums.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The two pages with the most clicks of a minute. */
  private static List<String> top(Queries clicks, String minute) {
    return clicks.minute(minute).stream()
        .sorted(Comparator.comparingLong(Minute::clicks).reversed())
        .limit(2)
        .map(top -> top.page() + ": " + top.clicks())
        .toList();
  }
}
