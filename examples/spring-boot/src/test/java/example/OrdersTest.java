package example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.spring.GrammeTest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** The slice: only repositories, with a fresh database for each test. */
@GrammeTest
@Import(OrderTable.class)
class OrdersTest {
  @Autowired Orders orders;
  @Autowired ApplicationContext context;
  @Autowired DynamoDbAsyncClient client;

  @BeforeAll
  static void place_an_order(@Autowired Orders orders) {
    orders.place("before all", 1);
  }

  @RepeatedTest(3)
  void each_test_begins_with_the_prepared_orders() {
    assertThat(orders.count()).isEqualTo(2);
    assertThat(orders.find("first")).get().extracting(Order::getPieces).isEqualTo(3);
    orders.place("second", 1);
    assertThat(orders.count()).isEqualTo(3);
  }

  @Test
  void the_asynchronous_client_sees_the_same_database() {
    orders.place("second", 1);
    assertThat(client.scan(scan -> scan.tableName("order")).join().count()).isEqualTo(3);
  }

  @Test
  void other_components_are_left_out() {
    assertThat(context.getBeanNamesForType(Shop.class)).isEmpty();
  }
}
