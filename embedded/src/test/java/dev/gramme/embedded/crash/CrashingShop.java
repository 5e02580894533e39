package dev.gramme.embedded.crash;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.gramme.embedded.Gramme;
import dev.gramme.embedded.crash.Shop.OrderKey;
import dev.gramme.embedded.crash.Shop.Transfer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * The process that the test kills. Several threads put, update and delete orders and transfer
 * money, while another thread creates and deletes an index. Each thread reports on the standard
 * output when it begins a write and when the write is acknowledged. A failure ends the process,
 * which the test detects.
 */
final class CrashingShop {
  private static final int FAILED = 3;

  private final DynamoDbClient client;
  private final int firstNumber;
  private final long seed;

  private CrashingShop(DynamoDbClient client, int firstNumber, long seed) {
    this.client = client;
    this.firstNumber = firstNumber;
    this.seed = seed;
  }

  public static void main(String[] arguments) {
    var gramme = Gramme.open(Path.of(arguments[0]));
    Shop.open(gramme.client());
    int firstNumber = Integer.parseInt(arguments[1]) * Shop.NUMBERS_PER_ROUND;
    new CrashingShop(gramme.client(), firstNumber, Long.parseLong(arguments[2])).run();
  }

  private void run() {
    try (var threads = Executors.newFixedThreadPool(Shop.THREADS + 1)) {
      for (int i = 0; i < Shop.THREADS; i++) {
        int thread = i;
        threads.execute(() -> work(() -> new Worker(thread).run()));
      }
      threads.execute(() -> work(this::changeIndexes));
    }
  }

  private static void work(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }

  private static void begin(int thread, int n, String what) {
    Output.println("B " + thread + " " + n + " " + what + " ;");
  }

  private static void acknowledged(int thread, int n) {
    Output.println("A " + thread + " " + n + " ;");
  }

  /** One thread with the orders that it owns. */
  private final class Worker {
    private final int thread;
    private final SplittableRandom random;
    private final Map<OrderKey, Integer> versions = new HashMap<>();
    private int n = firstNumber;
    private @Nullable Transfer lastTransfer;

    Worker(int thread) {
      this.thread = thread;
      this.random = new SplittableRandom(seed + thread);
    }

    void run() {
      for (var item :
          client.scanPaginator(scan -> scan.tableName(Shop.ORDERS).consistentRead(true)).items()) {
        var key = OrderKey.of(item);
        if (key.thread() == thread) {
          versions.put(key, Integer.parseInt(Shop.value(item, "v").n()));
        }
      }
      while (true) {
        n++;
        if (random.nextInt(4) == 0) {
          transfer();
        } else {
          change(OrderKey.random(thread, random));
        }
      }
    }

    private void change(OrderKey key) {
      Integer version = versions.get(key);
      boolean delete = version != null && random.nextInt(4) == 0;
      String words = key.partition() + " " + key.sort();
      begin(thread, n, (delete ? "delete " : "put ") + words);
      if (version == null || random.nextInt(3) == 0) {
        if (delete) {
          client.deleteItem(request -> request.tableName(Shop.ORDERS).key(key.members()));
        } else {
          client.putItem(request -> request.tableName(Shop.ORDERS).item(Shop.order(key, n)));
        }
      } else if (delete) {
        client.deleteItem(request ->
            request
                .tableName(Shop.ORDERS)
                .key(key.members())
                .conditionExpression("v = :before")
                .expressionAttributeValues(Map.of(":before", number(version))));
      } else {
        update(key, version);
      }
      acknowledged(thread, n);
      if (delete) {
        versions.remove(key);
      } else {
        versions.put(key, n);
      }
    }

