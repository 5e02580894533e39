package dev.gramme.apps.savings.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.savings.bank.Customers;
import dev.gramme.apps.savings.domain.BatchTable;
import dev.gramme.apps.savings.domain.Customer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a bulk load half-way, with kill -9. */
@Tag("long")
final class BatchCrashTest {
  private static final int CUSTOMERS = 2000;
  private static final int SLOW = 150;

  @TempDir private Path folder;

  /** The amounts of each customer: savings, bonds and generation. */
  private static TreeMap<String, Customer> all(RunningSystem system) {
    var all = new TreeMap<String, Customer>();
    try (var dynamo = system.backends().endpoint().client()) {
      var table = new BatchTable(dynamo);
      for (int n = 1; n <= CUSTOMERS; n++) {
        table
            .read(Customers.personId(n))
            .value()
            .ifPresent(found -> all.put(found.personId(), found));
      }
    }
    return all;
  }

  private static String saved(Customer customer) {
    return customer.goals().get(0).savedAmount().toPlainString()
        + "/"
        + customer.goals().get(1).savedAmount().toPlainString();
  }

  private static long loaded(RunningSystem system, String state) {
    return all(system).values().stream().filter(customer -> saved(customer).equals(state)).count();
  }

  /** Confirmed deposits of all customers: 10 towards one goal and 20 towards the other. */
  private static void depositForAll(RunningSystem system) throws SQLException {
    try (var connection = system.connection();
        var statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO bank.contribution
          SELECT gen_random_uuid()::text, person_id, goal, amount, now(), 'CONFIRMED', NULL
          FROM bank.customer,
               (VALUES ('SAVINGS_ACCOUNT', 10), ('GOVERNMENT_BONDS', 20)) AS d (goal, amount)
          """);
    }
  }

  private static void killHalfWay(RunningSystem system, long export, String next) throws Exception {
    var load = system.application().batch().withWritesPerSecond(SLOW).start("nightly", export);
    Waiting.until(
        "a part is loaded",
        RunningSystem.LONG,
        load.process(),
        () -> loaded(system, next) > CUSTOMERS / 4);
    load.kill();
  }

  @Test
  void a_load_that_dies_half_way_is_resumed_or_rolled_back_and_no_customer_is_half_new()
      throws Exception {
    try (var system = new RunningSystem(folder, CUSTOMERS)) {
      var bank = system.application().bank();
      var batch = system.application().batch();
      batch.run("nightly", bank.closeBooks());
      assertThat(all(system).values()).hasSize(CUSTOMERS).allMatch(c -> saved(c).equals("0/0"));

      depositForAll(system);
      killHalfWay(system, bank.closeBooks(), "10/20");
      var half = all(system);
      assertThat(half.values()).hasSize(CUSTOMERS);
      assertWholeCustomers(half, "0/0", "10/20");
      batch.run("resume", 0);
      assertThat(all(system).values()).hasSize(CUSTOMERS).allMatch(c -> saved(c).equals("10/20"));

      depositForAll(system);
      killHalfWay(system, bank.closeBooks(), "20/40");
      assertWholeCustomers(all(system), "10/20", "20/40");
      batch.run("rollback", 0);
      var back = all(system);
      assertThat(back.values()).hasSize(CUSTOMERS).allMatch(c -> saved(c).equals("10/20"));
      assertThat(back.values()).extracting(Customer::generation).containsOnly(newest(back));
    }
  }

  private static long newest(TreeMap<String, Customer> all) {
    return all.values().stream().mapToLong(Customer::generation).max().orElseThrow();
  }

  /** Both generations are present, and each customer has the amounts of only one of them. */
  private static void assertWholeCustomers(
      TreeMap<String, Customer> all, String before, String after) {
    long generation = newest(all);
    var states =
        all.values().stream()
            .map(c -> (c.generation() == generation ? "new " : "old ") + saved(c))
            .distinct()
            .toList();
    assertThat(states)
        .containsExactlyInAnyOrderElementsOf(List.of("old " + before, "new " + after));
    assertThat(all.values().stream().map(c -> c.lastUpdated() + " " + c.generation()).distinct())
        .hasSize(2);
  }
}
