package dev.gramme.transfer;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/** Generates the ids of imports and exports in the format of the service. */
public final class JobIds {
  private final Supplier<UUID> source;

  /**
   * Creates ids from a source of randomness.
   *
   * @param source returns a new random id at each call
   */
  public JobIds(Supplier<UUID> source) {
    this.source = source;
  }

  /** The id of a job that begins at a point in time. */
  public String next(Instant now) {
    long random = source.get().getLeastSignificantBits() & 0xffff_ffffL;
    return "%014d-%08x".formatted(now.toEpochMilli(), random);
  }

  /** A client token for a request that has none. */
  public String token() {
    return source.get().toString();
  }
}
