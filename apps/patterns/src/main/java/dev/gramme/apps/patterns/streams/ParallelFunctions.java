package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A change reaches many readers through functions that run in parallel. */
public final class ParallelFunctions implements Pattern {
  private static final int FOLLOWERS = 200;
  private static final int PART = 25;

  /** How many parts must be in progress at the same moment. */
  private static final int AT_ONCE = 2;

  /** After this time each shard has been polled again. */
  private static final Duration POLLED = Duration.ofSeconds(1);

  @Entity(pk = "FOLLOWERS#{author}", sk = "{follower:3}")
  record Follower(String author, int follower) {}

  @Entity(pk = "POST#{post}", sk = "POST")
  record Post(String post, String author, String text) {}

  @Entity(pk = "PART#{post}#{number}", sk = "PART")
  record Part(String post, int number, String author, List<Integer> followers) {}

  @AccessPatterns(table = "posts")
  interface Queries {
    @Put
    void follow(List<Follower> followers);

    @Create
    void post(Post post);

    @Query
    List<Follower> followers(String author);

    @Put
    void split(Part part);
  }

  @Entity(pk = "TIMELINE#{reader:3}", sk = "{post}")
  record Entry(int reader, String post, String author) {}

  @AccessPatterns(table = "timelines")
  interface TimelineQueries {
    @Put
    void deliver(List<Entry> entries);

    @Query
    List<Entry> timeline(int reader);
  }

  @Override
  public String title() {
    return "Stream: fan-out by parallel functions";
  }

  @Override
  public String problem() {
    return "One function is too slow to deliver a change to thousands of readers.";
  }

  @Override
  public String purpose() {
    return """
    One [function on the stream](functions.md) does not deliver a post itself. It splits the list of
    followers into parts, and writes each part as an item with a partition key of its own. These items
    appear in the stream, too, and a second function delivers each of them with one batch. Changes of
    different keys are processed in parallel: the stream has several shards, and the mapping allows
    several batches of a shard at the same time (`ParallelizationFactor`). Changes of one item stay in
    order. A part that fails is repeated alone, and writes the same entries again. The timelines are
    in a table without a stream, so that entries do not call the functions.
    """;
  }

  @Override
  public void show(Stage stage) {
    var posts =
        ParallelFunctions_QueriesTable.of(stage.table(ParallelFunctions_QueriesTable.schema()));
    var timelines =
        ParallelFunctions_TimelineQueriesTable.of(
            stage.table(ParallelFunctions_TimelineQueriesTable.schema()));
    var followers = new ArrayList<Follower>();
    for (int follower = 0; follower < FOLLOWERS; follower++) {
      followers.add(new Follower("tom", follower));
    }
    posts.follow(followers);
    String stream = stage.stream("posts").arn();
    stage.recordInitialTables();
    var atOnce = new CountDownLatch(AT_ONCE);
    stage.write("a post", () -> posts.post(new Post("p1", "tom", "Hello")));
    // Each function is bound when its input exists, so that each run of the catalogue is the same.
    stage.write(
        "the first function splits it into parts",
        () -> {
          stage.bind("split", stream, 1, item -> split(item, posts));
          stage.advance(POLLED);
        });
    stage.write(
        "the second function delivers the parts",
        () -> {
          stage.bind("deliver", stream, 4, item -> deliver(item, timelines, atOnce));
          stage.advance(POLLED);
        });
    stage.read("changes that it has processed", () -> stage.processed("deliver"));
    stage.read("whether parts were in progress at the same time", () -> atOnce.getCount() == 0);
    stage.read("a timeline", () -> timelines.timeline(0));
    stage.read("the last timeline", () -> timelines.timeline(FOLLOWERS - 1));
  }

  private static boolean is(String kind, Map<String, AttributeValue> item) {
    return Attributes.in(item, "TYPE").s().equals(kind);
  }

  /** Splits a post into parts, and ignores other items. */
  private static void split(Map<String, AttributeValue> item, Queries posts) {
    if (!is("Post", item)) {
      return;
    }
    String post = Attributes.in(item, "post").s();
    String author = Attributes.in(item, "author").s();
    List<Integer> followers = posts.followers(author).stream().map(Follower::follower).toList();
    for (int part = 0; part * PART < followers.size(); part++) {
      int end = Math.min(followers.size(), (part + 1) * PART);
      posts.split(new Part(post, part, author, followers.subList(part * PART, end)));
    }
  }

  /** Delivers a part, and ignores other items. */
  private static void deliver(
      Map<String, AttributeValue> item, TimelineQueries timelines, CountDownLatch atOnce) {
    if (!is("Part", item)) {
      return;
    }
    awaitOthers(atOnce);
    String post = Attributes.in(item, "post").s();
    String author = Attributes.in(item, "author").s();
    timelines.deliver(
        Attributes.in(item, "followers").l().stream()
            .map(follower -> new Entry(Integer.parseInt(follower.n()), post, author))
            .toList());
  }

  /** The first parts wait for each other, which proves that they are in progress together. */
  private static void awaitOthers(CountDownLatch atOnce) {
    atOnce.countDown();
    try {
      if (!atOnce.await(1, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the parts are not delivered in parallel");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the delivery was interrupted", e);
    }
  }
}
