package dev.gramme.apps.comparison;

import dev.gramme.apps.comparison.toolkit.TicketQueries;
import dev.gramme.apps.comparison.toolkit.TicketQueries.EventKey;
import dev.gramme.apps.comparison.toolkit.TicketQueries.FreedSeat;
import dev.gramme.apps.comparison.toolkit.TicketQueries.HeldSeat;
import dev.gramme.apps.comparison.toolkit.TicketQueries.HoldKey;
import dev.gramme.apps.comparison.toolkit.TicketQueries.OrderKey;
import dev.gramme.apps.comparison.toolkit.TicketQueries.SeatKey;
import dev.gramme.apps.comparison.toolkit.TicketQueries.SoldEvent;
import dev.gramme.apps.comparison.toolkit.TicketQueries.SoldSeat;
import dev.gramme.apps.comparison.toolkit.TicketQueriesTable;
import dev.gramme.apps.comparison.toolkit.Tickets.Account;
import dev.gramme.apps.comparison.toolkit.Tickets.Customer;
import dev.gramme.apps.comparison.toolkit.Tickets.Event;
import dev.gramme.apps.comparison.toolkit.Tickets.Hold;
import dev.gramme.apps.comparison.toolkit.Tickets.Order;
import dev.gramme.apps.comparison.toolkit.Tickets.Review;
import dev.gramme.apps.comparison.toolkit.Tickets.Seat;
import dev.gramme.apps.comparison.toolkit.Tickets.State;
import dev.gramme.apps.comparison.toolkit.Tickets.Venue;
import dev.gramme.apps.comparison.toolkit.Tickets.Waiting;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The calls of the version with the toolkit. */
public final class ToolkitVersion implements Version {
  private Instant now = at("06-01T12:00:00");

  /** The version, at noon of the first of June. */
  public ToolkitVersion() {}

  @Override
  public void run(Recorder calls, DynamoDbClient client) {
    Table table = Table.of(client, TicketQueriesTable.schema()).withClock(() -> now);
    TicketQueries shop = TicketQueriesTable.of(table);
    calls.prepare(table::createIfAbsent);
    events(calls, shop);
    seats(calls, shop);
    customers(calls, shop);
    holds(calls, shop);
    orders(calls, shop);
    waiting(calls, shop);
    reviews(calls, shop);
  }

  private static void events(Recorder calls, TicketQueries shop) {
    calls.call("addVenue", () -> shop.addVenue(new Venue("hall", "Hall", "Bern", 500)));
    calls.call(
        "venue",
        () ->
            shop.venue("hall")
                .map(found -> found.name() + " in " + found.city() + " for " + found.capacity())
                .orElseThrow());
    calls.call("announce", () -> shop.announce(event("jazz", "Jazz", at("07-01T20:00:00"))));
    calls.prepare(() -> shop.announce(event("rock", "Rock", at("07-02T20:00:00"))));
    calls.prepare(() -> shop.announce(event("folk", "Folk", at("07-03T20:00:00"))));
    calls.prepare(() -> shop.announce(event("pop", "Pop", at("08-01T20:00:00"))));
    calls.refused(() -> shop.announce(event("jazz", "Jazz again", at("07-01T20:00:00"))));
    calls.call(
        "event",
        () ->
            shop.event("jazz")
                .map(found -> found.title() + ", " + found.sold() + " sold")
                .orElseThrow());
    Range<Instant> july = Range.closed(at("07-01T00:00:00"), at("07-31T00:00:00"));
    calls.call(
        "eventsInCity",
        () -> {
          var first = shop.eventsInCity("Bern", july, 2, Cursor.start());
          var second = shop.eventsInCity("Bern", july, 2, first.next().orElseThrow());
          return text(first.items(), Event::title) + " then " + text(second.items(), Event::title);
        });
    calls.call("eventsOfVenue", () -> text(shop.eventsOfVenue("hall", 2), Event::title));
    calls.call(
        "reschedule", () -> shop.reschedule("jazz", at("07-04T20:00:00")).title() + " moved");
    Range<Instant> fourth = Range.closed(at("07-04T00:00:00"), at("07-05T00:00:00"));
    calls.check(
        () -> text(shop.eventsInCity("Bern", fourth, 5, Cursor.start()).items(), Event::title));
  }

