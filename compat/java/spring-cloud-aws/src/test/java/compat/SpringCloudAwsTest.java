package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.awspring.cloud.dynamodb.DynamoDbTemplate;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** A program with Spring's template for DynamoDB. */
class SpringCloudAwsTest {
  @EnableAutoConfiguration
  static class Program {}

  @DynamoDbBean
  public static class CompatNote {
    private String owner;
    private int number;
    private String text;

    @DynamoDbPartitionKey
    public String getOwner() {
      return owner;
    }

    public void setOwner(String owner) {
      this.owner = owner;
    }

    @DynamoDbSortKey
    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    public String getText() {
      return text;
    }

    public void setText(String text) {
      this.text = text;
    }
  }

  private static CompatNote note(int number, String text) {
    var note = new CompatNote();
    note.setOwner("ana");
    note.setNumber(number);
    note.setText(text);
    return note;
  }

  @Test
  void the_template_saves_loads_updates_queries_and_deletes() {
    try (var context =
        new SpringApplicationBuilder(Program.class)
            .web(WebApplicationType.NONE)
            .properties(
                "spring.cloud.aws.dynamodb.endpoint=" + System.getenv("AWS_ENDPOINT_URL_DYNAMODB"),
                "spring.cloud.aws.region.static=us-east-1",
                "spring.cloud.aws.credentials.access-key=x",
                "spring.cloud.aws.credentials.secret-key=x")
            .run()) {
      // The template's own rule makes the name of the table from that of the class.
      context
          .getBean(DynamoDbEnhancedClient.class)
          .table("compat_note", TableSchema.fromBean(CompatNote.class))
          .createTable();
      var template = context.getBean(DynamoDbTemplate.class);
      for (int i = 1; i <= 3; i++) {
        template.save(note(i, "note " + i));
      }
      var key = Key.builder().partitionValue("ana").sortValue(2).build();
      assertEquals("note 2", template.load(key, CompatNote.class).getText());
      template.update(note(2, "changed"));
      template.delete(note(3, "note 3"));
      var query =
          QueryEnhancedRequest.builder()
              .queryConditional(
                  QueryConditional.keyEqualTo(Key.builder().partitionValue("ana").build()))
              .build();
      var found =
          template.query(query, CompatNote.class).items().stream()
              .map(CompatNote::getText)
              .toList();
      assertEquals(java.util.List.of("note 1", "changed"), found);
      assertNull(
          template.load(
              Key.builder().partitionValue("ana").sortValue(3).build(), CompatNote.class));
    }
  }
}
