package compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazonaws.services.dynamodbv2.AcquireLockOptions;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClient;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBLockClientOptions;
import com.amazonaws.services.dynamodbv2.model.LockCurrentlyUnavailableException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The enhanced client of version 2, its documents, and the lock client. */
class EnhancedClientTest {
  private static final DynamoDbClient CLIENT = DynamoDbClient.create();
  private static final DynamoDbEnhancedClient ENHANCED =
      DynamoDbEnhancedClient.builder().dynamoDbClient(CLIENT).build();
  private static final DynamoDbTable<Order> ORDERS =
      ENHANCED.table("java-v2-orders", TableSchema.fromBean(Order.class));

  @DynamoDbBean
  public static class Order {
    private String customer;
    private int number;
    private String status;
    private List<String> lines;
    private Long version;

    @DynamoDbPartitionKey
    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String customer) {
      this.customer = customer;
    }

    @DynamoDbSortKey
    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    @DynamoDbSecondaryPartitionKey(indexNames = "byStatus")
    public String getStatus() {
      return status;
    }

    public void setStatus(String status) {
      this.status = status;
    }

    public List<String> getLines() {
      return lines;
    }

    public void setLines(List<String> lines) {
      this.lines = lines;
    }

    @DynamoDbVersionAttribute
    public Long getVersion() {
      return version;
    }

    public void setVersion(Long version) {
      this.version = version;
    }
  }

  private static Order order(String customer, int number, String status) {
    var order = new Order();
    order.setCustomer(customer);
    order.setNumber(number);
    order.setStatus(status);
    order.setLines(List.of("a", "b"));
    return order;
  }

  private static Key key(String customer, int number) {
    return Key.builder().partitionValue(customer).sortValue(number).build();
  }

  @BeforeAll
  static void createTable() {
    ORDERS.createTable();
    CLIENT.waiter().waitUntilTableExists(table -> table.tableName("java-v2-orders"));
  }

  @Test
  void beans_are_stored_updated_and_found() {
    for (int number = 1; number <= 5; number++) {
      ORDERS.putItem(order("ann", number, number % 2 == 0 ? "open" : "paid"));
    }
    var first = ORDERS.getItem(key("ann", 1));
    first.setStatus("open");
    assertEquals("open", ORDERS.updateItem(first).getStatus());
    assertThrows(ConditionalCheckFailedException.class, () -> ORDERS.updateItem(first));
    var between = QueryConditional.sortBetween(key("ann", 2), key("ann", 4));
    assertEquals(
        List.of(4, 3, 2),
        ORDERS
            .query(query -> query.queryConditional(between).scanIndexForward(false).limit(2))
            .items()
            .stream()
            .map(Order::getNumber)
            .toList());
    var open = QueryConditional.keyEqualTo(Key.builder().partitionValue("open").build());
    long found =
        ORDERS.index("byStatus").query(open).stream().mapToLong(page -> page.items().size()).sum();
    assertEquals(3, found);
    assertEquals(5, ORDERS.deleteItem(key("ann", 5)).getNumber());
    assertNull(ORDERS.getItem(key("ann", 5)));
  }

  @Test
  void batches_and_transactions() {
    // The extension for versions adds conditions, which a batch cannot have.
    var unversioned =
        DynamoDbEnhancedClient.builder().dynamoDbClient(CLIENT).extensions(List.of()).build();
    var orders = unversioned.table("java-v2-orders", TableSchema.fromBean(Order.class));
    var batch = WriteBatch.builder(Order.class).mappedTableResource(orders);
    for (int number = 1; number <= 25; number++) {
      batch.addPutItem(order("bob", number, "batch"));
    }
    var written = unversioned.batchWriteItem(write -> write.addWriteBatch(batch.build()));
    assertTrue(written.unprocessedPutItemsForTable(orders).isEmpty());
    assertThrows(
        TransactionCanceledException.class,
        () ->
            ENHANCED.transactWriteItems(write ->
                write
                    .addPutItem(ORDERS, order("bob", 26, "batch"))
                    .addConditionCheck(
                        ORDERS,
                        check ->
                            check
                                .key(key("bob", 1))
                                .conditionExpression(
                                    Expression.builder()
                                        .expression("attribute_not_exists(customer)")
                                        .build()))));
    assertNull(ORDERS.getItem(key("bob", 26)));
  }

  @Test
  void documents() {
    var schema =
        TableSchema.documentSchemaBuilder()
            .addIndexPartitionKey(TableMetadata.primaryIndexName(), "customer", AttributeValueType.S)
            .addIndexSortKey(TableMetadata.primaryIndexName(), "number", AttributeValueType.N)
            .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
            .build();
    var table = ENHANCED.table("java-v2-orders", schema);
    table.putItem(
        EnhancedDocument.fromJson("{\"customer\": \"doc\", \"number\": 1, \"nested\": {\"list\": [1, null]}}"));
    var read = table.getItem(Key.builder().partitionValue("doc").sortValue(1).build());
    assertEquals("{\"list\":[1,null]}", read.getJson("nested").replace(" ", ""));
  }

  @Test
  void locks() throws Exception {
    AmazonDynamoDBLockClient.createLockTableInDynamoDB(
        com.amazonaws.services.dynamodbv2.CreateDynamoDBTableOptions.builder(
                CLIENT,
                software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput.builder()
                    .readCapacityUnits(5L)
                    .writeCapacityUnits(5L)
                    .build(),
                "java-locks")
            .build());
    var options =
        AmazonDynamoDBLockClientOptions.builder(CLIENT, "java-locks")
            .withTimeUnit(TimeUnit.SECONDS)
            .withLeaseDuration(10L)
            .withHeartbeatPeriod(3L)
            .withCreateHeartbeatBackgroundThread(false);
    try (var one = new AmazonDynamoDBLockClient(options.withOwnerName("one").build());
        var other = new AmazonDynamoDBLockClient(options.withOwnerName("other").build())) {
      var wanted = AcquireLockOptions.builder("a").withShouldSkipBlockingWait(true).build();
      var lock = one.acquireLock(wanted);
      assertThrows(LockCurrentlyUnavailableException.class, () -> other.tryAcquireLock(wanted));
      assertTrue(one.releaseLock(lock));
      assertTrue(other.tryAcquireLock(wanted).isPresent());
    }
  }
}