  private static void seats(Recorder calls, TicketQueries shop) {
    var seats = new ArrayList<Seat>();
    for (int number = 1; number <= 10; number++) {
      seats.add(new Seat("jazz", "a", 1, number, 5000, State.FREE, Optional.empty()));
      seats.add(new Seat("jazz", "a", 2, number, 5000, State.FREE, Optional.empty()));
      seats.add(new Seat("jazz", "b", 1, number, 3000, State.FREE, Optional.empty()));
    }
    calls.call("addSeats", () -> shop.addSeats(seats));
    calls.call("seats", () -> places(shop.seats("jazz", "a")));
    calls.call("seatsUpTo", () -> places(shop.seatsUpTo("jazz", State.FREE, 4000)));
    calls.call("countSeats", () -> Long.toString(shop.countSeats("jazz", State.FREE)));
    calls.call(
        "chosenSeats",
        () ->
            places(
                shop.chosenSeats(
                    List.of(
                        new SeatKey("jazz", "b", 1, 9),
                        new SeatKey("jazz", "a", 1, 1),
                        new SeatKey("jazz", "a", 9, 9)))));
  }

  private static void customers(Recorder calls, TicketQueries shop) {
    calls.call("register", () -> shop.register(new Customer("ana", "ana@example.com", "Ana", 0)));
    calls.refused(() -> shop.register(new Customer("bea", "ana@example.com", "Bea", 0)));
    calls.call(
        "customerWithEmail",
        () ->
            shop.customerWithEmail("ana@example.com")
                .map(found -> found.customer() + ", " + found.name())
                .orElseThrow());
    calls.call(
        "rename",
        () -> {
          Customer renamed = shop.rename("ana", "Anna", 1);
          return renamed.name() + ", revision " + renamed.revision();
        });
    calls.refused(() -> shop.rename("ana", "Anne", 1));
  }

  private void holds(Recorder calls, TicketQueries shop) {
    calls.call("hold", () -> hold(shop, "ana", "a", 1));
    calls.refused(() -> hold(shop, "ben", "a", 1));
    calls.call("holds", () -> heldPlaces(shop.holds("ana")));
    calls.check(() -> {
      now = at("06-01T13:00:00");
      String expired = heldPlaces(shop.holds("ana"));
      now = at("06-01T12:00:00");
      return expired;
    });
    calls.call(
        "release",
        () ->
            shop.release(
                new FreedSeat("jazz", "a", 1, 1, State.FREE, Optional.empty(), "ana"),
                new HoldKey("ana", "jazz", "a", 1, 1)));
    calls.check(() -> {
      Seat seat = shop.chosenSeats(List.of(new SeatKey("jazz", "a", 1, 1))).getFirst();
      return seat.state() + " " + seat.customer().orElse("nobody");
    });
  }

  private static void orders(Recorder calls, TicketQueries shop) {
    calls.prepare(() -> hold(shop, "ana", "a", 2));
    calls.call("buy", () -> buy(shop, "ana", "a", 2, order("o1", at("06-01T12:00:00"), 5000)));
    calls.prepare(() -> hold(shop, "ana", "b", 1));
    calls.prepare(() -> buy(shop, "ana", "b", 1, order("o2", at("06-01T12:05:00"), 3000)));
    calls.prepare(() -> hold(shop, "ana", "b", 2));
    calls.prepare(() -> buy(shop, "ana", "b", 2, order("o3", at("06-01T12:06:00"), 3000)));
    calls.refused(() -> buy(shop, "ben", "b", 3, order("o4", at("06-01T12:07:00"), 3000)));
    calls.prepare(() -> hold(shop, "ana", "a", 5));
    calls.call("addNote", () -> shop.addNote("ana", at("06-01T12:00:00"), "o1", "paid in cash"));
    calls.call("account", () -> account(shop.account("ana")));
    Range<Instant> later = Range.atLeast(at("06-01T12:05:00"));
    calls.call(
        "orders",
        () -> {
          var first = shop.orders("ana", later, 1, Cursor.start());
          var second = shop.orders("ana", later, 1, first.next().orElseThrow());
          return text(first.items(), Order::order) + " then " + text(second.items(), Order::order);
        });
    calls.call("ordersOfEvent", () -> text(shop.ordersOfEvent("jazz"), Order::order));
    calls.call(
        "receipt",
        () -> {
          var found =
              shop.receipt(new OrderKey("ana", at("06-01T12:00:00"), "o1"), new EventKey("jazz"));
          return found.order().order() + " " + found.event().title() + " " + found.event().sold();
        });
  }

