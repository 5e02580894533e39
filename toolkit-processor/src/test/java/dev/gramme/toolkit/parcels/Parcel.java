package dev.gramme.toolkit.parcels;

import dev.gramme.toolkit.Attribute;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A parcel. */
@Entity(pk = "DEPOT#{depot}", sk = "PARCEL#{number}")
@Gsi(name = "byNumber", pk = "PARCEL#{number}", sk = "{state}")
@Gsi(name = "byCarrier", pk = "CARRIER#{carrier}", sk = "{due}")
@Gsi(name = "byState", pk = "STATE#{state}", sk = "{due}")
public record Parcel(
    String depot,
    long number,
    String state,
    Instant due,
    Optional<String> carrier,
    Set<String> marks,
    String city,
    Place origin) {

  /** A place. */
  public record Place(@Attribute("c") String city, String street) {}
}
