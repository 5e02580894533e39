package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.aws2.ddb.Ddb2Constants;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ComparisonOperator;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Routes that write, read and query items, and one that consumes the stream of a table. */
class CamelTest {
  private static final String TABLE = "camel-books";
  private static final DynamoDbClient CLIENT = DynamoDbClient.create();
  private static final DefaultCamelContext CONTEXT = new DefaultCamelContext();
  private static final LinkedBlockingQueue<String> CHANGES = new LinkedBlockingQueue<>();
  private static ProducerTemplate template;

  @BeforeAll
  static void start() throws Exception {
    CLIENT.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                a -> a.attributeName("author").attributeType(ScalarAttributeType.S),
                a -> a.attributeName("year").attributeType(ScalarAttributeType.N))
            .keySchema(
                k -> k.attributeName("author").keyType(KeyType.HASH),
                k -> k.attributeName("year").keyType(KeyType.RANGE))
            .streamSpecification(
                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    CONTEXT.getRegistry().bind("client", CLIENT);
    CONTEXT.getRegistry().bind("streams", DynamoDbStreamsClient.create());
    CONTEXT.addRoutes(
        new RouteBuilder() {
          @Override
          public void configure() {
            from("aws2-ddbstream://" + TABLE
                    + "?amazonDynamoDbStreamsClient=#streams&streamIteratorType=FROM_START&delay=200")
                .process(exchange -> CHANGES.add(exchange.getMessage().getBody().toString()));
          }
        });
    CONTEXT.start();
    template = CONTEXT.createProducerTemplate();
  }

  @AfterAll
  static void stop() {
    CONTEXT.stop();
  }

  private static String endpoint(String operation) {
    return "aws2-ddb://" + TABLE + "?amazonDDBClient=#client&operation=" + operation;
  }

  private static Map<String, AttributeValue> key(String author, int year) {
    return Map.of(
        "author", AttributeValue.fromS(author), "year", AttributeValue.fromN("" + year));
  }

  @Test
  void items_are_written_read_updated_and_queried_and_the_stream_is_consumed() throws Exception {
    for (int year : new int[] {1984, 1986, 1999}) {
      template.send(
          endpoint("PutItem"),
          exchange ->
              exchange
                  .getIn()
                  .setHeader(
                      Ddb2Constants.ITEM,
                      Map.of(
                          "author", AttributeValue.fromS("Banks"),
                          "year", AttributeValue.fromN("" + year),
                          "title", AttributeValue.fromS("book of " + year))));
    }
    var got =
        template.send(
            endpoint("GetItem"),
            exchange -> {
              exchange.getIn().setHeader(Ddb2Constants.KEY, key("Banks", 1984));
              exchange.getIn().setHeader(Ddb2Constants.ATTRIBUTE_NAMES, List.of("title"));
            });
    assertEquals(
        "book of 1984",
        ((AttributeValue)
                got.getMessage().getHeader(Ddb2Constants.ATTRIBUTES, Map.class).get("title"))
            .s());
    template.send(
        endpoint("UpdateItem"),
        exchange -> {
          exchange.getIn().setHeader(Ddb2Constants.KEY, key("Banks", 1984));
          exchange
              .getIn()
              .setHeader(
                  Ddb2Constants.UPDATE_VALUES,
                  Map.of(
                      "title",
                      AttributeValueUpdate.builder()
                          .action(AttributeAction.PUT)
                          .value(AttributeValue.fromS("The Wasp Factory"))
                          .build()));
        });
    var queried =
        template.send(
            endpoint("Query"),
            exchange ->
                exchange
                    .getIn()
                    .setHeader(
                        Ddb2Constants.KEY_CONDITIONS,
                        Map.of(
                            "author",
                            Condition.builder()
                                .comparisonOperator(ComparisonOperator.EQ)
                                .attributeValueList(AttributeValue.fromS("Banks"))
                                .build())));
    assertEquals(3, queried.getMessage().getHeader(Ddb2Constants.COUNT, Integer.class));
    template.send(
        endpoint("DeleteItem"),
        exchange -> exchange.getIn().setHeader(Ddb2Constants.KEY, key("Banks", 1999)));
    assertEquals(2, CLIENT.scan(s -> s.tableName(TABLE)).count());

    var changes = new ArrayList<String>();
    for (int i = 0; i < 5; i++) {
      String change = CHANGES.poll(60, TimeUnit.SECONDS);
      assertTrue(change != null, "only " + changes + " arrived");
      changes.add(change);
    }
    for (String kind : List.of("INSERT", "MODIFY", "REMOVE")) {
      assertTrue(changes.stream().anyMatch(change -> change.contains(kind)), changes.toString());
    }
  }
}
