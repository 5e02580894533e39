package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.migrate.Checkpoints;
import dev.gramme.toolkit.migrate.ItemMigration;
import dev.gramme.toolkit.migrate.Outcome;
import dev.gramme.toolkit.migrate.Step;
import dev.gramme.toolkit.migrate.TableMigration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** A parallel scan converts all items of a table to a new form. */
public final class MigrationByScan implements Pattern {
  private static final int USERS = 40;
  private static final int SEGMENTS = 4;
  private static final double UNITS_PER_SECOND = 100;

  @Entity(pk = "USER#{user:3}", sk = "USER")
  record User(int user, String firstName, String lastName) {}

  @AccessPatterns(table = "users")
  interface Queries {
    @Scan(segments = SEGMENTS)
    List<User> users();
  }

  @Override
  public String title() {
    return "Migration of a model by a parallel scan";
  }

  @Override
  public String problem() {
    return "All existing items need a new form.";
  }

  @Override
  public String purpose() {
    return """
    The migration splits the attribute `name` into `firstName` and `lastName`. It scans four segments
    of the table in parallel, at a limited rate. It writes each item in its new form, with a flag, on
    the condition that the item has not changed since it was read. An interrupted run continues from
    its checkpoints, and a second run changes nothing.
    """;
  }

  @Override
  public void show(Stage stage) {
    var users = MigrationByScan_QueriesTable.of(stage.table(MigrationByScan_QueriesTable.schema()));
    for (int user = 0; user < USERS; user++) {
      stage.client().putItem(PutItemRequest.builder().tableName("users").item(old(user)).build());
    }
    stage.recordInitialTables();
    TableMigration migration = migration(stage);
    stage.read(
        "the number of items that the migration changes",
        () -> migration.run().count(Outcome.MIGRATED));
    stage.read("the number of items in the new form", () -> users.users().size());
    stage.read(
        "the number of items that a second run changes",
        () -> migration.runAgain().count(Outcome.MIGRATED));
  }

  private static TableMigration migration(Stage stage) {
    List<String> keys = List.of("PK", "SK");
    var items = ItemMigration.of(stage.client(), "users", keys, "form", 2, MigrationByScan::step);
    var checkpoints = Checkpoints.in(stage.client(), "users", keys, "names");
    return TableMigration.of(
            items, checkpoints, SEGMENTS, UNITS_PER_SECOND, stage.clock(), pause -> {})
        .on(Runnable::run);
  }

  private static Map<String, AttributeValue> old(int user) {
    return Map.of(
        "PK", AttributeValue.fromS("USER#%03d".formatted(user)),
        "SK", AttributeValue.fromS("USER"),
        "TYPE", AttributeValue.fromS("User"),
        "user", AttributeValue.fromN("" + user),
        "name", AttributeValue.fromS("Tom Number" + user));
  }

  private static Step step(Map<String, AttributeValue> item) {
    AttributeValue name = item.get("name");
    if (name == null) {
      return Step.keep();
    }
    String[] names = name.s().split(" ", 2);
    var becoming = new HashMap<>(item);
    becoming.remove("name");
    becoming.put("firstName", AttributeValue.fromS(names[0]));
    becoming.put("lastName", AttributeValue.fromS(names[1]));
    return Step.replace(becoming);
  }
}
