package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.entity.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Reads skip items that have expired but are not deleted yet. */
public final class ScheduledDelete implements Pattern {
  @Entity(pk = "USER#{user}", sk = "SESSION#{session}")
  record Session(String user, String session, @Ttl Instant expires) {}

  @AccessPatterns(table = "sessions")
  interface Queries {
    @Create
    void begin(Session session);

    @Query
    List<Session> sessions(String user);

    @Query(includeExpired = true)
    List<Session> evenExpired(String user);
  }

  @Override
  public String title() {
    return "Scheduled delete, with a filter for expired items";
  }

  @Override
  public String problem() {
    return "Expired items remain visible until the database deletes them.";
  }

  @Override
  public String purpose() {
    return """
    DynamoDB may take a few days to delete an expired item, Gramme takes two to three seconds. A reader
    who must not see expired items needs a filter. The toolkit adds this filter for an entity with
    `@Ttl`. Items that the filter removes are still read and paid for. In the calls that happen two
    hours later, only the reader's clock has moved, so nothing is deleted. Before the last call the
    database's clock moves too, and the expired item is deleted.
    """;
  }

  @Override
  public void show(Stage stage) {
    Table table = stage.table(ScheduledDelete_QueriesTable.schema());
    var sessions = ScheduledDelete_QueriesTable.of(table);
    Instant now = stage.clock().instant();
    sessions.begin(new Session("johndoe", "phone", now.plus(Duration.ofHours(1))));
    sessions.begin(new Session("johndoe", "laptop", now.plus(Duration.ofDays(1))));
    stage.recordInitialTables();
    stage.read("the sessions of a user", () -> names(sessions.sessions("johndoe")));
    // The database's own clock does not advance, so that nothing is deleted before it is read.
    var later =
        ScheduledDelete_QueriesTable.of(table.withClock(() -> now.plus(Duration.ofHours(2))));
    stage.read(
        "the sessions two hours later, with the filter", () -> names(later.sessions("johndoe")));
    stage.read("the same without the filter", () -> names(later.evenExpired("johndoe")));
    stage.advance(Duration.ofHours(2));
    stage.read("the same after the deletion", () -> names(sessions.evenExpired("johndoe")));
  }

  private static List<String> names(List<Session> sessions) {
    return sessions.stream().map(Session::session).toList();
  }
}
