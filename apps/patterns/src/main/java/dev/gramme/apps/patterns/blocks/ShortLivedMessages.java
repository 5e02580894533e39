package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Messages that expire after seven days. */
public final class ShortLivedMessages implements Pattern {
  private static final Duration LIFE = Duration.ofDays(7);

  @Entity(pk = "USER#{user}", sk = "{sent}")
  record Message(String user, Instant sent, String text, @Ttl Instant expires) {}

  @AccessPatterns(table = "messages")
  interface Queries {
    @Create
    void send(Message message);

    @Query
    List<Message> inbox(String user);
  }

  @Override
  public String title() {
    return "Time to live";
  }

  @Override
  public String problem() {
    return "Old items must disappear without any work.";
  }

  @Override
  public String purpose() {
    return """
    An attribute contains the time when an item expires, in seconds since 1970. The database deletes the
    item some time after that, at no cost. Old items disappear without any work of the application.
    Once an item is deleted, reads no longer pay for it.
    """;
  }

  @Override
  public void show(Stage stage) {
    var messages =
        ShortLivedMessages_QueriesTable.of(stage.table(ShortLivedMessages_QueriesTable.schema()));
    messages.send(message(stage, "first"));
    stage.advance(Duration.ofDays(3));
    messages.send(message(stage, "second"));
    stage.recordInitialTables();
    stage.read("the messages after three days", () -> texts(messages));
    stage.advance(Duration.ofDays(5));
    stage.read("the messages after eight days", () -> texts(messages));
    stage.read("the number of items in the table", () -> items(stage));
    stage.advance(Duration.ofDays(3));
    stage.read("the messages after eleven days", () -> texts(messages));
    stage.read("the number of items in the table", () -> items(stage));
  }

  private static Message message(Stage stage, String text) {
    Instant now = stage.clock().instant();
    return new Message("ana", now, text, now.plus(LIFE));
  }

  private static List<String> texts(Queries messages) {
    return messages.inbox("ana").stream().map(Message::text).toList();
  }

  private static int items(Stage stage) {
    return stage.client().scan(scan -> scan.tableName("messages")).count();
  }
}
