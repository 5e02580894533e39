package example;

import io.awspring.cloud.dynamodb.DynamoDbTemplate;
import java.util.Optional;
import org.springframework.stereotype.Repository;
import software.amazon.awssdk.enhanced.dynamodb.Key;

/** The stored orders. */
@Repository
public class Orders {
  private final DynamoDbTemplate template;

  public Orders(DynamoDbTemplate template) {
    this.template = template;
  }

  /** Stores an order. */
  public void place(String id, int pieces) {
    var order = new Order();
    order.setId(id);
    order.setPieces(pieces);
    template.save(order);
  }

  /** The order with an id. */
  public Optional<Order> find(String id) {
    return Optional.ofNullable(
        template.load(Key.builder().partitionValue(id).build(), Order.class));
  }

  /** The number of orders. */
  public long count() {
    return template.scanAll(Order.class).items().stream().count();
  }
}