    private void update(OrderKey key, int version) {
      var order = Shop.order(key, n);
      var values = new HashMap<String, AttributeValue>();
      var expression =
          new StringBuilder("SET v = :v, score = :score, #s = :s, lot = :lot, filling = :f");
      values.put(":v", Shop.value(order, "v"));
      values.put(":score", Shop.value(order, "score"));
      values.put(":s", Shop.value(order, "state"));
      values.put(":lot", Shop.value(order, "lot"));
      values.put(":f", Shop.value(order, "filling"));
      values.put(":before", number(version));
      if (order.containsKey("owner")) {
        expression.append(", #o = :o");
        values.put(":o", Shop.value(order, "owner"));
      } else {
        expression.append(" REMOVE #o");
      }
      client.updateItem(request ->
          request
              .tableName(Shop.ORDERS)
              .key(key.members())
              .updateExpression(expression.toString())
              .conditionExpression("v = :before")
              .expressionAttributeNames(Map.of("#s", "state", "#o", "owner"))
              .expressionAttributeValues(values));
    }

    /**
     * Sometimes repeats the last transfer. Because of its client token this must have no effect.
     */
    private void transfer() {
      Transfer repeated = lastTransfer;
      if (repeated != null && random.nextInt(5) == 0) {
        client.transactWriteItems(request(repeated));
        return;
      }
      var transfer = Transfer.of(thread, n);
      begin(thread, n, "transfer");
      client.transactWriteItems(request(transfer));
      acknowledged(thread, n);
      lastTransfer = transfer;
    }
  }

  /** The transfer together with a record of it, which must not exist yet. */
  static TransactWriteItemsRequest request(Transfer transfer) {
    return TransactWriteItemsRequest.builder()
        .clientRequestToken(transfer.token())
        .transactItems(
            add(transfer.from(), -transfer.amount()),
            TransactWriteItem.builder()
                .put(put ->
                    put.tableName(Shop.BANK)
                        .item(
                            Map.of(
                                "pk", fromS(transfer.id()),
                                "from", number(transfer.from()),
                                "to", number(transfer.to()),
                                "amount", number(transfer.amount())))
                        .conditionExpression("attribute_not_exists(pk)"))
                .build(),
            add(transfer.to(), transfer.amount()))
        .build();
  }

  private static TransactWriteItem add(int account, int amount) {
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(Shop.BANK)
                .key(Shop.bankKey(Shop.account(account)))
                .updateExpression("ADD balance :amount")
                .expressionAttributeValues(Map.of(":amount", number(amount)))
                .build())
        .build();
  }

  private static AttributeValue number(int value) {
    return fromN(Integer.toString(value));
  }

  private void changeIndexes() {
    var random = new SplittableRandom(seed - 1);
    int n = firstNumber;
    while (true) {
      n++;
      var status = indexStatus(client);
      if (status == null) {
        begin(Shop.THREADS, n, "create");
        update(
            GlobalSecondaryIndexUpdate.builder()
                .create(create ->
                    create
                        .indexName(Shop.BY_LOT)
                        .keySchema(Shop.hash("lot"))
                        .projection(all -> all.projectionType(ProjectionType.ALL)))
                .build());
        acknowledged(Shop.THREADS, n);
      } else if (status == IndexStatus.ACTIVE) {
        begin(Shop.THREADS, n, "remove");
        update(
            GlobalSecondaryIndexUpdate.builder()
                .delete(delete -> delete.indexName(Shop.BY_LOT))
                .build());
        acknowledged(Shop.THREADS, n);
      }
      LockSupport.parkNanos(1_000_000L * random.nextInt(50));
    }
  }

  private void update(GlobalSecondaryIndexUpdate change) {
    client.updateTable(table ->
        table
            .tableName(Shop.ORDERS)
            .attributeDefinitions(Shop.attribute("lot", ScalarAttributeType.N))
            .globalSecondaryIndexUpdates(change));
  }

  /** The state of the index that is created and deleted; null while it does not exist. */
  static @Nullable IndexStatus indexStatus(DynamoDbClient client) {
    return client
        .describeTable(table -> table.tableName(Shop.ORDERS))
        .table()
        .globalSecondaryIndexes()
        .stream()
        .filter(index -> index.indexName().equals(Shop.BY_LOT))
        .map(index -> index.indexStatus())
        .findFirst()
        .orElse(null);
  }
}
