package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Properties;
import org.apache.flink.connector.dynamodb.sink.DynamoDbSink;
import org.apache.flink.connector.dynamodb.sink.DynamoDbWriteRequest;
import org.apache.flink.connector.dynamodb.sink.DynamoDbWriteRequestType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A job that writes a sequence of records to a table, in batches. */
class FlinkTest {
  private static final String TABLE = "flink-numbers";

  @Test
  void a_job_writes_all_records() throws Exception {
    try (var client = DynamoDbClient.create()) {
      client.createTable(table ->
          table
              .tableName(TABLE)
              .billingMode(BillingMode.PAY_PER_REQUEST)
              .attributeDefinitions(
                  a -> a.attributeName("id").attributeType(ScalarAttributeType.S))
              .keySchema(k -> k.attributeName("id").keyType(KeyType.HASH)));
      var properties = new Properties();
      properties.setProperty("aws.region", "us-east-1");
      properties.setProperty("aws.endpoint", System.getenv("AWS_ENDPOINT_URL_DYNAMODB"));
      properties.setProperty("aws.credentials.provider", "BASIC");
      properties.setProperty("aws.credentials.provider.basic.accesskeyid", "x");
      properties.setProperty("aws.credentials.provider.basic.secretkey", "x");
      properties.setProperty("aws.http.protocol.version", "HTTP1_1");
      var environment = StreamExecutionEnvironment.createLocalEnvironment(2);
      environment
          .fromSequence(1, 1000)
          .sinkTo(
              DynamoDbSink.<Long>builder()
                  .setTableName(TABLE)
                  .setElementConverter(
                      (number, context) ->
                          DynamoDbWriteRequest.builder()
                              .setType(DynamoDbWriteRequestType.PUT)
                              .setItem(
                                  Map.of(
                                      "id", AttributeValue.fromS("number-" + number),
                                      "square", AttributeValue.fromN("" + number * number)))
                              .build())
                  .setDynamoDbProperties(properties)
                  .build());
      environment.execute("squares");
      int count =
          client.scanPaginator(s -> s.tableName(TABLE)).items().stream().mapToInt(i -> 1).sum();
      assertEquals(1000, count);
      assertEquals(
          "998001",
          client
              .getItem(
                  g -> g.tableName(TABLE).key(Map.of("id", AttributeValue.fromS("number-999"))))
              .item()
              .get("square")
              .n());
    }
  }
}
