package dev.gramme.toolkit.desk;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Lsi;
import dev.gramme.toolkit.Projection;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A ticket, with a component of every type. */
@Entity(pk = "DESK#{desk}", sk = "TICKET#{number}")
@Gsi(name = "escalated", pk = "ESCALATED#{escalatedTo}", sk = "{opened}")
@Gsi(
    name = "byPriority",
    pk = {"{desk}", "{priority}"},
    sk = {"{day}", "{number}"})
@Gsi(
    name = "numbers",
    pk = "{escalatedTo}",
    projection = Projection.INCLUDE,
    include = {"subject"})
@Lsi(name = "newest", sk = "{opened:desc}#{number}")
public record Ticket(
    String desk,
    long number,
    String subject,
    Optional<String> escalatedTo,
    Priority priority,
    LocalDate day,
    Instant opened,
    boolean open,
    UUID token,
    BigDecimal cost,
    BigInteger hash,
    @Attribute("n") Set<Integer> related,
    Map<String, Integer> votes,
    List<Set<String>> words,
    Optional<Person> reporter) {

  /** The reporter of a ticket. */
  public record Person(String name, Optional<Address> address) {}

  /** The address of a person. */
  public record Address(@Attribute("c") String city, int zip) {}
}
