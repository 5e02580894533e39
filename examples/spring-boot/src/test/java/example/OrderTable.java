package example;

import dev.gramme.spring.GrammeInitializer;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Creates the table with one order, which each test finds. */
@TestConfiguration
class OrderTable {
  @Bean
  GrammeInitializer orderTable() {
    return client -> {
      var enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
      var table = enhanced.table("order", TableSchema.fromBean(Order.class));
      table.createTable();
      var first = new Order();
      first.setId("first");
      first.setPieces(3);
      table.putItem(first);
    };
  }
}
