package dev.gramme.transfer;

import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;

/** Makes the ids of imports and exports, as the service's look. */
public final class JobIds {
  private final Supplier<UUID> source;

  /**
   * Ids from a source.
   *
   * @param source gives a random id that it never gave before
   */
  public JobIds(Supplier<UUID> source) {
    this.source = source;
  }

  /** The id of a job that begins now. */
  public String next(Instant now) {
    long random = source.get().getLeastSignificantBits() & 0xffff_ffffL;
    return "%014d-%08x".formatted(now.toEpochMilli(), random);
  }

  /** A client token for a request that has none. */
  public String token() {
    return source.get().toString();
  }
}
