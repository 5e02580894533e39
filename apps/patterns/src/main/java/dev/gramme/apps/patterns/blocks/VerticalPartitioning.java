package dev.gramme.apps.patterns.blocks;

import dev.gramme.apps.patterns.Pattern;
import dev.gramme.apps.patterns.Stage;
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.explain.ItemSize;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** A document as items of less than a kilobyte, which the reader assembles. */
public final class VerticalPartitioning implements Pattern {
  private static final int ORDERS = 12;

  sealed interface Part permits Profile, Address, Order {}

  @Entity(pk = "ACCOUNT#{account}", sk = "PROFILE")
  record Profile(String account, String name, String about) implements Part {}

  @Entity(pk = "ACCOUNT#{account}", sk = "ADDRESS#{kind}")
  record Address(String account, String kind, String street, String city) implements Part {}

  @Entity(pk = "ACCOUNT#{account}", sk = "ORDER#{day}#{number:4}")
  record Order(String account, LocalDate day, int number, String articles, String state)
      implements Part {}

  /** The document as a document database would store it. */
  record Account(Profile profile, List<Address> addresses, List<Order> orders) {}

  @AccessPatterns(table = "accounts")
  interface Queries {
    @Put
    void saveProfile(Profile profile);

    @Put
    void saveAddress(Address address);

    @Put
    void saveOrder(Order order);

    @Collection
    List<Part> parts(String account);

    @Query
    List<Address> addresses(String account);

    @Update(Order.class)
    void progress(String account, LocalDate day, int number, String state);
  }

  @Override
  public String title() {
    return "Vertical partitioning";
  }

  @Override
  public String problem() {
    return "A small change of a large item costs as much as the whole item.";
  }

  @Override
  public String purpose() {
    return """
    As one item, this account would have about eleven kilobytes, and each change of an order's state
    would cost eleven units. Here it is split into items of less than a kilobyte, so a change costs one
    unit. A query reads only the part that it needs, and one query reads the whole account. An item
    has at most 400 KB, so a larger document must be split, compressed or stored elsewhere.
    """;
  }

  @Override
  public void show(Stage stage) {
    var accounts =
        VerticalPartitioning_QueriesTable.of(
            stage.table(VerticalPartitioning_QueriesTable.schema()));
    Account account = account();
    accounts.saveProfile(account.profile());
    account.addresses().forEach(accounts::saveAddress);
    account.orders().forEach(accounts::saveOrder);
    stage.recordInitialTables();
    stage.read("the size of the largest item, in bytes", () -> largest(stage));
    stage.read(
        "the whole account, composed of its items, equals the original",
        () -> read(accounts).equals(account));
    stage.read("the number of addresses", () -> accounts.addresses("7").size());
    stage.write(
        "an order's state changes",
        () -> accounts.progress("7", account.orders().getFirst().day(), 1, "delivered"));
  }

  private static Account account() {
    var orders = new ArrayList<Order>();
    for (int number = 1; number <= ORDERS; number++) {
      LocalDate day = LocalDate.of(2026, 11, number);
      orders.add(new Order("7", day, number, "articles ".repeat(90), "open"));
    }
    return new Account(
        new Profile("7", "Ana", "about ".repeat(100)),
        List.of(
            new Address("7", "HOME", "Hauptstrasse 1", "Bern"),
            new Address("7", "WORK", "Bahnhofstrasse 2", "Zug")),
        List.copyOf(orders));
  }

  private static Account read(Queries accounts) {
    var profiles = new ArrayList<Profile>();
    var addresses = new ArrayList<Address>();
    var orders = new ArrayList<Order>();
    for (Part part : accounts.parts("7")) {
      switch (part) {
        case Profile profile -> profiles.add(profile);
        case Address address -> addresses.add(address);
        case Order order -> orders.add(order);
      }
    }
    return new Account(profiles.getFirst(), addresses, orders);
  }

  private static int largest(Stage stage) {
    return stage.client().scan(scan -> scan.tableName("accounts")).items().stream()
        .mapToInt(ItemSize::of)
        .max()
        .orElseThrow();
  }
}
