package dev.gramme.apps.patterns.constraints;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Get;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** A count that is updated in one transaction with the counted items. */
public final class CountingLikes implements Pattern {
  @Entity(pk = "POST#{post}", sk = "POST#{post}")
  record Post(String post, String text, long likes) {}

  @AccessPatterns(table = "posts")
  interface Queries {
    @Create
    void publish(Post post);

    @Get(consistent = true)
    Optional<Post> post(String post);
  }

  @Override
  public String title() {
    return "Counting likes in a transaction";
  }

  @Override
  public String purpose() {
    return """
    Only a read of all items can count them afterwards, so this pattern counts them when they are
    written. One transaction writes the like, on the condition that it does not exist, and adds one to
    the post's count. A second like by the same person changes nothing. Every write of a transaction
    costs twice the usual units.
    """;
  }

  @Override
  public void show(Stage stage) {
    var posts = CountingLikes_QueriesTable.of(stage.table(CountingLikes_QueriesTable.schema()));
    posts.publish(new Post("ABC", "Hello", 0));
    stage.write("a like", () -> like(stage, "ABC", "john-doe"));
    stage.refused(
        "a second like by the same person",
        TransactionCanceledException.class,
        () -> like(stage, "ABC", "john-doe"));
    stage.write("a like by another person", () -> like(stage, "ABC", "jane-doe"));
    stage.read("the post with its count", () -> posts.post("ABC"));
  }

  private static void like(Stage stage, String post, String who) {
    AttributeValue partition = AttributeValue.fromS("POST#" + post);
    Put like =
        Put.builder()
            .tableName("posts")
            .item(Map.of("PK", partition, "SK", AttributeValue.fromS("LIKE#" + who)))
            .conditionExpression("attribute_not_exists(PK)")
            .build();
    Update count =
        Update.builder()
            .tableName("posts")
            .key(Map.of("PK", partition, "SK", partition))
            .updateExpression("ADD likes :one")
            .conditionExpression("attribute_exists(PK)")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .build();
    stage
        .client()
        .transactWriteItems(
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder().put(like).build(),
                    TransactWriteItem.builder().update(count).build())
                .build());
  }
}
