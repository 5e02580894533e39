package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.migrate.ItemMigration;
import dev.gramme.toolkit.migrate.Outcome;
import dev.gramme.toolkit.migrate.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A flag marks items for migration, and a stream consumer converts them to the new form. */
public final class MigrationByStream implements Pattern {
  private static final int USERS = 20;
  private static final int MAX_ROUNDS = 10;

  @Entity(pk = "USER#{user:3}", sk = "USER")
  record User(int user, String firstName, String lastName) {}

  @AccessPatterns(table = "users")
  interface Queries {
    @Scan
    List<User> users();
  }

  @Override
  public String title() {
    return "Migration of a model by stream, with a migration flag";
  }

  @Override
  public String problem() {
    return "Items need a new form while old programs still write.";
  }

  @Override
  public String purpose() {
    return """
    Each item is updated with an attribute that requests its migration. The consumer of the stream
    writes it in the new form; there can be as many consumers as shards. Items that old programs still
    write are migrated in the same way. The consumer's own writes also appear in the stream. A flag
    marks them as migrated, so the consumer ignores them. Without the flag it would process its own
    writes endlessly.
    """;
  }

  @Override
  public void show(Stage stage) {
    var users =
        MigrationByStream_QueriesTable.of(stage.table(MigrationByStream_QueriesTable.schema()));
    for (int user = 0; user < USERS; user++) {
      put(stage, user);
    }
    StreamReader stream = stage.stream("users");
    stream.poll();
    stage.recordInitialTables();
    var items =
        ItemMigration.of(
            stage.client(), "users", List.of("PK", "SK"), "form", 2, MigrationByStream::step);
    stage.write("every item gets the attribute", () -> touchAll(stage));
    stage.read(
        "items migrated and ignored in each round of the consumer", () -> rounds(stream, items));
    stage.read("the number of items in the new form", () -> users.users().size());
    put(stage, USERS);
    stage.read(
        "the same after an old program has written another item", () -> rounds(stream, items));
    stage.read("the number of items in the new form", () -> users.users().size());
  }

  /** Consumes until no more records arrive. */
  private static List<String> rounds(StreamReader stream, ItemMigration items) {
    var rounds = new ArrayList<String>();
    for (List<Record> changes = stream.poll(); !changes.isEmpty(); changes = stream.poll()) {
      int migrated = 0;
      for (Record change : changes) {
        if (items.migrate(change.dynamodb().newImage()) == Outcome.MIGRATED) {
          migrated++;
        }
      }
      rounds.add(migrated + " and " + (changes.size() - migrated));
      if (rounds.size() > MAX_ROUNDS) {
        throw new IllegalStateException("the consumer does not terminate: " + rounds);
      }
    }
    return rounds;
  }

  /** Requests the migration of all items; reads only their keys. */
  private static void touchAll(Stage stage) {
    var scan = ScanRequest.builder().tableName("users").projectionExpression("PK, SK").build();
    for (Map<String, AttributeValue> key : stage.client().scanPaginator(scan).items()) {
      stage
          .client()
          .updateItem(
              UpdateItemRequest.builder()
                  .tableName("users")
                  .key(key)
                  .updateExpression("SET migrate = :true")
                  .conditionExpression("attribute_exists(PK)")
                  .expressionAttributeValues(Map.of(":true", AttributeValue.fromBool(true)))
                  .build());
    }
  }

  private static void put(Stage stage, int user) {
    Map<String, AttributeValue> item =
        Map.of(
            "PK", AttributeValue.fromS("USER#%03d".formatted(user)),
            "SK", AttributeValue.fromS("USER"),
            "TYPE", AttributeValue.fromS("User"),
            "user", AttributeValue.fromN("" + user),
            "name", AttributeValue.fromS("Tom Number" + user));
    stage.client().putItem(PutItemRequest.builder().tableName("users").item(item).build());
  }

  private static Step step(Map<String, AttributeValue> item) {
    AttributeValue name = item.get("name");
    if (name == null) {
      return Step.keep();
    }
    String[] names = name.s().split(" ", 2);
    var becoming = new HashMap<>(item);
    becoming.remove("name");
    becoming.remove("migrate");
    becoming.put("firstName", AttributeValue.fromS(names[0]));
    becoming.put("lastName", AttributeValue.fromS(names[1]));
    return Step.replace(becoming);
  }
}
