package dev.gramme.apps.comparison;

import dev.gramme.apps.comparison.enhanced.Customer;
import dev.gramme.apps.comparison.enhanced.Event;
import dev.gramme.apps.comparison.enhanced.Hold;
import dev.gramme.apps.comparison.enhanced.Order;
import dev.gramme.apps.comparison.enhanced.Review;
import dev.gramme.apps.comparison.enhanced.Seat;
import dev.gramme.apps.comparison.enhanced.State;
import dev.gramme.apps.comparison.enhanced.TicketStore;
import dev.gramme.apps.comparison.enhanced.TicketStore.Account;
import dev.gramme.apps.comparison.enhanced.Venue;
import dev.gramme.apps.comparison.enhanced.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The calls of the version with the enhanced client. */
public final class EnhancedVersion implements Version {
  private static final Instant NOW = at("06-01T12:00:00");

  /** The version, at noon of the first of June. */
  public EnhancedVersion() {}

  @Override
  public void run(Recorder calls, DynamoDbClient client) {
    TicketStore shop = new TicketStore(client);
    calls.prepare(shop::createTable);
    events(calls, shop);
    seats(calls, shop);
    customers(calls, shop);
    holds(calls, shop);
    orders(calls, shop);
    waiting(calls, shop);
    reviews(calls, shop);
  }

  private static void events(Recorder calls, TicketStore shop) {
    calls.call("addVenue", () -> shop.addVenue(venue("hall", "Hall", "Bern", 500)));
    calls.call(
        "venue",
        () ->
            shop.venue("hall")
                .map(found ->
                    found.getName() + " in " + found.getCity() + " for " + found.getCapacity())
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
                .map(found -> found.getTitle() + ", " + found.getSold() + " sold")
                .orElseThrow());
    Instant from = at("07-01T00:00:00");
    Instant to = at("07-31T00:00:00");
    calls.call(
        "eventsInCity",
        () -> {
          var first = shop.eventsInCity("Bern", from, to, 2, null);
          var second = shop.eventsInCity("Bern", from, to, 2, first.next());
          return text(first.items(), Event::getTitle)
              + " then "
              + text(second.items(), Event::getTitle);
        });
    calls.call("eventsOfVenue", () -> text(shop.eventsOfVenue("hall", 2), Event::getTitle));
    calls.call(
        "reschedule", () -> shop.reschedule("jazz", at("07-04T20:00:00")).getTitle() + " moved");
    calls.check(() ->
        text(
            shop.eventsInCity("Bern", at("07-04T00:00:00"), at("07-05T00:00:00"), 5, null).items(),
            Event::getTitle));
  }

