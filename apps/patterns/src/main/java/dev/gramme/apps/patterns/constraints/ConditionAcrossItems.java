package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** A change that depends on another item. */
public final class ConditionAcrossItems implements Pattern {
  @Entity(pk = "DOCUMENT#{document}", sk = "DOCUMENT#{document}")
  record Document(String document, String content) {}

  @Entity(pk = "EDITORS", sk = "EDITORS#{group}")
  record Editors(String group, List<String> editors) {}

  @AccessPatterns(table = "documents")
  interface Queries {
    @Create
    void create(Document document);

    @Create
    void appoint(Editors editors);

    @Get(consistent = true)
    Optional<Document> document(String document);
  }

  @Override
  public String title() {
    return "Condition across items";
  }

  @Override
  public String purpose() {
    return """
    The editors of many documents are in an item of its own. A transaction checks this item and changes
    the document: both or neither. The check costs as much as a write.
    """;
  }

  @Override
  public void show(Stage stage) {
    var table = stage.table(ConditionAcrossItems_QueriesTable.schema());
    var documents = ConditionAcrossItems_QueriesTable.of(table);
    documents.create(new Document("JKK", "Some content"));
    documents.appoint(new Editors("staff", List.of("John", "Michael")));
    stage.dataIsThere();
    stage.write("an editor writes", () -> write(stage, "John", "New content"));
    stage.refused(
        "somebody else writes",
        TransactionCanceledException.class,
        () -> write(stage, "Susan", "Mine"));
    stage.read("the document", () -> documents.document("JKK").orElseThrow().content());
  }

  private static void write(Stage stage, String user, String content) {
    ConditionCheck check =
        ConditionCheck.builder()
            .tableName("documents")
            .key(
                Map.of(
                    "PK", AttributeValue.fromS("EDITORS"),
                    "SK", AttributeValue.fromS("EDITORS#staff")))
            .conditionExpression("contains(editors, :user)")
            .expressionAttributeValues(Map.of(":user", AttributeValue.fromS(user)))
            .build();
    AttributeValue document = AttributeValue.fromS("DOCUMENT#JKK");
    Update update =
        Update.builder()
            .tableName("documents")
            .key(Map.of("PK", document, "SK", document))
            .updateExpression("SET content = :content")
            .expressionAttributeValues(Map.of(":content", AttributeValue.fromS(content)))
            .build();
    stage
        .client()
        .transactWriteItems(
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder().conditionCheck(check).build(),
                    TransactWriteItem.builder().update(update).build())
                .build());
  }
}
