package dev.gramme.toolkit.shop;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Ttl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An order of a customer. */
@Entity(pk = "CUST#{email}", sk = "ORDER#{placedAt}#{id}")
@Gsi(name = "byStatus", pk = "STATUS#{status}", sk = "{placedAt}")
public record Order(
    String email,
    Ksuid id,
    Instant placedAt,
    Status status,
    long total,
    List<Line> lines,
    Set<String> tags,
    @Ttl Optional<Instant> expires)
    implements Shop {

  /** A line of the order. */
  public record Line(String article, int quantity) {}
}