  private static void seats(Recorder calls, TicketStore shop) {
    var seats = new ArrayList<Seat>();
    for (int number = 1; number <= 10; number++) {
      seats.add(seat("a", 1, number, 5000L));
      seats.add(seat("a", 2, number, 5000L));
      seats.add(seat("b", 1, number, 3000L));
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
                    List.of(seat("b", 1, 9, 0L), seat("a", 1, 1, 0L), seat("a", 9, 9, 0L)))));
  }

  private static void customers(Recorder calls, TicketStore shop) {
    calls.call("register", () -> shop.register(customer("ana", "ana@example.com", "Ana")));
    calls.refused(() -> shop.register(customer("bea", "ana@example.com", "Bea")));
    calls.call(
        "customerWithEmail",
        () ->
            shop.customerWithEmail("ana@example.com")
                .map(found -> found.getCustomer() + ", " + found.getName())
                .orElseThrow());
    calls.call(
        "rename",
        () -> {
          Customer renamed = shop.rename("ana", "Anna", 1);
          return renamed.getName() + ", revision " + renamed.getRevision();
        });
    calls.refused(() -> shop.rename("ana", "Anne", 1));
  }

  private static void holds(Recorder calls, TicketStore shop) {
    calls.call("hold", () -> shop.hold(hold("ana", "a", 1)));
    calls.refused(() -> shop.hold(hold("ben", "a", 1)));
    calls.call("holds", () -> heldPlaces(shop.holds("ana", NOW)));
    calls.check(() -> heldPlaces(shop.holds("ana", at("06-01T13:00:00"))));
    calls.call("release", () -> shop.release(hold("ana", "a", 1)));
    calls.check(() -> {
      Seat seat = shop.chosenSeats(List.of(seat("a", 1, 1, 0L))).getFirst();
      return seat.getState() + " " + Objects.requireNonNullElse(seat.getCustomer(), "nobody");
    });
  }

  private static void orders(Recorder calls, TicketStore shop) {
    Order first = order("o1", NOW, 5000L);
    calls.prepare(() -> shop.hold(hold("ana", "a", 2)));
    calls.call("buy", () -> shop.buy(hold("ana", "a", 2), first));
    calls.prepare(() -> shop.hold(hold("ana", "b", 1)));
    calls.prepare(() -> shop.buy(hold("ana", "b", 1), order("o2", at("06-01T12:05:00"), 3000L)));
    calls.prepare(() -> shop.hold(hold("ana", "b", 2)));
    calls.prepare(() -> shop.buy(hold("ana", "b", 2), order("o3", at("06-01T12:06:00"), 3000L)));
    calls.refused(() -> shop.buy(hold("ben", "b", 3), order("o4", at("06-01T12:07:00"), 3000L)));
    calls.prepare(() -> shop.hold(hold("ana", "a", 5)));
    calls.call("addNote", () -> shop.addNote(first, "paid in cash"));
    calls.call("account", () -> account(shop.account("ana", NOW)));
    calls.call(
        "orders",
        () -> {
          var newest = shop.orders("ana", at("06-01T12:05:00"), 1, null);
          var next = shop.orders("ana", at("06-01T12:05:00"), 1, newest.next());
          return text(newest.items(), Order::getOrder)
              + " then "
              + text(next.items(), Order::getOrder);
        });
    calls.call("ordersOfEvent", () -> text(shop.ordersOfEvent("jazz"), Order::getOrder));
    calls.call(
        "receipt",
        () -> {
          var found = shop.receipt(first, "jazz");
          return found.order().getOrder()
              + " "
              + found.event().getTitle()
              + " "
              + found.event().getSold();
        });
  }

  private static void waiting(Recorder calls, TicketStore shop) {
    Waiting ben = waiting("ben", NOW, 1);
    calls.call("join", () -> shop.join(ben));
    calls.prepare(() -> shop.join(waiting("cy", at("06-01T12:01:00"), 2)));
    calls.prepare(() -> shop.join(waiting("dan", at("06-01T12:02:00"), 1)));
    calls.call("nextWaiting", () -> text(shop.nextWaiting("jazz", 2), Waiting::getCustomer));
    calls.call("leave", () -> shop.leave(ben));
    calls.call("clearWaitingList", () -> Long.toString(shop.clearWaitingList("jazz")));
  }

  private static void reviews(Recorder calls, TicketStore shop) {
    calls.call("review", () -> shop.review(review("ana", 5, "Good")));
    new TreeMap<>(Map.of("bea", 1, "cy", 4, "dan", 2, "eva", 5, "fay", 3))
        .forEach(
            (customer, stars) -> calls.prepare(() -> shop.review(review(customer, stars, "Well"))));
    calls.call(
        "goodReviews",
        () -> {
          var first = shop.goodReviews("jazz", 4, 2, null);
          var second = shop.goodReviews("jazz", 4, 2, first.next());
          return text(first.items(), Review::getCustomer)
              + " then "
              + text(second.items(), Review::getCustomer);
        });
  }

  private static String account(Account account) {
    List<String> notes = account.orders().getFirst().getNotes();
    return String.join(
        "; ",
        account.customer().getName(),
        heldPlaces(account.holds()),
        text(account.orders(), Order::getOrder),
        notes == null ? "" : String.join(",", notes));
  }

  private static Venue venue(String venue, String name, String city, int capacity) {
    var item = new Venue();
    item.setVenue(venue);
    item.setName(name);
    item.setCity(city);
    item.setCapacity(capacity);
    return item;
  }

  private static Event event(String event, String title, Instant startsAt) {
    var item = new Event();
    item.setEvent(event);
    item.setTitle(title);
    item.setVenue("hall");
    item.setCity("Bern");
    item.setStartsAt(startsAt);
    item.setSold(0);
    return item;
  }

  private static Seat seat(String section, int row, int number, long price) {
    var item = new Seat();
    item.setEvent("jazz");
    item.setSection(section);
    item.setRow(row);
    item.setNumber(number);
    item.setPrice(price);
    item.setState(State.FREE);
    return item;
  }

  private static Customer customer(String customer, String email, String name) {
    var item = new Customer();
    item.setCustomer(customer);
    item.setEmail(email);
    item.setName(name);
    return item;
  }

  private static Hold hold(String customer, String section, int number) {
    var item = new Hold();
    item.setCustomer(customer);
    item.setEvent("jazz");
    item.setSection(section);
    item.setRow(1);
    item.setNumber(number);
    item.setExpires(at("06-01T12:10:00").getEpochSecond());
    return item;
  }

  private static Order order(String order, Instant placedAt, long total) {
    var item = new Order();
    item.setCustomer("ana");
    item.setPlacedAt(placedAt);
    item.setOrder(order);
    item.setEvent("jazz");
    item.setTotal(total);
    item.setNotes(List.of());
    return item;
  }

  private static Waiting waiting(String customer, Instant joinedAt, int seats) {
    var item = new Waiting();
    item.setEvent("jazz");
    item.setJoinedAt(joinedAt);
    item.setCustomer(customer);
    item.setSeats(seats);
    return item;
  }

  private static Review review(String customer, int stars, String text) {
    var item = new Review();
    item.setEvent("jazz");
    item.setCustomer(customer);
    item.setStars(stars);
    item.setText(text);
    return item;
  }

  private static String places(List<Seat> seats) {
    return text(seats, seat -> seat.getSection() + "/" + seat.getRow() + "/" + seat.getNumber());
  }

  private static String heldPlaces(List<Hold> holds) {
    return text(holds, hold -> hold.getSection() + "/" + hold.getRow() + "/" + hold.getNumber());
  }

  private static <T> String text(List<T> items, Function<T, @Nullable String> name) {
    return items.stream()
        .map(item -> String.valueOf(name.apply(item)))
        .collect(Collectors.joining(","));
  }

  private static Instant at(String text) {
    return Instant.parse("2026-" + text + "Z");
  }
}
