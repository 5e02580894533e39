package dev.gramme.toolkit.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.entity.UniqueViolation;
import dev.gramme.toolkit.entity.VersionConflict;
import dev.gramme.toolkit.entity.WriteContention;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Concurrent writers, on a database that runs requests on their callers' threads. */
final class RacesTest {
  private static final int WRITERS = 4;

  private final Gramme gramme = Gramme.inMemory();
  private final ShopQueriesTable shop = ShopQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    shop.table().createIfAbsent();
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  private static <T> List<T> atOnce(Callable<T> work) throws Exception {
    try (var executor = Executors.newFixedThreadPool(WRITERS)) {
      var running = new ArrayList<Future<T>>();
      for (int i = 0; i < WRITERS; i++) {
        running.add(executor.submit(work));
      }
      var results = new ArrayList<T>();
      for (Future<T> one : running) {
        results.add(one.get());
      }
      return results;
    }
  }

  @Test
  void no_increment_is_lost_among_writers_of_one_version() throws Exception {
    shop.save(new Customer("ana", "0", 0));
    int each = 25;
    atOnce(() -> {
      for (int done = 0; done < each; ) {
        Customer read = shop.customer("ana").orElseThrow();
        try {
          shop.save(
              new Customer("ana", "" + (Integer.parseInt(read.handle()) + 1), read.revision()));
          done++;
        } catch (VersionConflict | WriteContention another) {
          Thread.onSpinWait();
        }
      }
      return null;
    });
    Customer last = shop.customer("ana").orElseThrow();
    assertThat(last.handle()).isEqualTo("" + WRITERS * each);
    assertThat(last.revision()).isEqualTo(1L + (long) WRITERS * each);
    assertMarkersAreThoseOfTheCustomers();
  }

  @Test
  void two_customers_never_have_the_same_handle() throws Exception {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    System.out.println("RacesTest seed " + seed);
    var seeds = new Random(seed);
    List<Integer> refused =
        atOnce(() -> {
          Random random;
          synchronized (seeds) {
            random = new Random(seeds.nextLong());
          }
          int violations = 0;
          for (int i = 0; i < 60; i++) {
            String email = "customer" + random.nextInt(6);
            try {
              if (random.nextInt(5) == 0) {
                shop.remove(email);
              } else {
                long revision = shop.customer(email).map(Customer::revision).orElse(0L);
                shop.save(new Customer(email, "handle" + random.nextInt(8), revision));
              }
            } catch (UniqueViolation another) {
              violations++;
            } catch (VersionConflict | WriteContention another) {
              Thread.onSpinWait();
            }
          }
          return violations;
        });
    assertThat(refused).anyMatch(count -> count > 0);
    assertMarkersAreThoseOfTheCustomers();
  }

  /** Every handle belongs to one customer, and every marker to a handle of a customer. */
  private void assertMarkersAreThoseOfTheCustomers() {
    Map<String, String> owners = new HashMap<>();
    List<String> markers = new ArrayList<>();
    var items = gramme.client().scan(ScanRequest.builder().tableName("shop").build()).items();
    for (Map<String, AttributeValue> item : items) {
      String key = Objects.requireNonNull(item.get("PK")).s();
      if (key.startsWith("CUST#")) {
        assertThat(owners.put(Objects.requireNonNull(item.get("handle")).s(), key)).isNull();
      } else {
        markers.add(key.substring("UNIQUE#Customer#handle#".length()));
      }
    }
    assertThat(markers).containsExactlyInAnyOrderElementsOf(owners.keySet());
  }
}
