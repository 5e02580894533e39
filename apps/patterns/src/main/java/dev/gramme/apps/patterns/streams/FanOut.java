package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A stream consumer turns one change into many. */
public final class FanOut implements Pattern {
  @Entity(pk = "FOLLOWERS#{author}", sk = "{follower}")
  record Follower(String author, String follower) {}

  @Entity(pk = "POST#{id}", sk = "POST")
  record Post(Ksuid id, String author, String text) {}

  @Entity(pk = "TIMELINE#{reader}", sk = "{id:desc}")
  record Entry(String reader, Ksuid id, String author, String text) {}

  @AccessPatterns(table = "feed")
  interface Queries {
    @Put
    void follow(Follower follower);

    @Create
    void post(Post post);

    @Query
    List<Follower> followers(String author);

    @Put
    void deliver(Entry entry);

    @Query(limit = 10)
    List<Entry> timeline(String reader);
  }

  @Override
  public String title() {
    return "Stream: fan-out";
  }

  @Override
  public String problem() {
    return "One change must reach many readers.";
  }

  @Override
  public String purpose() {
    return """
    A post is written once, and its author does not wait for more. A consumer of the stream writes it
    into the timeline of each follower, so that one query reads a timeline. The entry's key is derived
    from the post. If a record is delivered again, the same entries are written again.
    """;
  }

  @Override
  public void show(Stage stage) {
    var feed = FanOut_QueriesTable.of(stage.table(FanOut_QueriesTable.schema()));
    StreamReader stream = stage.stream("feed");
    for (String follower : List.of("ann", "ben", "cho")) {
      feed.follow(new Follower("tom", follower));
    }
    feed.follow(new Follower("sue", "ann"));
    stage.write("a post", () -> feed.post(post(stage, 1, "tom", "Hello")));
    feed.post(post(stage, 2, "sue", "Good morning"));
    stage.read("the number of entries that the consumer writes", () -> consume(feed, stream));
    stage.read("a timeline, newest first", () -> timeline(feed, "ann"));
    stream.redeliver();
    stage.read("the same when all records are delivered again", () -> consume(feed, stream));
    stage.read("the timeline", () -> timeline(feed, "ann"));
  }

  private static Post post(Stage stage, int second, String author, String text) {
    Instant at = stage.clock().instant().plusSeconds(second);
    return new Post(Ksuid.next(() -> at, stage.random()), author, text);
  }

  /** Adds each new post to the timelines, and returns the number of written entries. */
  private static int consume(Queries feed, StreamReader stream) {
    int written = 0;
    for (Record change : stream.poll()) {
      var item = change.dynamodb().newImage();
      if (!Attributes.in(item, "SK").s().equals("POST")) {
        continue;
      }
      String author = Attributes.in(item, "author").s();
      for (Follower follower : feed.followers(author)) {
        Ksuid id = Ksuid.parse(Attributes.in(item, "id").s());
        feed.deliver(new Entry(follower.follower(), id, author, Attributes.in(item, "text").s()));
        written++;
      }
    }
    return written;
  }

  private static List<String> timeline(Queries feed, String reader) {
    return feed.timeline(reader).stream()
        .map(entry -> entry.author() + ": " + entry.text())
        .toList();
  }
}