  private static void waiting(Recorder calls, TicketQueries shop) {
    calls.call("join", () -> shop.join(new Waiting("jazz", at("06-01T12:00:00"), "ben", 1)));
    calls.prepare(() -> shop.join(new Waiting("jazz", at("06-01T12:01:00"), "cy", 2)));
    calls.prepare(() -> shop.join(new Waiting("jazz", at("06-01T12:02:00"), "dan", 1)));
    calls.call("nextWaiting", () -> text(shop.nextWaiting("jazz", 2), Waiting::customer));
    calls.call("leave", () -> shop.leave("jazz", at("06-01T12:00:00"), "ben"));
    calls.call("clearWaitingList", () -> Long.toString(shop.clearWaitingList("jazz")));
  }

  private static void reviews(Recorder calls, TicketQueries shop) {
    calls.call("review", () -> shop.review(new Review("jazz", "ana", 5, "Good")));
    new TreeMap<>(Map.of("bea", 1, "cy", 4, "dan", 2, "eva", 5, "fay", 3))
        .forEach((customer, stars) ->
            calls.prepare(() -> shop.review(new Review("jazz", customer, stars, "Well"))));
    calls.call(
        "goodReviews",
        () -> {
          var first = shop.goodReviews("jazz", 4, 2, Cursor.start());
          var second = shop.goodReviews("jazz", 4, 2, first.next().orElseThrow());
          return text(first.items(), Review::customer)
              + " then "
              + text(second.items(), Review::customer);
        });
  }

  private static void hold(TicketQueries shop, String customer, String section, int number) {
    shop.hold(
        new HeldSeat("jazz", section, 1, number, State.HELD, Optional.of(customer), State.FREE),
        new Hold(customer, "jazz", section, 1, number, at("06-01T12:10:00")));
  }

  private static void buy(
      TicketQueries shop, String customer, String section, int number, Order order) {
    shop.buy(
        new SoldSeat("jazz", section, 1, number, State.SOLD, customer, State.HELD),
        new HoldKey(customer, "jazz", section, 1, number),
        order,
        new SoldEvent("jazz", 1));
  }

  private static String account(List<Account> items) {
    var customers = new ArrayList<Customer>();
    var holds = new ArrayList<Hold>();
    var orders = new ArrayList<Order>();
    for (Account item : items) {
      switch (item) {
        case Customer customer -> customers.add(customer);
        case Hold hold -> holds.add(hold);
        case Order order -> orders.add(order);
      }
    }
    return String.join(
        "; ",
        customers.getFirst().name(),
        heldPlaces(holds),
        text(orders, Order::order),
        String.join(",", orders.getFirst().notes()));
  }

  private static Event event(String event, String title, Instant startsAt) {
    return new Event(event, title, "hall", "Bern", startsAt, 0);
  }

  private static Order order(String order, Instant placedAt, long total) {
    return new Order("ana", placedAt, order, "jazz", total, List.of());
  }

  private static String places(List<Seat> seats) {
    return text(seats, seat -> seat.section() + "/" + seat.row() + "/" + seat.number());
  }

  private static String heldPlaces(List<Hold> holds) {
    return text(holds, hold -> hold.section() + "/" + hold.row() + "/" + hold.number());
  }

  private static <T> String text(List<T> items, Function<T, String> name) {
    return items.stream().map(name).collect(Collectors.joining(","));
  }

  private static Instant at(String text) {
    return Instant.parse("2026-" + text + "Z");
  }
}
