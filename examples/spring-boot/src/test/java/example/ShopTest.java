package example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.ReplaceableDatabase;
import dev.gramme.spring.AutoConfigureGramme;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;

/** The whole application, with a fresh database for each test. */
@SpringBootTest
@AutoConfigureGramme
@Import(OrderTable.class)
class ShopTest {
  @Autowired Shop shop;
  @Autowired Orders orders;
  @Autowired ReplaceableDatabase database;

  @RepeatedTest(3)
  void a_sale_is_an_order() {
    assertThat(orders.count()).isEqualTo(1);
    shop.sell("second", 2);
    assertThat(orders.find("second")).get().extracting(Order::getPieces).isEqualTo(2);
  }

  @Test
  void nothing_is_not_sold() {
    assertThatThrownBy(() -> shop.sell("none", 0)).isInstanceOf(IllegalArgumentException.class);
    assertThat(database.current().client().scan(scan -> scan.tableName("order")).count())
        .isEqualTo(1);
  }
}
