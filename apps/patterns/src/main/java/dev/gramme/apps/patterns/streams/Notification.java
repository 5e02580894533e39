package dev.gramme.apps.patterns.streams;

import dev.gramme.apps.patterns.Attributes;
import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.apps.patterns.StreamReader;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A notification when something has happened. */
public final class Notification implements Pattern {
  private static final long LOW = 5;

  @Entity(pk = "PRODUCT#{product}")
  record Product(String product, long stock) {}

  @AccessPatterns(table = "stock")
  interface Queries {
    @Create
    void add(Product product);

    @Update(Product.class)
    void take(String product, @Add long stock);
  }

  @Override
  public String title() {
    return "Stream: notification";
  }

  @Override
  public String problem() {
    return "Somebody must be informed once, when a value crosses a limit.";
  }

  @Override
  public String purpose() {
    return """
    A record contains the item before and after the change. A consumer can therefore detect an event and
    not only a state. In this example, a message is sent once when the stock falls below its limit, and
    not again at each later sale. The sequence number identifies the message, so the receiver can drop a
    second delivery.
    """;
  }

  @Override
  public void show(Stage stage) {
    var stock = Notification_QueriesTable.of(stage.table(Notification_QueriesTable.schema()));
    StreamReader stream = stage.stream("stock");
    stock.add(new Product("lamp", 8));
    stock.add(new Product("desk", 50));
    stage.recordInitialTables();
    stage.write(
        "five sales",
        () -> {
          for (int i = 0; i < 4; i++) {
            stock.take("lamp", -1);
          }
          stock.take("desk", -10);
        });
    var received = new LinkedHashMap<String, String>();
    stage.read("the messages after five sales", () -> notifications(stream, received));
    stock.take("lamp", -1);
    stage.read("the messages after another sale", () -> notifications(stream, received));
    stream.redeliver();
    stage.read(
        "the messages when all records are delivered again", () -> notifications(stream, received));
  }

  /** The messages that the receiver has not received before, by their identities. */
  private static List<String> notifications(StreamReader stream, Map<String, String> received) {
    var sent = new ArrayList<String>();
    for (Record change : stream.poll()) {
      Map<String, AttributeValue> after = change.dynamodb().newImage();
      if (isLow(after) && !isLow(change.dynamodb().oldImage())) {
        String message =
            Attributes.in(after, "product").s() + " is low: " + Attributes.in(after, "stock").n();
        if (received.put(change.dynamodb().sequenceNumber(), message) == null) {
          sent.add(message);
        }
      }
    }
    return sent;
  }

  private static boolean isLow(Map<String, AttributeValue> item) {
    return item.containsKey("stock") && Long.parseLong(item.get("stock").n()) < LOW;
  }
}
