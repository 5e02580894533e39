package dev.gramme.apps.comparison.toolkit;

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
import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Append;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.TransactGet;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The access patterns of the ticket shop. */
@AccessPatterns(table = "tickets")
public interface TicketQueries {
  @Put
  void addVenue(Venue venue);

  @Get
  Optional<Venue> venue(String venue);

  @Create
  void announce(Event event);

  @Get
  Optional<Event> event(String event);

  @Query(index = "gsi1")
  Page<Event> eventsInCity(String city, Range<Instant> startsAt, int limit, Cursor after);

  @Query(index = "gsi2", descending = true)
  List<Event> eventsOfVenue(String venue, int limit);

  @Update
  Event reschedule(String event, Instant startsAt);

  @Put
  void addSeats(List<Seat> seats);

  @Query
  List<Seat> seats(String event, String section);

  @Query(filter = "state = :state AND price <= :most")
  List<Seat> seatsUpTo(String event, State state, long most);

  @Query(value = Seat.class, filter = "state = :state")
  long countSeats(String event, State state);

  @Get
  List<Seat> chosenSeats(List<SeatKey> keys);

  @Create
  void register(Customer customer);

  @Get
  Optional<Customer> customerWithEmail(String email);

  @Update
  Customer rename(String customer, String name, long revision);

  @Transaction
  void hold(
      @Update(value = Seat.class, condition = "state = :free") HeldSeat seat, @Create Hold hold);

  @Query
  List<Hold> holds(String customer);

  @Transaction
  void release(
      @Update(value = Seat.class, condition = "customer = :holder") FreedSeat seat,
      @Delete(Hold.class) HoldKey hold);

  @Transaction
  void buy(
      @Update(value = Seat.class, condition = "customer = :holder AND state = :held") SoldSeat seat,
      @Delete(Hold.class) HoldKey hold,
      @Create Order order,
      @Update(Event.class) SoldEvent event);

  @Update(Order.class)
  void addNote(String customer, Instant placedAt, String order, @Append("notes") String note);

  @Collection
  List<Account> account(String customer);

  @Query(descending = true)
  Page<Order> orders(String customer, Range<Instant> placedAt, int limit, Cursor after);

  @Query(index = "gsi1")
  List<Order> ordersOfEvent(String event);

  @TransactGet
  Receipt receipt(OrderKey order, EventKey event);

  @Create
  void join(Waiting waiting);

  @Query
  List<Waiting> nextWaiting(String event, int limit);

  @Delete(Waiting.class)
  void leave(String event, Instant joinedAt, String customer);

  @Delete(Waiting.class)
  long clearWaitingList(String event);

  @Put
  void review(Review review);

  @Query(filter = "stars >= :least")
  Page<Review> goodReviews(String event, int least, int limit, Cursor after);

  /** The key of a seat. */
  record SeatKey(String event, String section, int row, int number) {}

  /** A seat that a customer holds, if it is free. */
  record HeldSeat(
      String event,
      String section,
      int row,
      int number,
      State state,
      Optional<String> customer,
      State free) {}

  /** A seat that becomes free, if this customer holds it. */
  record FreedSeat(
      String event,
      String section,
      int row,
      int number,
      State state,
      Optional<String> customer,
      String holder) {}

  /** A seat that is sold, if this customer holds it. */
  record SoldSeat(
      String event, String section, int row, int number, State state, String holder, State held) {}

  /** An event, and the number of seats that are added to those sold. */
  record SoldEvent(String event, @Add int sold) {}

  /** The key of a hold. */
  record HoldKey(String customer, String event, String section, int row, int number) {}

  /** The key of an order. */
  record OrderKey(String customer, Instant placedAt, String order) {}

  /** The key of an event. */
  record EventKey(String event) {}

  /** An order and its event. */
  record Receipt(Order order, Event event) {}
}
