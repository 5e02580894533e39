package dev.gramme.toolkit.library;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Lsi;
import dev.gramme.toolkit.Projection;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A book. */
@Entity(pk = "SHELF#{shelf}", sk = "BOOK#{number}")
@Gsi(
    name = "byAuthor",
    pk = "AUTHOR#{author}",
    sk = "{title}",
    projection = Projection.INCLUDE,
    include = {"title", "pages", "lentUntil"})
@Lsi(
    name = "byTitle",
    sk = "{title}",
    projection = Projection.INCLUDE,
    include = {"title"})
public record Book(
    String shelf,
    long number,
    String title,
    String author,
    @Attribute("size") int pages,
    int copies,
    Set<String> tags,
    List<String> notes,
    Map<String, Integer> ratings,
    Publisher publisher,
    Optional<Loan> loan,
    @Ttl Optional<Instant> lentUntil)
    implements Shelved {

  /** The publisher of a book. */
  public record Publisher(String name, Address address) {}

  /** The address of a publisher. */
  public record Address(@Attribute("c") String city, Optional<String> street) {}

  /** Who has borrowed a book. */
  public record Loan(String reader, int renewals) {}
}
