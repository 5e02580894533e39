package dev.gramme.toolkit.notes;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Unique;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** A session that expires, with unique values. */
@Entity(pk = "SESSION#{id}", sk = "SESSION")
public record Session(
    String id,
    @Unique String token,
    @Unique Optional<BigDecimal> code,
    @Ttl Optional<Instant> expires) {}
