package dev.gramme.toolkit.members;

import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.Version;
import java.time.Instant;
import java.util.Optional;

/** An item whose components have the names of placeholders. */
@Entity(pk = "NAMED#{id}", sk = "N#{number}")
public record Named(
    String id,
    int number,
    int kind,
    int ttl,
    int pk,
    int sk,
    int ks,
    int k0,
    int u0,
    int proj0,
    @Unique int q0,
    @Version long revision,
    @Ttl Optional<Instant> expires) {
  static Named of(String id, int number) {
    return new Named(id, number, 1, 2, 3, 4, 5, 6, 7, 8, number, 0, Optional.empty());
  }
}
