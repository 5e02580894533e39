package dev.gramme.apps.comparison.toolkit;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The items of the ticket shop's table. */
public interface Tickets {
  /** Whether a seat can be bought. */
  enum State {
    FREE,
    HELD,
    SOLD
  }

  /** What the page of a customer shows. */
  sealed interface Account permits Customer, Hold, Order {}

  /** A place with seats. */
  @Entity(pk = "VENUE#{venue}", sk = "VENUE")
  record Venue(String venue, String name, String city, int capacity) {}

  /** An evening at a venue. */
  @Entity(pk = "EVENT#{event}", sk = "EVENT")
  @Gsi(name = "gsi1", pk = "CITY#{city}", sk = "{startsAt}")
  @Gsi(name = "gsi2", pk = "VENUE#{venue}", sk = "{startsAt}")
  record Event(String event, String title, String venue, String city, Instant startsAt, int sold) {}

  /** A seat at an event. */
  @Entity(pk = "EVENT#{event}", sk = "SEAT#{section}#{row}#{number}")
  record Seat(
      String event,
      String section,
      int row,
      int number,
      long price,
      State state,
      Optional<String> customer) {}

  /** A customer. */
  @Entity(pk = "CUST#{customer}", sk = "CUST")
  record Customer(String customer, @Unique String email, String name, @Version long revision)
      implements Account {}

  /** A seat that a customer may buy until the hold expires. */
  @Entity(pk = "CUST#{customer}", sk = "HOLD#{event}#{section}#{row}#{number}")
  record Hold(
      String customer, String event, String section, int row, int number, @Ttl Instant expires)
      implements Account {}

  /** A seat that a customer has bought. */
  @Entity(pk = "CUST#{customer}", sk = "ORDER#{placedAt}#{order}")
  @Gsi(name = "gsi1", pk = "EVENT#{event}", sk = "{placedAt}")
  record Order(
      String customer, Instant placedAt, String order, String event, long total, List<String> notes)
      implements Account {}

  /** A customer who waits for seats of an event. */
  @Entity(pk = "EVENT#{event}", sk = "WAIT#{joinedAt}#{customer}")
  record Waiting(String event, Instant joinedAt, String customer, int seats) {}

  /** A customer's opinion of an event. */
  @Entity(pk = "EVENT#{event}", sk = "REVIEW#{customer}")
  record Review(String event, String customer, int stars, String text) {}
}
