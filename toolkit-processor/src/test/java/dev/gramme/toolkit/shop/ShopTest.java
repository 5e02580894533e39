package dev.gramme.toolkit.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.client.DelegatingClient;
import dev.gramme.toolkit.entity.Change;
import dev.gramme.toolkit.entity.ConditionNotMet;
import dev.gramme.toolkit.entity.ItemExists;
import dev.gramme.toolkit.entity.ItemNotFound;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.entity.UniqueViolation;
import dev.gramme.toolkit.entity.VersionConflict;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

final class ShopTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
  private static final String ANA = "ana@example.com";

  private final Gramme gramme = Gramme.inMemory();
  private final ShopQueriesTable shop =
      ShopQueriesTable.of(
          Table.of(gramme.client(), ShopQueriesTable.schema()).withClock(InstantSource.fixed(NOW)));

  @BeforeEach
  void create() {
    shop.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static Order order(int number, long total) {
    Instant placedAt = NOW.plusSeconds(number);
    return new Order(
        ANA,
        Ksuid.next(InstantSource.fixed(placedAt), new Random(number)),
        placedAt,
        Status.OPEN,
        total,
        List.of(new Order.Line("bicycle", number + 1)),
        Set.of(),
        Optional.empty());
  }

  @Test
  void an_item_is_read_as_it_was_put() {
    Customer saved = shop.save(new Customer(ANA, "ana", 0));
    assertThat(saved.revision()).isEqualTo(1);
    assertThat(shop.customer(ANA)).contains(saved);
    assertThat(shop.customer("ben@example.com")).isEmpty();
    Order order = order(1, 20);
    shop.place(order);
    assertThat(shop.history(ANA, Cursor.start(), 10).items()).containsExactly(order, saved);
    assertThatThrownBy(() -> shop.place(order)).isInstanceOf(ItemExists.class);
  }

  @Test
  void an_item_is_read_by_its_unique_value() {
    Customer ana = shop.save(new Customer(ANA, "ana", 0));
    assertThat(shop.withHandle("ana")).contains(ana);
    assertThat(shop.withHandle("ben")).isEmpty();
    Customer ida = shop.save(new Customer(ANA, "ida", 1));
    assertThat(shop.withHandle("ana")).isEmpty();
    assertThat(shop.withHandle("ida")).contains(ida);
    shop.remove(ANA);
    assertThat(shop.withHandle("ida")).isEmpty();
  }

  @Test
  void a_value_that_moves_between_both_reads_of_a_look_up_is_found_at_its_new_item() {
    Customer ana = shop.save(new Customer(ANA, "one", 0));
    var moves = new AtomicInteger();
    var racing =
        new DelegatingClient(gramme.client()) {
          @Override
          public GetItemResponse getItem(GetItemRequest request) {
            GetItemResponse response = super.getItem(request);
            if (moves.getAndIncrement() == 0) {
              shop.save(new Customer(ANA, "two", ana.revision()));
              shop.save(new Customer("ben@example.com", "one", 0));
            }
            return response;
          }
        };
    assertThat(ShopQueriesTable.of(racing).withHandle("one").map(Customer::email))
        .contains("ben@example.com");
    assertThat(moves).hasValue(4);
  }

  @Test
  void pages_follow_one_another() {
    var all = new ArrayList<Shop>();
    for (int i = 0; i < 7; i++) {
      Order order = order(i, i);
      shop.place(order);
      all.add(order);
    }
    all.add(shop.save(new Customer(ANA, "ana", 0)));
    var read = new ArrayList<Shop>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      Page<Shop> page = shop.history(ANA, next.get(), 3);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(3);
      read.addAll(page.items());
      next = page.next();
    }
    assertThat(read).isEqualTo(all);
    Cursor foreign = shop.history(ANA, Cursor.start(), 3).next().orElseThrow();
    assertThatThrownBy(() -> shop.history("ben@example.com", foreign, 3))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_index_is_queried_by_a_range_of_its_sort_key() {
    for (int i = 0; i < 5; i++) {
      shop.place(order(i, i));
    }
    Range<Instant> range = Range.closedOpen(NOW.plusSeconds(1), NOW.plusSeconds(3));
    assertThat(shop.byStatus(Status.OPEN, range, Cursor.start()).items())
        .extracting(Order::total)
        .containsExactly(1L, 2L);
    Order shipped = order(2, 2);
    assertThat(shop.ship(ANA, shipped.placedAt(), shipped.id(), Status.SHIPPED, 40).total())
        .isEqualTo(42);
    assertThat(shop.byStatus(Status.OPEN, range, Cursor.start()).items())
        .extracting(Order::total)
        .containsExactly(1L);
    assertThat(shop.byStatus(Status.SHIPPED, Range.all(), Cursor.start()).items())
        .extracting(Order::total)
        .containsExactly(42L);
    assertThat(shop.ordersOver(ANA, 3)).extracting(Order::total).containsExactly(4L, 3L, 42L);
  }

  @Test
  void a_handle_belongs_to_one_customer() {
    Customer ana = shop.save(new Customer(ANA, "ana", 0));
    assertThatThrownBy(() -> shop.save(new Customer("ben@example.com", "ana", 0)))
        .isInstanceOf(UniqueViolation.class);
    assertThat(shop.customer("ben@example.com")).isEmpty();
    shop.save(new Customer(ANA, "anna", ana.revision()));
    shop.save(new Customer("ben@example.com", "ana", 0));
    shop.remove(ANA);
    shop.save(new Customer("cho@example.com", "anna", 0));
  }

  @Test
  void an_old_version_is_not_written() {
    Customer first = shop.save(new Customer(ANA, "ana", 0));
    shop.save(first);
    assertThatThrownBy(() -> shop.save(first)).isInstanceOf(VersionConflict.class);
    assertThatThrownBy(() -> shop.save(new Customer(ANA, "new", 0)))
        .isInstanceOf(VersionConflict.class);
  }

  @Test
  void only_the_version_that_was_read_is_deleted() {
    Customer first = shop.save(new Customer(ANA, "ana", 0));
    Customer second = shop.save(new Customer(ANA, "anna", first.revision()));
    assertThatThrownBy(() -> shop.drop(first)).isInstanceOf(VersionConflict.class);
    assertThatThrownBy(() -> shop.drop(new Customer(ANA, "anna", 0)))
        .isInstanceOf(VersionConflict.class);
    assertThat(shop.customer(ANA)).contains(second);
    shop.drop(second);
    assertThat(shop.customer(ANA)).isEmpty();
    shop.save(new Customer("ben@example.com", "anna", 0));
  }

  @Test
  void a_set_has_a_limit() {
    Order order = order(1, 1);
    assertThatThrownBy(() -> shop.tag(ANA, order.placedAt(), order.id(), "red"))
        .isInstanceOf(ItemNotFound.class);
    shop.place(order);
    shop.tag(ANA, order.placedAt(), order.id(), "red");
    shop.tag(ANA, order.placedAt(), order.id(), "big");
    shop.tag(ANA, order.placedAt(), order.id(), "red");
    assertThatThrownBy(() -> shop.tag(ANA, order.placedAt(), order.id(), "new"))
        .isInstanceOf(ConditionNotMet.class)
        .hasMessageEndingWith("the set tags has 2 values, and may have 2");
  }

  @Test
  void several_values_of_one_call_do_not_exceed_the_limit_of_a_set() {
    Order order = order(1, 1);
    shop.place(order);
    assertThatThrownBy(() -> shop.table().update(tagged(order, Set.of("red", "big", "new"))))
        .isInstanceOf(ConditionNotMet.class);
    shop.table().update(tagged(order, Set.of("red", "big")));
    assertThatThrownBy(() -> shop.table().update(tagged(order, Set.of("red", "new"))))
        .isInstanceOf(ConditionNotMet.class);
    shop.table().update(tagged(order, Set.of("red", "big")));
  }

  private static Change<Order> tagged(Order order, Set<String> tags) {
    return Change.of(ShopQueriesTable.OrderItem.ENTITY)
        .key("email", ANA)
        .key("placedAt", order.placedAt())
        .key("id", order.id())
        .include(ShopQueriesTable.OrderItem.tags, tags, 2);
  }

  @Test
  void a_transaction_writes_all_or_nothing() {
    Order order = order(1, 1);
    shop.place(order);
    assertThatThrownBy(() -> shop.register(new Customer(ANA, "ana", 0), order))
        .isInstanceOf(ItemExists.class);
    assertThat(shop.customer(ANA)).isEmpty();
    shop.register(new Customer(ANA, "ana", 0), order(2, 2));
    assertThat(shop.customer(ANA)).isPresent();
  }

  @Test
  void expired_items_are_not_read() {
    Order order = order(1, 1);
    shop.place(
        new Order(
            ANA,
            order.id(),
            order.placedAt(),
            order.status(),
            1,
            List.of(),
            Set.of("a", "b"),
            Optional.of(NOW)));
    assertThat(shop.history(ANA, Cursor.start(), 3).items()).isEmpty();
    Order later = order(2, 1);
    Order kept =
        new Order(
            ANA,
            later.id(),
            later.placedAt(),
            later.status(),
            1,
            List.of(),
            Set.of(),
            Optional.of(NOW.plusSeconds(100)));
    shop.place(kept);
    assertThat(shop.history(ANA, Cursor.start(), 3).items()).containsExactly(kept);
  }
}
